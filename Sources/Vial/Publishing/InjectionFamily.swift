/// One injection for each key: an account, a locale, a named configuration.
///
/// ```swift
/// @MainActor public let formatter = InjectionFamily<Locale, any TimeFormatter>(
///   strategy: .shared) { locale in LocalizedFormatter(locale) }
///
/// let swiss = formatter.resolve(Locale(identifier: "de_CH"))
/// @Instance(formatter[.current]) var current
/// ```
///
/// Equal keys are one key, which has its own instance. Use an enumeration as the key if you can: a misspelled
/// case does not compile, but a misspelled string is another key. The methods of a key (`==`, `hash(into:)` and
/// `description`) must not use injections.
///
/// A family is isolated to the main actor. A resolve looks up the key in a dictionary, which takes several times as long
/// as resolving a singleton. A family forgets the keys that have neither an instance nor an override.
@MainActor public final class InjectionFamily<Key: Hashable, Value> {
  /// The storage of the family itself.
  ///
  /// It holds the overrides that apply to every key, and is never resolved.
  let storage: InjectionStorage

  /// The storages of the keys that are in use.
  private(set) var keys = [Key: InjectionStorage]()
  private var threshold = CompactionThreshold()

  let factories: KeyFactories

  /// The factory of the family, and the factories of single keys.
  @MainActor final class KeyFactories {
    let common: @MainActor (Key) -> Value
    var separate = [Key: KeyFactory]()

    typealias KeyFactory = (strategy: InjectionStrategy?, factory: @MainActor () -> Value)

    nonisolated init(_ common: @escaping @MainActor (Key) -> Value) { self.common = common }

    /// The separate factory of a key of a family, if there is one.
    func separate(for key: Key, in family: InjectionStorage) -> KeyFactory? {
      InjectionOperation.runRestricted(.keyMethod(of: family)) { separate[key] }
    }

    func copy() -> KeyFactories {
      let copy = KeyFactories(common)
      copy.separate = separate
      return copy
    }
  }

  /// Publishes a family.
  ///
  /// - Parameters:
  ///   - strategy: How long the instance of each key is cached.
  ///   - fileID: The file to name in diagnostics.
  ///   - line: The line to name in diagnostics.
  ///   - function: The declaration that contains the call, for diagnostics.
  ///   - factory: The closure that builds the instance of a key. It runs on the main actor, when an instance is needed.
  public nonisolated convenience init(
    strategy: InjectionStrategy,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    function: StaticString = #function,
    _ factory: @escaping @MainActor (Key) -> Value
  ) {
    let callSite = CallSite(fileID, line, publishedIn: function)
    let storage = InjectionStorage(InjectionFamily.self, Provider(strategy, callSite))
    self.init(storage: storage, KeyFactories(factory))
  }

  nonisolated init(storage: InjectionStorage, _ factories: KeyFactories) {
    self.storage = storage
    self.factories = factories
  }

  /// Publishes a factory for one key, and optionally another strategy.
  ///
  /// ```swift
  /// @MainActor let friends = InjectionFamily<User, any Friends>(strategy: .shared) { user in
  ///   RemoteFriends(of: user)
  /// }.publish(.me) { PropertyListFriends() }
  /// ```
  ///
  /// Chain this method where the family is published. A key that has been used keeps its strategy and its instance. An
  /// override of the family also replaces this factory.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - strategy: How long the instance of the key is cached; `nil` for the strategy of the family.
  ///   - factory: The closure that builds the instance of the key, on the main actor.
  /// - Returns: This family.
  @discardableResult public func publish(
    _ key: Key,
    strategy: InjectionStrategy? = nil,
    _ factory: @escaping @MainActor () -> Value
  ) -> InjectionFamily {
    _ = InjectionOperation.perform {
      // The replaced factory is released after the operation, because it may own objects that use injections.
      InjectionOperation.runRestricted(.keyMethod(of: storage)) {
        factories.separate.updateValue((strategy, factory), forKey: key)
      }
    }
    return self
  }

  /// The injection of one key, to consume, override or resolve like any other.
  ///
  /// This builds no instance. An override of one key takes precedence over an override of the family.
  ///
  /// - Parameter key: The key.
  public subscript(key: Key) -> Injection<Value> {
    assertMainActor()
    let known = InjectionOperation.runRestricted(.keyMethod(of: storage)) { keys[key] }
    return Injection(storage: known ?? InjectionOperation.perform { makeStorage(of: key) })
  }

  private func makeStorage(of key: Key) -> InjectionStorage {
    let provider = TypedProvider<Value>(
      .build { [factories, storage] in factories.separate(for: key, in: storage)?.factory() ?? factories.common(key) },
      factories.separate(for: key, in: storage)?.strategy ?? storage.publishedProvider.strategy,
      storage.publishedProvider.callSite
    )
    let keyStorage = InjectionStorage(Value.self, provider, storage.publication, key: Box(key), of: storage)
    if threshold.isReached(by: keys.count + 1) {
      CacheEntry.evictExpired(in: keys.values.flatMap(\.globalSlot.entries.elements))
      InjectionOperation.runRestricted(.keyMethod(of: storage)) { forgetUnusedKeys() }
    }
    InjectionOperation.runRestricted(.keyMethod(of: storage)) { keys[key] = keyStorage }
    return keyStorage
  }

  /// Forgets the keys whose storage has no other reference, and that have neither an instance nor an override.
  private func forgetUnusedKeys() {
    var kept = [Key: InjectionStorage]()
    var index = keys.startIndex
    while index != keys.endIndex {
      // The dictionary has to be the only owner of an unused storage, so no variable may refer to it yet.
      let isReferenced = !isKnownUniquelyReferenced(&keys.values[index])
      let (key, keyStorage) = keys[index]
      InjectionOperation.releaseLater(keyStorage)
      let isInUse = keyStorage.globalSlot.retainAndCheckUse()
      if isReferenced || isInUse { kept[key] = keyStorage }
      keys.formIndex(after: &index)
    }
    keys = kept
    threshold.reset(afterKeeping: keys.count)
  }

  /// Returns the current instance of one key, building one if necessary.
  ///
  /// - Parameter key: The key.
  /// - Returns: The instance, as `family[key].resolve()` returns it.
  public func resolve(_ key: Key) -> Value { self[key].resolve() }

  /// Evicts the cached instances of every key, including the instances of overrides.
  ///
  /// In an override scope, this evicts the instances of that scope, and the instances outside that the scope reuses.
  public func clear() {
    InjectionOperation.perform {
      for scope in OverrideScope.current.reusedScopes {
        if scope.isGlobal { for key in keys.values { key.globalSlot.evictEntries() } }
        for slot in scope.slots.all where slot.storage?.family === storage { slot.evictEntries() }
      }
    }
  }
}
