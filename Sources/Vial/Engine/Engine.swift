/// The engine: every use of injections that can change a list or call a factory is an operation.
///
/// There are two kinds of operation. Both are nested, because factories, deinitializers and release actions use injections.
///
/// - `perform` may run code of the application: a resolve, a read of a consumer that resolves, the opening of a scope, and the beginning
///   of an observation. It cannot remove anything.
/// - `change` may remove something from lists: an override, a rollback, a clearing, the end of a scope, the caching of an instance.
///   Its body runs no code of the application but restricted code, so all other code finds consistent lists.
///
///     perform ─ begin ─ body ─────────────────────────────────────────────────────── end
///     change ── begin ─ body ───────────── release ──────────────────── report ───── end
///                       changes lists,     runs actions and             the events   the outermost
///                       evicts instances   deinitializers, the newest   of the       operation delivers
///                                          instance first               change       all events
///
/// Both stop the program where they begin in restricted code. A resolve goes from the handle of the application to the instance:
///
///     Injection ─▶ InjectionRecord ─▶ Slot ─┬▶ Provider     which provider: InjectionRecord+Provider.swift
///                  one for each       one   └▶ CacheEntry   which instance: InjectionRecord+Instance.swift
///                  injection or key   for each scope        which scopes: OverrideScope+Relations.swift
///
/// If there is no valid instance, `runBuild` calls the factory, and `InjectionRecord+Caching.swift` decides whether to cache.
///
/// `InjectionRecord+Overrides.swift`, `+Implementations` and `OverrideScope+Changes.swift` contain the other changes, `Frame.swift` what
/// runs in an operation, and `RestrictedCode.swift` the code that must not use injections. This type owns the state of operations;
/// `Moment` owns the counter of moments, `OverrideScope` the seal, and `TestHooks` the hooks of `VialTesting`.
@MainActor package enum Engine {
  // MARK: State

  /// The number of operations that are running.
  private static var depth = 0

  /// The activities that are running, the outermost first.
  @safe @exclusivity(unchecked) private(set) static var frames: [Frame] = []

  /// The number of frames of builds, which only `runBuild` changes.
  private static var buildCount = 0

  /// The code of the application that is running and must not use injections.
  private static var restrictedCode: RestrictedCode?

  /// The number of deliveries of events so far: one at the end of each outermost operation while there is an observer.
  package private(set) static var deliveryCount = 0

  /// The observers, and the events that they will receive; `nil` while nobody observes.
  private(set) static var observers: Observers?

  private static var isDelivering = false

  #if DEBUG
  /// Whether the body of a change is running.
  private static var isChanging = false
  #endif

  // MARK: Operations

  /// Runs an operation that may run code of the application, and returns the result of its body.
  ///
  /// This stops the program while restricted code is running.
  static func perform<R>(_ body: () -> R) -> R {
    begin()
    let result = body()
    end()
    return result
  }

  /// Runs an operation that may remove something from lists, releases the removed objects, and reports its event.
  ///
  /// The result is retained until the operation has ended, so a body can also return a removed object.
  ///
  /// - Parameters:
  ///   - body: Changes the lists. It runs no code of the application but restricted code, and reports no event.
  ///   - events: Returns the events of the change in their order, if there is an observer; none if nothing was changed.
  /// - Returns: The result of the body.
  @discardableResult static func change<R>(
    _ body: (_ removals: inout Removals) -> R,
    events: (R) -> [InjectionEvent] = { _ in [] }
  ) -> R {
    begin()
    #if DEBUG
    isChanging = true
    #endif
    var removals = Removals()
    let result = body(&removals)
    #if DEBUG
    isChanging = false
    if Invariants.areChecked { Invariants.checkCurrentScopes() }
    #endif
    release(&removals)
    if isObserved { report(events(result)) }
    end()
    return result
  }

  @inline(never) private static func begin() {
    assertMainActor()
    if let restrictedCode { FatalError.restrictedCodeUsesInjections(restrictedCode) }
    #if DEBUG
    assert(!isChanging, "Code of the application runs while an operation changes lists.")
    #endif
    depth += 1
  }

  @inline(never) private static func end() {
    depth -= 1
    if depth > 0 { return }
    assert(frames.isEmpty && buildCount == 0, "\(buildCount) builds have not ended: \(frames)")
    #if DEBUG
    if Invariants.areChecked { Invariants.checkCurrentScopes() }
    #endif
    if isObserved { deliverEvents() }
  }

  /// Releases the objects that a change has removed: the most recently cached instance first, each in the scope that has cached it,
  /// and then the objects that the change has held.
  @inline(never) private static func release(_ removals: inout Removals) {
    if removals.isEmpty { return }
    frames.append(.releasing)
    removals.sortByAge()
    while let entry = removals.popEntry() { entry.release() }
    removals = Removals()
    frames.removeLast()
  }

  // MARK: Activities

  /// Runs the read of a consumer, by code of a scope, or of the scope of the consumer if the scope is `nil`.
  static func runRead(of consumer: AnyConsumer, from scope: OverrideScope?, _ body: () -> Void) {
    frames.append(.reading(consumer, from: scope))
    body()
    frames.removeLast()
  }

  // MARK: Builds

  /// The number of builds of one injection, or of the keys of one family, that can be nested.
  ///
  /// Inside its own build, an injection can be built only in another scope, and a family only for another key. Neither is a cycle.
  /// Without this limit, an endless recursion would overflow the stack without a message.
  private static let maximumNestedBuilds = 500

  /// Builds an instance with the factory of a provider, and caches the instance, unless it must not be reused.
  ///
  /// Everything that is true only during a build begins and ends here. No observer is called during the build, because events are
  /// delivered when the outermost operation has ended. An observer that builds runs around its build.
  ///
  /// This stops the program if the same instance is being built already. A search for that build is necessary only if the
  /// provider is building, which keeps chains of factories and of decorators linear.
  static func runBuild(of record: InjectionRecord, by provider: Provider, in scope: OverrideScope) -> AnyBox {
    if provider.runningBuilds > 0 { stopIfCyclic(record, provider, in: scope) }
    let buildBegan = Moment.latest
    let family = provider.publishedFamily(of: record)?.familyState
    provider.runningBuilds += 1
    family?.runningBuilds += 1
    buildCount += 1
    frames.append(.building(Build(record, by: provider, in: scope)))
    if (family?.runningBuilds ?? provider.runningBuilds) > maximumNestedBuilds {
      FatalError.nestedBuilds(of: record, provider, limit: maximumNestedBuilds)
    }

    let box = provider.makeInstance(of: record, in: scope)
    // During the build, because the closure that makes a validity check may resolve.
    let instance = record.decideRetention(of: box, by: provider, in: scope, buildBegan: buildBegan)

    frames.removeLast()
    buildCount -= 1
    family?.runningBuilds -= 1
    provider.runningBuilds -= 1
    // After the build, because this change may release other instances, whose actions may resolve the injection.
    if let instance { record.cache(instance, of: provider, in: scope) }
    return box
  }

  /// The number of instances that are being built.
  ///
  /// Not stored under this name, because each access of a stored property that other modules see is checked at run time.
  package static var buildDepth: Int { buildCount }

  // MARK: Restricted code

  /// Runs code of the application that must not use injections.
  ///
  /// This stops the program if a method of a key looks up a key, because the dictionary of a family may be changing, and if a
  /// context inspects an injection that has contexts, because that injection may have the same context.
  static func runRestricted<R>(_ code: RestrictedCode, _ body: () -> R) -> R {
    let outerCode = restrictedCode
    if let outerCode, code.isForbidden(in: outerCode) { FatalError.restrictedCodeUsesInjections(outerCode) }
    restrictedCode = code
    let result = body()
    restrictedCode = outerCode
    return result
  }

  // MARK: Events

  /// Whether there is an observer, and the code that is running is not an observer.
  static var isObserved: Bool { observers != nil && !isDelivering }

  /// Whether an operation that begins now delivers its events when it ends: no other operation and no observer is running.
  package static var deliversAtOnce: Bool { depth == 0 && !isDelivering }

  /// The number of instances that were being built when the event happened that is being delivered.
  package static var buildDepthOfEvent: Int { observers?.buildDepthOfEvent ?? 0 }

  /// Reports an event, which is created only if there is an observer.
  package static func emit(_ event: @autoclosure () -> InjectionEvent) {
    guard isObserved else { return }
    assert(depth > 0, "Something is reported outside every operation.")
    #if DEBUG
    assert(!isChanging, "The body of a change reports an event, which would precede the events of the releases.")
    #endif
    observers?.add(event(), buildDepth: buildDepth)
  }

  @inline(never) private static func report(_ events: [InjectionEvent]) {
    for event in events { emit(event) }
  }

  private static func deliverEvents() {
    guard let observers else { return }
    deliveryCount += 1
    isDelivering = true
    let delivered = observers.deliverEvents()
    isDelivering = false
    extendLifetime(delivered)
  }

  static func add(_ observer: InjectionObserver) {
    let all = observers ?? Observers()
    all.add(observer)
    observers = all
  }

  /// Removes an observer, and the events that nobody will receive.
  ///
  /// - Returns: Whether the observer was active.
  static func cancel(_ observer: InjectionObserver) -> Bool {
    // The result may own objects whose deinitializers use injections, so it is released after the change.
    let removed = change { _ -> (receive: (InjectionEvent) -> Void, all: Observers?)? in
      guard let receive = observer.receive.take() else { return nil }
      let all = observers
      all?.didCancel()
      if all?.hasActiveObserver == false { observers = nil }
      return (receive, all)
    }
    return removed != nil
  }
}

#if DEBUG
extension Engine {
  /// Whether an operation is running.
  static var isRunning: Bool { depth > 0 }

  /// The state of the engine, for a debugger: `po Engine.state`.
  static var state: String {
    let restricted = restrictedCode.map { ", in \($0)" } ?? ""
    let observed = observers.map { ", \($0)" } ?? ""
    return "Engine(\(depth) operations, \(buildDepth) builds, \(frames.count) frames\(restricted)\(observed))"
  }
}
#endif
