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
  private let alternatives: [Alternative]
  private let published: @MainActor (Key) -> Factory<Value>.Kind

  /// What is published for single keys.
  private var own: [Key: (strategy: InjectionStrategy?, factory: @MainActor () -> Value)] = [:]

  private typealias Alternative = (context: InjectionContext, build: @MainActor (Key) -> Value)

  /// Publishes a family.
  ///
  /// - Parameters:
  ///   - strategy: How long the instance of each key is kept.
  ///   - fileID: Where the family is published; messages name it.
  ///   - line: Where the family is published; messages name it.
  ///   - factory: Builds the instance of a key. It runs on the main actor, each time an instance is
  ///     needed.
  public nonisolated convenience init(
    strategy: InjectionStrategy,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ factory: @escaping @MainActor (Key) -> Value
  ) {
    self.init(Recipe(nil, strategy, CallSite(fileID, line)), nil) { key in .build { factory(key) } }
  }

  /// Never compiles: the error says what to publish instead of a factory that awaits or throws.
  @_documentation(visibility: internal)
  @available(
    *,
    unavailable,
    message:
      "a factory cannot await or throw: publish a Task, a Result, or an actor that connects itself"
  )
  public nonisolated convenience init(
    strategy: InjectionStrategy,
    _ factory: @escaping @MainActor (Key) async throws -> Value
  ) { fatalError() }

  private nonisolated init(
    _ recipe: Recipe,
    _ purpose: String?,
    _ alternatives: [Alternative] = [],
    _ published: @escaping @MainActor (Key) -> Factory<Value>.Kind
  ) {
    table = Root(InjectionFamily.self, recipe, Facts(purpose: purpose))
    self.alternatives = alternatives
    self.published = published
  }

  /// The injection of one key, to consume, override or resolve like any other.
  ///
  /// Builds no instance. An override of one key wins over an override of the family.
  ///
  /// - Parameter key: The key.
  @inlinable public subscript(key: Key) -> Injection<Value> {
    Injection(root: members.roots[key] ?? makeRoot(of: key))
  }

  @usableFromInline func makeRoot(of key: Key) -> Root {
    let own = own[key]
    let facts = Facts(purpose: own == nil ? table.facts?.purpose : nil, family: table)
    (facts.key, facts.boxedKey) = (key, Box(key))
    var kind = kind(of: key)
    if !alternatives.isEmpty {
      kind = .contextual(alternatives.map { ($0.context, { [build = $0.build] in build(key) }) }, else: kind)
    }
    let recipe = Recipe(Factory(kind), own?.strategy ?? table.recipe.strategy, table.callSite)
    return members.add(Root(Value.self, recipe, facts), for: key)
  }

  private func kind(of key: Key) -> Factory<Value>.Kind {
    own[key].map { .build($0.factory) } ?? published(key)
  }

  /// The key of an injection of this family, or of one with the same keys.
  static func key(of root: Root) -> Key {
    guard let box = root.facts?.boxedKey as? Box<Key> else {
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

  /// Gives one key a factory of its own, and another lifetime if you name one.
  ///
  /// ```swift
  /// @MainActor let friends = InjectionFamily<User, any Friends>(strategy: .shared) { user in
  ///   RemoteFriends(of: user)
  /// }.publish(.me) { PropertyListFriends() }
  /// ```
  ///
  /// Chain it where the family is published. A key that is in use already keeps its lifetime, what it has
  /// cached, and whether it says that it has to be provided. An override of the family replaces this
  /// factory too.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - strategy: How long its instance is kept; the family's strategy when `nil`.
  ///   - factory: Builds its instance, on the main actor.
  /// - Returns: This family.
  @discardableResult public func publish(
    _ key: Key,
    strategy: InjectionStrategy? = nil,
    _ factory: @escaping @MainActor () -> Value
  ) -> InjectionFamily {
    let replaced = own.updateValue((strategy, factory), forKey: key)
    extendLifetime(replaced)
    return self
  }
}

// MARK: - Publishing

extension InjectionFamily {
  /// Publishes a family that another module must provide.
  ///
  /// It does for every key what ``Injection/required(_:fileID:line:)`` does for one injection.
  ///
  /// - Parameters:
  ///   - purpose: What to provide, in words. The message that stops the program shows it.
  ///   - fileID: Where the family is published; messages name it.
  ///   - line: Where the family is published; messages name it.
  /// - Returns: A family that provides nothing until `provide` is called.
  public nonisolated static func required(
    _ purpose: String,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> InjectionFamily {
    let recipe = Recipe(nil, .singleton, CallSite(fileID, line))
    return InjectionFamily(recipe, purpose) { _ in .unprovided }
  }

  /// Provides every key of a ``required(_:fileID:line:)`` family, until it is withdrawn.
  ///
  /// - Parameters:
  ///   - factory: Builds the instance of a key, on the main actor.
  ///   - strategy: How long the instance of each key is kept.
  ///   - fileID: Where it is provided; messages name it.
  ///   - line: Where it is provided; messages name it.
  /// - Returns: A token that withdraws it.
  @discardableResult public func provide(
    with factory: @escaping @MainActor (Key) -> Value,
    strategy: InjectionStrategy = .singleton,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Provision {
    let each = each { key in .build { factory(key) } }
    return table.provide(Recipe(each, strategy, CallSite(fileID, line)))
  }

  /// Takes back what the current place provides for every key, see
  /// ``Injection/withdraw(fileID:line:)``.
  ///
  /// - Parameters:
  ///   - fileID: Where it is withdrawn; messages name it.
  ///   - line: Where it is withdrawn; messages name it.
  /// - Returns: Whether there was something to withdraw.
  @discardableResult
  public func withdraw(fileID: StaticString = #fileID, line: UInt = #line) -> Bool {
    table.withdraw(at: CallSite(fileID, line))
  }

  /// Whether a resolve of any key would find something, see ``Injection/isProvided``.
  public var isProvided: Bool {
    let isOverridden = table.newestOverride(in: .ambient) != nil
    return !isOverridden && alternatives.contains { $0.context.isActive() } || table.isProvided(in: .ambient)
  }

  /// Provides other instances while the process runs in a context, such as a preview.
  ///
  /// Chain it where the family is published, see ``Injection/when(_:instance:)``. The family that it returns has keys, and
  /// so instances, of its own; what is provided and overridden counts for both.
  ///
  /// - Parameters:
  ///   - context: When to build with `factory` instead.
  ///   - factory: Builds the other instance of a key, on the main actor.
  /// - Returns: The family to publish.
  public nonisolated func when(
    _ context: InjectionContext,
    _ factory: @escaping @MainActor (Key) -> Value
  ) -> InjectionFamily {
    let alternatives = alternatives + [(context, factory)]
    return InjectionFamily(table.recipe, table.facts?.purpose, alternatives) { self.kind(of: $0) }
  }
}
