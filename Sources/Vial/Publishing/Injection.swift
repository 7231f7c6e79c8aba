/// A published way to get an instance, and how long each instance is kept.
///
/// Publish it beside the implementation, as a static or a global constant, never as a computed property: that
/// publishes another injection at each use. Nothing is registered.
/// Any module that imports this one can consume it with ``Instance`` or ``resolve()``, and override
/// it.
///
/// ```swift
/// @MainActor public enum Services {
///   public static let weather = Injection<any WeatherService>(
///     strategy: .shared, instance: LiveWeatherService(http: httpClient.resolve()))
/// }
/// ```
///
/// It is isolated to the main actor. Its initializers are not, so any code may publish. Publishing
/// builds nothing. An `Injection` is a handle of one word; copies of it are the same injection.
@MainActor @frozen public struct Injection<Value>: Sendable {
  /// What was published, and what the injection has outside every scope.
  @usableFromInline let root: Root

  /// Publishes an instance that one expression builds.
  ///
  /// The expression runs on the main actor, each time an instance is needed.
  ///
  /// > Warning: Write `static let`. In `static var weather: Injection<…> { Injection(…) }` each use publishes
  /// > another injection: a singleton is built again, and nobody sees an override. A debug build says so on
  /// > standard error when such an injection goes while it is overridden.
  ///
  /// - Parameters:
  ///   - strategy: How long an instance is kept.
  ///   - instance: An expression that builds an instance.
  ///   - fileID: Where the injection is published; messages name it.
  ///   - line: Where the injection is published; messages name it.
  ///   - _: Leave it out. It keeps the compiler from reading a trailing closure as the instance.
  public nonisolated init(
    strategy: InjectionStrategy,
    instance: @escaping @MainActor @autoclosure () -> Value,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _: NoTrailingClosure? = nil
  ) {
    self.init(Recipe(Factory(.build(instance)), strategy, CallSite(fileID, line)))
  }

  /// Publishes an instance that needs more than one expression to build.
  ///
  /// ```swift
  /// @MainActor public let database = Injection<any Database>(strategy: .singleton) {
  ///   let url = databaseURL.resolve()
  ///   return SQLiteDatabase(url: url)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - strategy: How long an instance is kept.
  ///   - fileID: Where the injection is published; messages name it.
  ///   - line: Where the injection is published; messages name it.
  ///   - factory: Builds an instance. It runs on the main actor, each time an instance is needed.
  public nonisolated init(
    strategy: InjectionStrategy,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ factory: @escaping @MainActor () -> Value
  ) {
    self.init(Recipe(Factory(.build(factory)), strategy, CallSite(fileID, line)))
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
    _ factory: @escaping @MainActor () async throws -> Value
  ) { fatalError() }

  nonisolated init(_ recipe: consuming Recipe, _ facts: Facts? = nil) {
    root = Root(Value.self, recipe, facts)
  }

  @usableFromInline nonisolated init(root: Root) {
    self.root = root
  }

  /// The instance that the injection provides now, built if none is kept.
  ///
  /// ```swift
  /// let service = Services.weather.resolve()  // on the main actor
  ///
  /// nonisolated func limit() async -> Int {
  ///   await requestLimit.resolve()  // from anywhere, because Int is Sendable
  /// }
  /// ```
  ///
  /// A resolve costs one to two times as much as the code that you would write by hand:
  ///
  /// - `.singleton`: a static (benchmark “resolve a singleton”).
  /// - `.shared`: a weak static (benchmark “resolve a shared instance”).
  /// - `.onDemand`: a call of an object's initializer, about twice (benchmark “resolve an on-demand
  ///   instance”).
  ///
  /// It costs more for an injection of another module (benchmark “resolve a singleton of another module”)
  /// and in an override scope (benchmark “resolve a singleton 1 isolated scope deep”). It takes no lock,
  /// and it does not search by type or by name.
  ///
  /// > Warning: Stops the program when a factory needs the instance that it is building. The message
  /// > begins with "Dependency circle:" and names each declaration on the path.
  @inlinable @inline(never) public func resolve() -> Value {
    guard root.isShort else { return ambient() }
    switch root.content {
    case .kept(let box): return cast(box, to: Box<Value>.self).value
    default: return outside(for: nil)
    }
  }

  /// The instance that is alive in the injection's cache, if there is one.
  ///
  /// Builds nothing. It is always `nil` for an `.onDemand` injection, and for a `.shared` value that
  /// no consumer holds. It does not ask the check of a `.cached` strategy: an expired instance is
  /// alive until a resolve replaces it.
  ///
  /// > Warning: Stops the program when injections are overridden with each other in a circle that
  /// > could not be found when the overrides were made.
  public var current: Value? {
    root.current(in: .ambient)?.alive.value(as: Value.self)
  }

  /// Releases the instances that the injection has cached, those of its overrides included.
  ///
  /// The next resolve builds a new instance. Consumers keep the instances that they hold, and
  /// overrides stay. In an override scope it releases the instances that this scope sees: its own, and
  /// those outside that it inherits. It never touches the instances of other scopes.
  ///
  /// ```swift
  /// rates.clear()  // the next resolve loads them again
  /// ```
  public func clear() {
    Slot.empty(OverrideScope.ambient.lenders.flatMap(root.slots))
  }

  var declaration: InjectionDeclaration { root.declaration }
}

// MARK: - Hashable

extension Injection: nonisolated Hashable {
  /// Whether both are the same injection, published once.
  public nonisolated static func == (lhs: Injection, rhs: Injection) -> Bool {
    lhs.root === rhs.root
  }

  /// Hashes the identity of the injection.
  public nonisolated func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(root))
  }
}

/// The type of a parameter that nobody passes: without it, the compiler would read a trailing closure that
/// awaits or throws as the instance itself.
@_documentation(visibility: internal)
public typealias NoTrailingClosure = () -> Never
