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
  let keys: FamilyKeys<Key, Value>

  nonisolated var record: InjectionRecord { keys.family }

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
    let record = InjectionRecord(.family(FamilyState(publishedAt: callSite)), InjectionFamily.self, strategy)
    self.init(record: record, KeyFactories(factory))
  }

  nonisolated init(record: InjectionRecord, _ factories: KeyFactories<Key, Value>) {
    keys = FamilyKeys(of: record, factories)
  }

  /// Returns a family with other options, which shares no instances or overrides with this one.
  func copy(_ publication: Publication) -> InjectionFamily {
    InjectionFamily(record: record.copy(publication), keys.factories.copy())
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
    keys.publish(key, (strategy, factory))
    return self
  }

  /// The injection of one key, to consume, override or resolve like any other.
  ///
  /// This builds no instance. An override of one key takes precedence over an override of the family.
  ///
  /// - Parameter key: The key.
  public subscript(key: Key) -> Injection<Value> { Injection(record: keys.findOrAddRecord(of: key)) }

  /// Returns the current instance of one key, building one if necessary.
  ///
  /// - Parameter key: The key.
  /// - Returns: The instance, as `family[key].resolve()` returns it.
  public func resolve(_ key: Key) -> Value { self[key].resolve() }

  /// Evicts the cached instances of every key, including the instances of overrides.
  ///
  /// In an override scope, this evicts the instances of that scope, and the instances outside that the scope reuses.
  public func clear() { record.clearKeys(in: .current) }
}
