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
/// Isolated to the main actor. A resolve costs two dictionary lookups more than that of an
/// injection. Keys that nobody uses are forgotten: a `.shared` or `.onDemand` family stays as large
/// as twice the keys in use, whatever number of keys has passed through it.
@MainActor
public final class InjectionFamily<Key: Hashable, Value> {
  private let stage: Injection<FamilyStage<Key, Value>>
  private let published: PublishedKeys<Key, Value>
  private let callSite: CallSite
  private let members = KeyedInjections<Key, Value>()

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
    let published = PublishedKeys<Key, Value>(strategy: strategy)
    callSite = CallSite(fileID, line)
    self.published = published
    stage = Injection(
      base: StageLayer(
        recipe: .build {
          FamilyStage(published.strategy(of:)) { key in
            (published.recipes[key]?.factory ?? factory)(key)
          }
        },
        strategy: .singleton,
        callSite: callSite
      )
    )
  }

  /// The injection of one key, to consume, to override or to resolve.
  ///
  /// An override of it beats one of the family. Builds no instance.
  ///
  /// - Parameter key: The key.
  public subscript(key: Key) -> Injection<Value> {
    members.injection(of: key) {
      let stage = stage
      let callSite = callSite
      return Injection(
        base: MemberLayer(
          key,
          .forward { stage.resolve().injection(of: key, callSite) },
          .onDemand,
          callSite,
          inherited: published.strategy(of: key),
          isOverridden: { stage.isOverridden }
        )
      )
    } isIdle: {
      $0.newest == nil
    }
  }

  /// The instance of one key, built if the strategy asks for it.
  ///
  /// - Parameter key: The key.
  /// - Returns: What `family[key].resolve()` returns.
  public func resolve(_ key: Key) -> Value {
    self[key].resolve()
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
    published.recipes[key] = .init(strategy: strategy) { _ in factory() }
    return self
  }

  /// Replaces what every key provides, published keys included, until the override is rolled back.
  ///
  /// An override of one key beats it. Nothing is built here.
  ///
  /// ```swift
  /// formatter.override(with: { locale in FixedFormatter(locale) })
  /// ```
  ///
  /// - Parameters:
  ///   - factory: Builds the replacement of a key, on the main actor.
  ///   - strategy: The replacements' lifetime; that of each key when `nil`.
  ///   - fileID: Where the override is made; lists and messages name it.
  ///   - line: Where the override is made; lists and messages name it.
  /// - Returns: A token that rolls back exactly this override.
  @discardableResult
  public func override(
    with factory: @escaping @MainActor (Key) -> Value,
    strategy: InjectionStrategy? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Override {
    let published = published
    return stage.override(
      with: FamilyStage(
        { strategy ?? published.strategy(of: $0) },
        factory,
        overriddenAt: CallSite(fileID, line)
      ),
      fileID: fileID,
      line: line
    )
  }

  /// Removes the newest override of the family in the current override scope.
  ///
  /// - Returns: Whether there was one; overrides of single keys do not count.
  @discardableResult
  public func rollbackOverride() -> Bool {
    stage.rollbackOverride()
  }

  /// How many keys are remembered; what the tests of boundedness look at.
  var rememberedKeys: Int { members.count + stage.resolve().rememberedKeys }
}
