/// A published way to get an instance, with a strategy that determines how long each instance is cached.
///
/// Publish an injection next to the implementation, as a static or global constant. Any module that imports the
/// implementation's module can consume it with ``Instance`` or ``resolve()``, and override it.
///
/// ```swift
/// @MainActor public enum Services {
///   public static let weather = Injection<any WeatherService>(
///     strategy: .shared, instance: LiveWeatherService(http: httpClient.resolve()))
/// }
/// ```
///
/// Publishing builds nothing. The initializers are nonisolated; everything else is isolated to the main actor. A value of
/// this type is one reference, and all copies of it are the same injection.
@MainActor public struct Injection<Value>: Sendable {
  @usableFromInline let record: InjectionRecord

  /// Publishes an instance that one expression builds.
  ///
  /// > Warning: Publish with `static let`. A computed property, `static var weather: Injection<…> { Injection(…) }`,
  /// > publishes another injection at each use, so a singleton is built again and an override has no effect. Debug builds
  /// > report such a property on standard error.
  ///
  /// - Parameters:
  ///   - strategy: How long an instance is cached.
  ///   - instance: The expression that builds an instance. It is evaluated on the main actor, when an instance is needed.
  ///   - fileID: The file to name in diagnostics.
  ///   - line: The line to name in diagnostics.
  ///   - function: The declaration that contains the call, for diagnostics.
  ///   - _: A parameter that keeps the compiler from using a trailing closure as the instance.
  public nonisolated init(
    strategy: InjectionStrategy,
    instance: @escaping @MainActor @autoclosure () -> Value,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    function: StaticString = #function,
    _: (() -> Never)? = nil
  ) {
    let callSite = CallSite(fileID, line, publishedIn: function)
    self.init(.build(instance), strategy, callSite)
  }

  /// Publishes an instance that a closure builds.
  ///
  /// ```swift
  /// @MainActor public let database = Injection<any Database>(strategy: .singleton) {
  ///   let url = databaseURL.resolve()
  ///   return SQLiteDatabase(url: url)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - strategy: How long an instance is cached.
  ///   - fileID: The file to name in diagnostics.
  ///   - line: The line to name in diagnostics.
  ///   - function: The declaration that contains the call, for diagnostics.
  ///   - factory: The closure that builds an instance. It runs on the main actor, when an instance is needed.
  public nonisolated init(
    strategy: InjectionStrategy,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    function: StaticString = #function,
    _ factory: @escaping @MainActor () -> Value
  ) {
    let callSite = CallSite(fileID, line, publishedIn: function)
    self.init(.build(factory), strategy, callSite)
  }

  nonisolated init(
    _ factory: Factory<Value>,
    _ strategy: InjectionStrategy,
    _ callSite: CallSite,
    _ publication: Publication = Publication()
  ) {
    let provider = TypedProvider(publishing: factory, at: callSite)
    self.init(record: InjectionRecord(.plain(provider), Value.self, strategy, publication))
  }

  nonisolated init(record: InjectionRecord) { self.record = record }

  /// The published provider.
  nonisolated var publishedProvider: TypedProvider<Value> { cast(record.publishedProvider) }

  /// Returns the current instance, building one if necessary.
  ///
  /// ```swift
  /// let service = Services.weather.resolve()  // on the main actor
  ///
  /// nonisolated func limit() async -> Int {
  ///   await requestLimit.resolve()  // from any isolation, because Int is Sendable
  /// }
  /// ```
  ///
  /// A resolve takes no lock and does not search by type or name. It takes several times as long as reading a static property
  /// or calling an initializer, and in an override scope longer, because each scope that the current one sees is searched.
  ///
  /// > Warning: Stops the program if the factory needs the instance that it is building. The message begins with
  /// > "Dependency cycle:" and lists the injections of the cycle with their lines.
  public func resolve() -> Value {
    assertMainActor()
    return record.resolve(in: .current).value(as: Value.self)
  }

  /// The cached instance, if there is one.
  ///
  /// Reading this property builds nothing and runs no validity check, so it can return an instance that has expired. The
  /// property is `nil` for an `.onDemand` injection, for a `.shared` value, and for an injection whose override or
  /// implementation is another injection.
  public var current: Value? {
    guard let box = record.currentInstance(in: .current) else { return nil }
    return box.value(as: Value.self)
  }

  /// Evicts the cached instances of the injection, including the instances of its overrides.
  ///
  /// The next resolve builds an instance. Consumers keep their instances, and overrides stay in force. In an override
  /// scope, this evicts the instances of that scope, and the instances outside that the scope reuses.
  ///
  /// ```swift
  /// rates.clear()  // the next resolve loads the rates again
  /// ```
  public func clear() { record.clear(in: .current) }
}

// MARK: - Hashable

extension Injection: nonisolated Hashable {
  /// Returns whether two values are the same injection.
  public nonisolated static func == (lhs: Injection, rhs: Injection) -> Bool { lhs.record === rhs.record }

  /// Hashes the identity of the injection.
  public nonisolated func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(record)) }
}
