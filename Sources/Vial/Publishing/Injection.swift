/// A published way to obtain an instance, with the lifetime that instances have.
///
/// Publish it beside the implementation, as a global or a static constant; nothing is registered.
/// Any module that imports this one can consume it with ``Instance`` or ``resolve()``, and override
/// it.
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
  /// What was published, and what overrides it outside scopes.
  @usableFromInline let root: Root<Value>

  /// Publishes an instance that one expression builds.
  ///
  /// The expression runs on the main actor, when an instance is needed, each time one is needed.
  ///
  /// - Parameters:
  ///   - strategy: How long an instance is kept.
  ///   - instance: An expression that builds an instance.
  ///   - fileID: Where the injection is published; messages name it.
  ///   - line: Where the injection is published; messages name it.
  ///   - noClosure: Leave it out. It takes a trailing closure away from `instance`: that is a factory,
  ///     not an instance that is a closure.
  public nonisolated init(
    strategy: InjectionStrategy,
    instance: @escaping @MainActor @autoclosure () -> Value,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ noClosure: (() -> Never)? = nil
  ) {
    root = Root(recipe: .build(instance), strategy: strategy, callSite: CallSite(fileID, line))
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
    root = Root(recipe: .build(factory), strategy: strategy, callSite: CallSite(fileID, line))
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
    _ factory: @escaping @MainActor () async throws -> Value
  ) {
    fatalError()
  }

  nonisolated init(root: Root<Value>) {
    self.root = root
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
  /// call of the initializer for an `.onDemand`; in an override scope, one task-local more. Takes no
  /// lock and looks nothing up.
  ///
  /// > Warning: Stops the program when building needs the instance that is being built, with
  /// > "Dependency circle:" and the path of declarations.
  @inlinable
  public func resolve() -> Value {
    if Detour.reasons == 0, root.link == nil, root.cache == .kept { return root.kept }
    var holder = Holder.none
    return root.provide(&holder)
  }

  /// The instance that is alive in the injection's cache, if any; builds nothing.
  ///
  /// Always `nil` for an `.onDemand` injection, and for a `.shared` value that no consumer holds.
  /// A check of a `.cached` strategy is not asked: an instance that has expired is alive until a
  /// resolve replaces it.
  ///
  /// > Warning: Stops the program when injections are overridden with each other in a circle that
  /// > no override could see.
  public var current: Value? {
    let scope = OverrideScope.ambient
    let end = root.destination(from: root.top(in: scope), in: scope)
    var holder = Holder.none
    return end.root.alive(end.layer, in: scope, asking: false).map { Slot.load($0, &holder) }
  }

  /// Lets go of what is cached, here, in every layer of the stack; the next resolve builds anew.
  ///
  /// What a consumer holds it keeps. In an override scope this releases what that scope sees: its own
  /// instances, and those outside that it inherits. What other scopes keep is never touched.
  ///
  /// ```swift
  /// rates.clear()  // the next resolve loads them again
  /// ```
  public func clear() {
    AnySlot.empty(root.slots(seenFrom: OverrideScope.ambient))
  }

  var declaration: InjectionDeclaration { root.declaration }
}
