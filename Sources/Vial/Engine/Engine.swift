/// The engine: every use of injections that can change a list or run code of the application is an operation.
///
/// There are two kinds of operation. Both are nested, because factories, deinitializers and release actions use injections.
///
/// - `perform` may run code of the application: a resolve, and the first read of a consumer. It cannot remove anything.
/// - `change` may remove something from lists: an override, a rollback, a clearing, the end of a scope, the caching of an instance.
///   Its body runs no code of the application but restricted code, so all other code finds consistent lists.
///
///     perform ─ begin ─ body ─────────────────────────────────────────────────────── end
///     change ── begin ─ body ───────────── release ──────────────────── report ───── end
///               stops   changes lists,     runs actions and             the event    the outermost
///               in re-  evicts instances   deinitializers, the newest   of the       operation delivers
///               stricted                   instance first               change       all events
///               code
///
/// A resolve (`InjectionRecord.resolve`) finds the provider that a scope sees in the `Slot` of the injection in each scope, and in
/// the same slots the entry of that provider.
///
/// This type owns all state of the engine. `Frame.swift` contains what runs in an operation, and `RestrictedCode.swift` the code
/// that must not use injections.
@MainActor package enum Engine {
  // MARK: State

  /// The number of operations that are running.
  private static var depth = 0

  /// The activities that are running, the outermost first.
  @safe @exclusivity(unchecked) private(set) static var frames: [Frame] = []

  /// The code of the application that is running and must not use injections.
  private static var restrictedCode: RestrictedCode?

  private static var isDelivering = false

  /// The number of outermost operations that have ended while there was an observer.
  package private(set) static var observedOperations = 0

  /// The observers, and the events that they will receive; `nil` while there is no observer.
  private(set) static var observers: Observers?

  /// Where the overrides in the global scope were sealed; `nil` before.
  static var sealCallSite: CallSite?

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

  /// Runs an operation that may remove something from lists, releases what it has removed, and reports its event.
  ///
  /// The result is retained until the operation has ended, so a body can also return what it has removed.
  ///
  /// - Parameters:
  ///   - body: Changes the lists. It runs no code of the application but restricted code.
  ///   - event: Creates the event, if there is an observer. `nil` if nothing was changed.
  @discardableResult static func change<R>(
    _ body: (_ removals: inout Removals) -> R,
    event: (R) -> InjectionEvent? = { _ in nil }
  ) -> R {
    begin()
    #if DEBUG
    isChanging = true
    #endif
    var removals = Removals()
    let result = body(&removals)
    #if DEBUG
    isChanging = false
    #endif
    release(&removals)
    if isObserved { report(event(result)) }
    end()
    return result
  }

  @inline(never) private static func report(_ event: InjectionEvent?) {
    if let event { emit(event) }
  }

  private static func begin() {
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
    assert(frames.isEmpty, "The operation has not ended: \(frames)")
    #if DEBUG
    if Invariants.areChecked { Invariants.checkCurrentScopes() }
    #endif
    if isObserved { deliverEvents() }
  }

  /// Releases what a change has removed, the most recently cached instance first, each in the scope that has cached it.
  @inline(never) private static func release(_ removals: inout Removals) {
    if removals.isEmpty { return }
    frames.append(Frame(.releasing, in: nil, buildDepth: buildDepth))
    removals.sortByAge()
    while let entry = removals.popEntry() { entry.release() }
    removals = Removals()
    frames.removeLast()
  }

  // MARK: Activities

  /// Runs the read of a consumer, by code of a scope.
  static func runRead<R>(of consumer: AnyConsumer, in scope: OverrideScope, _ body: () -> R) -> R {
    frames.append(Frame(.reading(consumer), in: scope, buildDepth: buildDepth))
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
    stopIfEndless(provider.runningBuilds, record, provider)
    if let family = provider.publishedFamily(of: record) {
      family.runningBuilds += 1
      stopIfEndless(family.runningBuilds, record, provider)
    }
    frames.append(Frame(.building(record, provider), in: scope, buildDepth: buildDepth + 1))
  }

  /// Ends the build that was begun last, and returns whether the instance may be cached.
  static func endBuilding(_ record: InjectionRecord, by provider: Provider) -> Bool {
    let isCachingAllowed = canCache
    frames.removeLast()
    record.runningBuilds -= 1
    provider.runningBuilds -= 1
    provider.publishedFamily(of: record)?.runningBuilds -= 1
    return isCachingAllowed
  }

  /// Prevents caching of the instances that are being built and may have captured an instance of a removed provider.
  ///
  /// For an override, these are all instances in scopes that see it; for an implementation, its own instances.
  @inline(never) static func preventCaching(after provider: Provider, removedFrom scope: OverrideScope) {
    for index in frames.indices where frames[index].isAffected(byRemovalOf: provider, from: scope) {
      frames[index].canCache = false
    }
  }

  // MARK: Restricted code

  /// Runs code of the application that must not use injections.
  ///
  /// This stops the program if a method of a key looks up a key, because the dictionary of a family may be changing, and if a
  /// context inspects an injection that has contexts, because that may be its own one.
  static func runRestricted<R>(_ code: RestrictedCode, _ body: () -> R) -> R {
    let outer = restrictedCode
    if let outer, outer.isKeyMethod && code.isKeyMethod || outer.isContext && code.isContext {
      FatalError.restrictedCodeUsesInjections(outer)
    }
    restrictedCode = code
    let result = body()
    restrictedCode = outer
    return result
  }

  // MARK: Events

  /// Whether there is an observer, and the code that is running is not an observer.
  static var isObserved: Bool { observers != nil && !isDelivering }

  /// Whether an operation that begins now delivers its events when it ends: no other operation and no observer is running.
  package static var deliversAtOnce: Bool { depth == 0 && !isDelivering }

  /// Reports an event, which is created only if there is an observer.
  package static func emit(_ event: @autoclosure () -> InjectionEvent) {
    guard isObserved else { return }
    assert(depth > 0, "Something is reported outside every operation.")
    observers?.add(event())
  }

  /// The events are released after the delivery, because an event can be the last owner of a scope.
  private static func deliverEvents() {
    guard let observers else { return }
    observedOperations += 1
    let events = observers.takeEvents()
    isDelivering = true
    observers.deliver(events)
    isDelivering = false
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
    // The result is what may own objects whose deinitializers use injections.
    let removed = change { _ -> (receive: (InjectionEvent) -> Void, all: Observers?)? in
      guard let receive = observer.receive.take() else { return nil }
      let all = observers
      if all?.hasActiveObserver() == false { observers = nil }
      return (receive, all)
    }
    return removed != nil
  }
}
