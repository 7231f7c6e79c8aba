/// The engine: every use of injections that can change a list or run code of the application is an operation.
///
/// A resolve, the first read of a consumer, an override, a rollback and the end of a scope are operations. `perform` is the
/// only way to begin one. Operations are nested, because factories, deinitializers and release actions use injections.
///
///     perform ─ begin ─ body ──────────── release ─────────── report ──── end
///               stops   builds instances, runs actions and     the events   the outermost operation
///               in      or changes lists  deinitializers,      that the     delivers all events
///               restricted   and evicts   the newest instance  body has     to the observers
///               code                      first                emitted
///
/// - A body that has evicted an instance runs no code of the application, so that such code always finds consistent lists.
/// - `releaseLater` keeps everything else alive that must not be deallocated before the lists are consistent.
/// - The events of a body follow the events of its releases.
///
/// This type owns all state of the engine. `Frame.swift` contains what runs in an operation, and `RestrictedCode.swift` the code
/// that must not use injections.
@MainActor package enum Engine {
  // MARK: State

  /// The number of operations that are running.
  private static var depth = 0

  /// The activities that are running, the outermost first.
  @safe @exclusivity(unchecked) private(set) static var frames: [Frame] = []

  /// What the body that is running has removed from lists.
  ///
  /// It is empty while code of the application runs.
  @safe @exclusivity(unchecked) static var removals = Removals()

  /// The code of the application that is running and must not use injections.
  private static var restrictedCode: RestrictedCode?

  /// The events of operations that are complete, each with its moment.
  private static var events: [(moment: Moment, event: InjectionEvent)] = []

  /// The events of the body that is running and has removed something.
  private static var heldEvents: [InjectionEvent] = []

  private static var isDelivering = false

  /// The number of outermost operations that have ended while there was an observer.
  package private(set) static var observedOperations = 0

  /// The observers, the oldest first, until the list is compacted also those that were cancelled; the last one is active.
  @safe @exclusivity(unchecked) private(set) static var observers: [InjectionObserver] = []
  private static var observerThreshold = CompactionThreshold()

  /// Where the overrides in the global scope were sealed; `nil` before.
  static var sealCallSite: CallSite?

  // MARK: Operations

  /// Runs an operation, and returns the result of its body.
  ///
  /// This stops the program while restricted code is running.
  static func perform<R>(_ body: () -> R) -> R {
    begin()
    let result = body()
    if !removals.isEmpty { release() }
    end()
    return result
  }

  private static func begin() {
    if let restrictedCode { FatalError.restrictedCodeUsesInjections(restrictedCode) }
    assert(removals.isEmpty, "Code of the application runs while an operation changes lists: \(removals)")
    depth += 1
  }

  private static func end() {
    depth -= 1
    if depth > 0 { return }
    assert(removals.isEmpty && frames.isEmpty, "The operation has not ended: \(frames), \(removals)")
    #if DEBUG
    if Invariants.areChecked { Invariants.checkCurrentScopes() }
    #endif
    if isObserved { deliverEvents() }
  }

  // MARK: Removing

  /// Evicts the instance of an entry, which the operation releases.
  static func evict(_ entry: CacheEntry) { removals.evict(entry) }

  /// Keeps something alive until all lists are consistent.
  ///
  /// It is something that a list no longer contains, or an object that was reached by a weak reference.
  static func releaseLater(_ object: Any) { removals.keep(object) }

  /// Releases what the body has removed, the most recently cached instance first, each in the scope that has cached it.
  private static func release() {
    var released = removals
    let followingEvents = heldEvents
    // Emptied before, because the releases begin other operations.
    removals = Removals()
    heldEvents = []
    run(.releasing, in: nil) {
      released.sortByAge()
      while let entry = released.popEntry() { entry.release() }
      released = Removals()
    }
    for event in followingEvents { emit(event) }
  }

  // MARK: Activities

  /// Pushes a frame while an activity runs.
  static func run<R>(_ activity: Activity, in scope: OverrideScope?, _ body: () -> R) -> R {
    frames.append(Frame(activity, in: scope, buildDepth: buildDepth))
    let result = body()
    frames.removeLast()
    return result
  }

  /// Begins to build an instance.
  ///
  /// This stops the program if the same instance is being built already. A search for that build is necessary only if the
  /// injection and the provider are both building, which keeps chains of factories and of decorators linear.
  static func beginBuilding(_ record: InjectionRecord, by provider: Provider, in scope: OverrideScope) {
    if record.runningBuilds > 0, provider.runningBuilds > 0 { stopIfCyclic(record, provider, in: scope) }
    record.runningBuilds += 1
    provider.runningBuilds += 1
    frames.append(Frame(.building(record, provider), in: scope, buildDepth: buildDepth + 1))
  }

  /// Ends the build that was begun last, and returns whether the instance may be cached.
  static func endBuilding(_ record: InjectionRecord, by provider: Provider) -> Bool {
    let isCachingAllowed = canCache
    frames.removeLast()
    record.runningBuilds -= 1
    provider.runningBuilds -= 1
    return isCachingAllowed
  }

  /// Prevents caching of the instances that are being built and may have captured an instance of a removed provider.
  ///
  /// For an override, these are all instances in scopes that see it; for an implementation, its own instances.
  static func preventCaching(after provider: Provider, removedFrom scope: OverrideScope) {
    for index in frames.indices where frames[index].isAffected(byRemovalOf: provider, from: scope) {
      frames[index].canCache = false
    }
  }

  // MARK: Restricted code

  /// Runs code of the application that must not use injections.
  ///
  /// This stops the program if a method of a key looks up a key, because the dictionary of a family may be changing.
  static func runRestricted<R>(_ code: RestrictedCode, _ body: () -> R) -> R {
    if case .keyMethod = code, case .keyMethod? = restrictedCode { FatalError.restrictedCodeUsesInjections(code) }
    let outer = restrictedCode
    restrictedCode = code
    let result = body()
    restrictedCode = outer
    return result
  }

  // MARK: Events

  /// Whether there is an observer, and the code that is running is not an observer.
  static var isObserved: Bool { !observers.isEmpty && !isDelivering }

  /// Whether an operation that begins now delivers its events when it ends: no other operation and no observer is running.
  package static var deliversAtOnce: Bool { depth == 0 && !isDelivering }

  /// Reports an event, which is created only if there is an observer.
  package static func emit(_ event: @autoclosure () -> InjectionEvent) {
    guard isObserved else { return }
    assert(depth > 0, "Something is reported outside every operation.")
    if removals.isEmpty { events.append((.latest, event())) } else { heldEvents.append(event()) }
  }

  /// Delivers each event to the observers that were added before it and have not been cancelled, in the order of the observers.
  ///
  /// The events are released after the delivery, because an event can be the last owner of a scope.
  private static func deliverEvents() {
    observedOperations += 1
    let delivered = events
    events = []
    if delivered.isEmpty { return }
    isDelivering = true
    let known = observers
    for (moment, event) in delivered {
      for observer in known where observer.startedAt <= moment { observer.receive?(event) }
    }
    isDelivering = false
  }

  static func add(_ observer: InjectionObserver) {
    if observerThreshold.isReached(by: observers.count) {
      observers.removeAll { $0.receive == nil }
      observerThreshold.reset(afterKeeping: observers.count)
    }
    observers.append(observer)
  }

  /// Removes an observer, and the events that nobody will receive.
  ///
  /// - Returns: Whether the observer was active.
  static func remove(_ observer: InjectionObserver) -> Bool {
    guard let receive = observer.receive.take() else { return false }
    // The closure and the events may own objects whose deinitializers use injections.
    releaseLater(receive)
    while let last = observers.last, last.receive == nil { observers.removeLast() }
    if observers.isEmpty {
      releaseLater(events)
      events = []
    }
    return true
  }
}
