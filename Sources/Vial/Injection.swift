/// A published way to obtain an instance, with the lifetime that instances have.
///
/// Publish it beside the implementation, as a global or a static constant; nothing is registered.
/// Whoever imports the module can consume it with ``Instance`` or ``resolve()``, and override it.
///
/// ```swift
/// @MainActor public let weather = Injection<any WeatherService>(
///   strategy: .shared, instance: LiveWeatherService(http: httpClient.resolve()))
/// ```
///
/// Isolated to the main actor; the initializers are not, so that any code may publish. Publishing
/// builds nothing. An injection is two allocations, about 160 bytes together.
@MainActor
public final class Injection<Value> {
  /// The published recipe, at the bottom of the stack.
  @usableFromInline let base: Layer<Value>

  /// The newest override outside every override scope, at the top of the stack.
  @safe @exclusivity(unchecked) @usableFromInline var newest: OverrideLayer<Value>?

  /// Publishes an instance that one expression builds.
  ///
  /// The expression runs on the main actor, when an instance is needed, each time one is needed.
  ///
  /// - Parameters:
  ///   - strategy: How long an instance is kept.
  ///   - instance: An expression that builds an instance.
  ///   - fileID: Where the injection is published; messages name it.
  ///   - line: Where the injection is published; messages name it.
  @_disfavoredOverload  // A trailing closure is a factory, not an instance that is a closure.
  public nonisolated init(
    strategy: InjectionStrategy,
    instance: @escaping @MainActor @autoclosure () -> Value,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    base = Layer(recipe: .build(instance), strategy: strategy, callSite: CallSite(fileID, line))
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
  ///   - factory: Builds an instance; runs on the main actor each time one is needed.
  public nonisolated init(
    strategy: InjectionStrategy,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ factory: @escaping @MainActor () -> Value
  ) {
    base = Layer(recipe: .build(factory), strategy: strategy, callSite: CallSite(fileID, line))
  }

  nonisolated init(base: Layer<Value>) {
    self.base = base
  }

  /// The instance that the injection provides now, built if the strategy asks for it.
  ///
  /// ```swift
  /// let service = weather.resolve()  // on the main actor
  ///
  /// nonisolated func limit() async -> Int {
  ///   await requestLimit.resolve()  // from anywhere, because Int is Sendable
  /// }
  /// ```
  ///
  /// Costs what a static property costs for a `.singleton`, a weak one for a `.shared`, a direct
  /// call of the initializer for an `.onDemand`. Takes no lock and looks nothing up.
  ///
  /// > Warning: Stops the program when building needs the instance that is being built, with
  /// > "Dependency circle:" and the path of declarations.
  @inlinable
  public func resolve() -> Value {
    if Detour.reasons == 0, newest == nil, base.cache == .kept { return base.kept }
    var holder = Holder.none
    return provide(&holder)
  }

  /// The instance that is alive in the injection's cache, if any; builds nothing.
  ///
  /// Always `nil` for an `.onDemand` injection, and for a `.shared` value that no consumer holds.
  /// A check of a `.cached` strategy is not asked: an instance that has expired is alive until a
  /// resolve replaces it.
  public var current: Value? {
    layer(in: OverrideScope.ambient).peek()
  }
}

// MARK: - Layers

extension Injection {
  @inlinable
  func provide(_ holder: inout Holder) -> Value {
    if Detour.reasons != 0 { return detour(in: OverrideScope.current, &holder) }
    if let newest { return newest.provide(&holder) }
    return base.provide(&holder)
  }

  /// The long way round, when override scopes are open or someone observes.
  @usableFromInline
  func detour(in scope: OverrideScope?, _ holder: inout Holder) -> Value {
    if let scope { checkStrictness(in: scope) } else { OverrideScope.settle() }
    return layer(in: scope).provideObserved(&holder)
  }

  /// Provides for an injection that was overridden with this one, which nobody has to override too.
  func provideForwarded(_ holder: inout Holder) -> Value {
    if Detour.reasons == 0 { return layer(in: nil).provide(&holder) }
    return layer(in: OverrideScope.current).provideObserved(&holder)
  }

  /// What provides the instance in `scope`, or outside every scope.
  func layer(in scope: OverrideScope?) -> Layer<Value> {
    guard let scope else { return newest ?? base }
    return scope.layer(of: self)
  }

  var declaration: InjectionDeclaration { base.declaration }
}
