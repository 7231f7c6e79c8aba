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
/// Equality of keys decides, and each key has an instance of its own. With an enum as the key, a
/// mistyped one does not compile; with a string it would silently be another key.
///
/// Isolated to the main actor. A resolve costs one dictionary lookup more than that of an
/// injection. Keys that nobody uses are forgotten: a `.shared`, `.onDemand` or expiring family stays
/// as large as twice the keys in use, whatever number of keys has passed through it.
@MainActor
public final class InjectionFamily<Key: Hashable, Value> {
  /// The family's own stack: what is published for every key, and the overrides of every key.
  let table: Injection<FamilyRecipe<Key, Value>>

  private let family: FamilyPublication<Key, Value>
  private let published: PublishedKeys<Key, Value>
  @usableFromInline let members = KeyedInjections<Key, Value>()

  /// Publishes a family.
  ///
  /// - Parameters:
  ///   - strategy: How long the instance of each key is kept.
  ///   - fileID: Where the family is published; messages name it.
  ///   - line: Where the family is published; messages name it.
  ///   - factory: Builds the instance of a key; runs on the main actor each time one is needed.
  public nonisolated init(
    strategy: InjectionStrategy,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ factory: @escaping @MainActor (Key) -> Value
  ) {
    let recipe = FamilyRecipe<Key, Value>(strategy) { key in .build { factory(key) } }
    family = FamilyPublication(recipe)
    table = Injection(
      root: Root(
        recipe: .published(family),
        strategy: .onDemand,
        callSite: CallSite(fileID, line)
      )
    )
    published = PublishedKeys(strategy: strategy, factory: factory)
  }

  /// Says what to publish instead of a factory that waits or throws.
  @available(
    *,
    unavailable,
    message:
      "a factory cannot await or throw: publish a Task, a Result, or an actor that connects itself"
  )
  public nonisolated convenience init(
    strategy: InjectionStrategy,
    _ factory: @escaping @MainActor (Key) async throws -> Value
  ) {
    fatalError()
  }

  private nonisolated init(
    _ family: FamilyPublication<Key, Value>,
    _ table: Injection<FamilyRecipe<Key, Value>>,
    _ published: PublishedKeys<Key, Value>
  ) {
    self.family = family
    self.table = table
    self.published = published
  }

  /// The injection of one key, to consume, to override or to resolve.
  ///
  /// An override of it beats one of the family. Builds no instance.
  ///
  /// - Parameter key: The key.
  @inlinable public subscript(key: Key) -> Injection<Value> {
    members.injections[key] ?? makeInjection(of: key)
  }

  @usableFromInline
  func makeInjection(of key: Key) -> Injection<Value> {
    let root = Root(
      recipe: .published(MemberPublication(key, of: family, in: table.root, published)),
      strategy: published.strategy(of: key),
      callSite: table.root.callSite
    )
    return members.add(Injection(root: root), for: key)
  }

  /// The instance of one key, built if the strategy asks for it.
  ///
  /// - Parameter key: The key.
  /// - Returns: What `family[key].resolve()` returns.
  @inlinable
  public func resolve(_ key: Key) -> Value {
    self[key].resolve()
  }

  /// Lets go of what is cached for every key, here, in every layer of the stacks.
  ///
  /// As ``Injection/clear()`` does for one key.
  public func clear() {
    let scope = OverrideScope.ambient
    AnySlot.empty(members.all.flatMap { $0.root.slots(seenFrom: scope) })
  }

  /// Publishes a recipe, and if need be a lifetime, of one key's own.
  ///
  /// ```swift
  /// @MainActor let friends = InjectionFamily<User, any Friends>(strategy: .shared) { user in
  ///   RemoteFriends(of: user)
  /// }.publish(.me) { PropertyListFriends() }
  /// ```
  ///
  /// What is cached for the key stays; publish where the family is published. An override of the
  /// family covers the key too.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - strategy: How long its instance is kept; as the family's when `nil`.
  ///   - factory: Builds its instance, on the main actor.
  /// - Returns: This family.
  @discardableResult
  public func publish(
    _ key: Key,
    strategy: InjectionStrategy? = nil,
    _ factory: @escaping @MainActor () -> Value
  ) -> InjectionFamily {
    published.publish(key, .init(strategy: strategy, factory: factory))
    return self
  }

  /// How many keys are remembered; what the tests of boundedness look at.
  var rememberedKeys: Int { members.count }
}

// MARK: - Publishing

extension InjectionFamily {
  /// Publishes a family that another module has to provide, see ``Injection/required(_:fileID:line:)``.
  ///
  /// - Parameters:
  ///   - purpose: What to provide, in words for whoever forgot to.
  ///   - fileID: Where the family is published; messages name it.
  ///   - line: Where the family is published; messages name it.
  /// - Returns: A family that provides nothing until `provide` is called.
  public nonisolated static func required(
    _ purpose: String,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> InjectionFamily {
    let family = FamilyPublication<Key, Value>(nil, purpose: purpose)
    let root = Root(
      recipe: .published(family),
      strategy: .onDemand,
      callSite: CallSite(fileID, line)
    )
    let published = PublishedKeys<Key, Value>(strategy: .singleton, factory: nil)
    return InjectionFamily(family, Injection(root: root), published)
  }

  /// Provides every key of a ``required(_:fileID:line:)`` family, until it is withdrawn.
  ///
  /// - Parameters:
  ///   - factory: Builds the instance of a key, on the main actor.
  ///   - strategy: How long the instance of each key is kept.
  ///   - fileID: Where it is provided; messages name it.
  ///   - line: Where it is provided; messages name it.
  /// - Returns: A token that withdraws it.
  @discardableResult
  public func provide(
    with factory: @escaping @MainActor (Key) -> Value,
    strategy: InjectionStrategy = .singleton,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Provision {
    let callSite = CallSite(fileID, line)
    guard family.isRequired else { Fault.notRequired(table.declaration, at: callSite) }
    let recipe = FamilyRecipe<Key, Value>(strategy) { key in .build { factory(key) } }
    return table.provide(.build { recipe }, .onDemand, callSite)
  }

  /// Whether a required family is provided, as can be seen here.
  public var isProvided: Bool { !family.isRequired || table.isProvided }

  /// Publishes other instances for processes that are started in some way.
  ///
  /// Chain it where the family is published, see ``Injection/when(_:instance:)``.
  ///
  /// - Parameters:
  ///   - context: When to build with `factory` instead.
  ///   - factory: Builds the other instance of a key, on the main actor.
  /// - Returns: The family to publish.
  public nonisolated func when(
    _ context: InjectionContext,
    _ factory: @escaping @MainActor (Key) -> Value
  ) -> InjectionFamily {
    InjectionFamily(family, table, published.when(context, factory))
  }
}
