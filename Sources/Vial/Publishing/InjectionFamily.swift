/// One injection for each key: an account, a locale, a named configuration, a parameter.
///
/// ```swift
/// @MainActor public let formatter = InjectionFamily<Locale, any TimeFormatter>(
///   strategy: .shared) { locale in LocalizedFormatter(locale) }
///
/// let swiss = formatter.resolve(Locale(identifier: "de_CH"))
/// @Instance(formatter[.current]) var current
/// ```
///
/// Keys that are equal are one key. Each key has its own instance and its own lifetime. Use an enum
/// as the key if you can: a mistyped case does not compile, but a mistyped string is another key. A key that uses its
/// family where it is compared or hashed stops the program.
///
/// It is isolated to the main actor. A resolve looks the key up in a dictionary, so it takes several times
/// as long as a resolve of an injection (benchmark “resolve a family's singleton by an Int key”). A family
/// forgets keys that nobody uses. So a `.shared`, `.onDemand` or expiring family remembers at most twice the keys that
/// are in use, and 32 more.
@MainActor public final class InjectionFamily<Key: Hashable, Value> {
  /// The family's own injection, which is never resolved: its overrides and provisions are those of
  /// every key.
  let table: Root

  @usableFromInline let members = FamilyMembers<Key>()
  private let factory: @MainActor (Key) -> Value

  /// Publishes a family.
  ///
  /// - Parameters:
  ///   - strategy: How long the instance of each key is kept.
  ///   - fileID: Where the family is published; messages name it.
  ///   - line: Where the family is published; messages name it.
  ///   - factory: Builds the instance of a key. It runs on the main actor, each time an instance is
  ///     needed.
  public nonisolated init(
    strategy: InjectionStrategy,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ factory: @escaping @MainActor (Key) -> Value
  ) {
    table = Root(InjectionFamily.self, Recipe(nil, strategy, CallSite(fileID, line)))
    self.factory = factory
  }

  /// Never compiles: the error says what to publish instead of a factory that awaits or throws.
  @_documentation(visibility: internal)
  @available(
    *,
    unavailable,
    message:
      "a factory cannot await or throw: publish a Task, a Result, or an actor that connects itself"
  )
  public nonisolated init(
    strategy: InjectionStrategy,
    _ factory: @escaping @MainActor (Key) async throws -> Value
  ) { fatalError() }

  /// The injection of one key, to consume, override or resolve like any other.
  ///
  /// Builds no instance. An override of one key wins over an override of the family.
  ///
  /// - Parameter key: The key.
  @inlinable public subscript(key: Key) -> Injection<Value> {
    Injection(root: members.roots[key] ?? makeRoot(of: key))
  }

  @usableFromInline func makeRoot(of key: Key) -> Root {
    let build: @MainActor () -> Value = { [factory] in factory(key) }
    let recipe = Recipe(Factory(.build(build)), table.recipe.strategy, table.callSite)
    let facts = Facts(purpose: nil, family: table)
    facts.key = Box(key)
    return members.add(Root(Value.self, recipe, facts), for: key)
  }

  /// The key of an injection of this family, or of one with the same keys.
  static func key(of root: Root) -> Key {
    guard let box = root.facts?.key as? Box<Key> else {
      preconditionFailure("A family's layer is for keys.")
    }
    return box.value
  }

  /// What a layer of the family does for each key.
  func each(_ kind: @escaping @MainActor (Key) -> Factory<Value>.Kind) -> Factory<Value> {
    Factory(.each { kind(Self.key(of: $0)) })
  }

  /// The instance that one key provides now, built if none is kept.
  ///
  /// - Parameter key: The key.
  /// - Returns: What `family[key].resolve()` returns.
  @inlinable public func resolve(_ key: Key) -> Value {
    self[key].resolve()
  }

  /// Releases the instances that are cached for every key, those of overrides included.
  ///
  /// It does for every key what ``Injection/clear()`` does for one injection.
  public func clear() {
    let places = OverrideScope.ambient.lenders
    Slot.empty(places.flatMap { place in roots(in: place).flatMap { $0.slots(in: place) } })
  }

  /// The keys that a place may have something of: a scope may have few of many (rule 29).
  private func roots(in place: OverrideScope) -> [Root] {
    if place.isOutside { return Array(members.roots.values) }
    return place.stacks.compactMap(\.root).filter {
      $0.family === table && members.roots[Self.key(of: $0)] === $0
    }
  }
}
