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
  /// The record of the family itself.
  ///
  /// It holds the overrides that apply to every key, and is never resolved.
  let record: InjectionRecord

  /// The records of the keys that are in use.
  private(set) var keys = [Key: InjectionRecord]()
  private var threshold = CompactionThreshold()

  let factories: KeyFactories

  /// The factory of the family, and the factories of single keys.
  @MainActor final class KeyFactories {
    let common: @MainActor (Key) -> Value
    var separate = [Key: KeyFactory]()

    typealias KeyFactory = (strategy: InjectionStrategy?, factory: @MainActor () -> Value)

    nonisolated init(_ common: @escaping @MainActor (Key) -> Value) { self.common = common }

    /// The separate factory of a key of a family, if there is one.
    func separate(for key: Key, in family: InjectionRecord) -> KeyFactory? {
      Engine.runRestricted(.keyMethod(of: family)) { separate[key] }
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
    let record = InjectionRecord(.family(publishedAt: callSite), InjectionFamily.self, strategy)
    self.init(record: record, KeyFactories(factory))
  }

  nonisolated init(record: InjectionRecord, _ factories: KeyFactories) {
    self.record = record
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
    // The result is the replaced factory, which may own objects whose deinitializers use injections.
    Engine.change { _ in
      Engine.runRestricted(.keyMethod(of: record)) { factories.separate.updateValue((strategy, factory), forKey: key) }
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
    let known = Engine.runRestricted(.keyMethod(of: record)) { keys[key] }
    return Injection(record: known ?? Engine.change { removals in makeRecord(of: key, &removals) })
  }

  private func makeRecord(of key: Key, _ removals: inout Removals) -> InjectionRecord {
    let factory = Factory<Value>.build { [factories, record] in
      factories.separate(for: key, in: record)?.factory() ?? factories.common(key)
    }
    let provider = TypedProvider(publishing: factory, at: record.callSite)
    let strategy = factories.separate(for: key, in: record)?.strategy ?? record.strategy
    let kind = InjectionRecord.Kind.key(Box(key), of: record, provider)
    let keyRecord = InjectionRecord(kind, Value.self, strategy, record.publication)
    if threshold.isReached(by: keys.count) {
      removals.evictExpired(keys.values.flatMap(\.globalSlot.entries.elements))
      Engine.runRestricted(.keyMethod(of: record)) { forgetUnusedKeys(&removals) }
    }
    Engine.runRestricted(.keyMethod(of: record)) { keys[key] = keyRecord }
    return keyRecord
  }

  /// Forgets the keys whose record has no other reference, and that have neither an instance nor an override.
  private func forgetUnusedKeys(_ removals: inout Removals) {
    var kept = [Key: InjectionRecord]()
    var index = keys.startIndex
    while index != keys.endIndex {
      // The dictionary has to be the only owner of an unused record, so no variable may refer to it yet.
      let isReferenced = !isKnownUniquelyReferenced(&keys.values[index])
      let (key, keyRecord) = keys[index]
      removals.hold(keyRecord)
      let isInUse = keyRecord.globalSlot.holdAndCheckUse(&removals)
      if isReferenced || isInUse { kept[key] = keyRecord }
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
    Engine.change { removals in
      for scope in OverrideScope.current.reusedScopes {
        if scope.isGlobal { for key in keys.values { key.globalSlot.evictAll(&removals) } }
        for slot in scope.slots.values where slot.record?.family === record { slot.evictAll(&removals) }
      }
    }
  }
}
