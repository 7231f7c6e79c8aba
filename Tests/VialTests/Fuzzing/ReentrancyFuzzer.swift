import Dispatch

@testable import Vial

/// Performs random operations, also inside the factories, consumer expressions, release actions and
/// deinitializers that the operations run.
@MainActor final class ReentrancyFuzzer {
  var random: SplitMix
  private(set) var subjects: [any FuzzSubject] = []
  private(set) var temporarySubjects: [any FuzzSubject] = []
  private(set) var scopes: [OverrideScope] = []
  private let flows: [InjectionFlow]
  private var tokens: [Override] = []
  private var provisions: [Provision] = []
  private var observations: [InjectionObservation] = []
  private var instances: [FuzzInstance] = []

  /// The ranks of subjects by the identity of their record.
  private var ranks: [ObjectIdentifier: Int] = [:]

  /// The overrides whose rollback has to evict every instance that was built with them.
  var trackedOverrides: [Int: (token: Override, scope: WeakScope)] = [:]
  var rolledBackOverrides: Set<Int> = []
  private var overrideCount = 0

  private var built: [WeakInstance] = []

  /// The scopes that instances own, or have owned.
  var ownedScopes: [OwnedScope] = []
  private var reentrancyDepth = 0

  /// Bounds the work of one operation, because each build can perform several operations.
  private var reentrantOperationsLeft = 0
  private var operationsInDeinitializers = 0
  private var operationsInReleaseActions = 0
  private var isReentrant = true

  /// The random numbers of restricted code, which a dictionary calls in an order that differs between processes.
  private var randomOfRestrictedCode = SplitMix(state: 1)
  private(set) var restrictedReads = 0

  /// The queue that releases objects, if another thread releases them.
  private let releaseQueue: DispatchQueue?

  init(seed: UInt64, releasesOnAnotherThread: Bool) {
    random = SplitMix(state: seed &* 0x2545_F491_4F6C_DD1D)
    releaseQueue = releasesOnAnotherThread ? DispatchQueue(label: "releases") : nil
    releaseQueue?.setSpecific(key: DeinitHook.isReleaseQueue, value: true)
    let part = InjectionFlow("part")
    flows = [part, InjectionFlow("whole", children: [part]), InjectionFlow("other")]
  }

  func run(operations: Int) {
    for rank in 0..<10 { subjects.append(makeSubject(rank)) }
    for operation in 0..<operations {
      reentrantOperationsLeft = 30
      performRandomOperation()
      if operation % 10 == 0 { withoutReentrancy(checkInvariants) }
    }
    withoutReentrancy(tearDown)
  }

  private func makeSubject(_ rank: Int) -> any FuzzSubject {
    if random.chance(2) { return TypedFuzzSubject<FuzzInstance>(self, rank: rank) }
    return TypedFuzzSubject<FuzzValue>(self, rank: rank)
  }

  private func tearDown() {
    for observation in observations { observation.cancel() }
    for scope in scopes { scope.end() }
    releaseOwnersOfScopes()
    (observations, scopes, tokens, provisions, instances) = ([], [], [], [], [])
    Overrides.rollbackAll()
    for subject in subjects + temporarySubjects {
      subject.releaseConsumers()
      subject.clear()
    }
    (subjects, temporarySubjects) = ([], [])
    releaseQueue?.sync {}
    precondition(built.allSatisfy { $0.instance == nil }, "Instances outlive everything else.")
    precondition(operationsInDeinitializers > 0, "No deinitializer has performed an operation.")
    precondition(operationsInReleaseActions > 0, "No release action has performed an operation.")
    precondition(restrictedReads > 0, "No check, clock or key has read a consumer.")
  }
}

private struct WeakInstance {
  weak let instance: FuzzInstance?
}

// MARK: - Random operations

extension ReentrancyFuzzer {
  private func performRandomOperation() {
    let scope = random.chance(3) ? (scopes + livingOwnedScopes).randomElement(using: &random) : nil
    switch random.next(below: 24) {
    case 0, 1: if scopes.count < 8 { openScope() }
    case 2: if random.chance(3) { scope?.end() }
    case 3: if scopes.count > 3 { release(scopes.remove(at: random.next(below: 3))) }
    case 4:
      withOverrideScope(random.pick([.inheriting, .fresh, .isolated])) {
        for _ in 0..<3 { performRandomOperation() }
      }
    case 5, 6: tokens.randomElement(using: &random)?.rollback()
    case 7: if random.chance(4) { Overrides.rollbackAll() }
    case 8: random.pick(flows).clear()
    case 9: provisions.randomElement(using: &random)?.withdraw()
    case 10: observeOrCancel()
    case 11: if !instances.isEmpty { release(instances.removeFirst()) }
    case 12: replaceTemporarySubject()
    default:
      let subject = random.pick(random.chance(5) ? subjects + temporarySubjects : subjects)
      (scope ?? .current).run { subject.performRandomOperation() }
    }
  }

  private func openScope() {
    let kind = random.pick([OverrideScope.Kind?.none, .inheriting, .fresh, .isolated])
    let isTestScope = kind == nil || random.chance(3)
    let testScope = isTestScope ? OverrideScope(ofTest: kind) : nil
    scopes.append(testScope ?? OverrideScope(kind ?? .inheriting))
  }

  private func observeOrCancel() {
    if observations.count > 1 { observations.removeFirst().cancel() }
    let hook = makeHook()
    observations.append(Injections.observe { _ in withExtendedLifetime(hook) {} })
  }

  /// Publishes an injection or a family that is released while it is in use.
  private func replaceTemporarySubject() {
    temporarySubjects.append(makeSubject(50))
    if temporarySubjects.count > 4 { release(temporarySubjects.remove(at: random.next(below: 4))) }
  }

  /// Releases an object, on the other thread if there is one.
  func release(_ object: Any) {
    guard let releaseQueue else { return }
    let released = ReleasedObject(object)
    releaseQueue.async { released.object = nil }
  }
}

private final class ReleasedObject: @unchecked Sendable {
  var object: Any?

  init(_ object: Any) {
    self.object = object
  }
}

// MARK: - Operations of subjects

extension ReentrancyFuzzer {
  func setRank(_ rank: Int, of record: InjectionRecord) {
    ranks[ObjectIdentifier(record)] = rank
  }

  /// Whether resolving a subject cannot close a dependency cycle.
  func canResolve(_ rank: Int) -> Bool {
    Engine.frames.allSatisfy { frame in
      guard let record = frame.build?.record else { return true }
      let published = record.family ?? record
      return ranks[ObjectIdentifier(published), default: .max] < rank
    }
  }

  /// Installs an override.
  ///
  /// The override of a factory is not tracked, because its rollback does not affect the build in
  /// which the override was made.
  func install(_ override: (_ id: Int, _ hook: DeinitHook) -> Override?) {
    overrideCount += 1
    let id = overrideCount
    let isTracked = Engine.frames.isEmpty
    guard let token = override(id, makeHook()) else { return }
    if isTracked { trackedOverrides[id] = (token, WeakScope(.current)) }
    tokens.append(token)
    if tokens.count > 20 { tokens.remove(at: random.next(below: 20)) }
  }

  /// Keeps a token, except in the global scope, where implementations are never withdrawn.
  func add(_ provision: Provision) {
    if !OverrideScope.current.isGlobal { provisions.append(provision) }
  }

  /// Builds an instance as factories do: resolves some of the subjects of higher ranks.
  func build(
    _ overrides: Set<Int> = [],
    _ hook: DeinitHook? = nil,
    decorating original: FuzzInstance? = nil
  ) -> FuzzInstance {
    reenter(hook)
    var dependencies = original.map { [$0] } ?? []
    for subject in subjects where random.chance(5) && canResolve(subject.rank) {
      if random.chance(5), let scope = scopes.randomElement(using: &random) {
        // This factory may not see the scope, and then a rollback in the scope does not evict what
        // the factory builds. So the dependency is not recorded.
        _ = scope.run { subject.resolve() }
      } else {
        dependencies.append(subject.resolve())
      }
    }
    reenter()
    return makeInstance(dependencies, overrides)
  }

  func makeInstance(
    _ dependencies: [FuzzInstance] = [],
    _ overrides: Set<Int> = []
  ) -> FuzzInstance {
    let instance = FuzzInstance(dependencies, overrides, random.chance(6) ? makeOwnedScope() : nil, makeHook())
    built.append(WeakInstance(instance: instance))
    return instance
  }

  /// Runs the release action of an instance, which runs once for each instance.
  func didRelease(_ instance: FuzzInstance) {
    precondition(!instance.isReleased, "A release action has run twice for an instance.")
    instance.isReleased = true
    if reenter() { operationsInReleaseActions += 1 }
  }

  /// Returns a strategy whose cache owns the instances, or any strategy.
  func randomStrategy(owningInstances isOwner: Bool = false) -> InjectionStrategy {
    let flow = random.chance(2) ? nil : random.pick(flows)
    // Half of the strategies have a validity check, because checks run most code.
    let strategies = isOwner ? Strategies.retaining : Strategies.all
    switch random.chance(2) ? InjectionStrategy.cached({ { true } }).lifetime : random.pick(strategies).lifetime {
    case .onDemand: return .onDemand
    case .shared: return .shared
    case .singleton: return .singleton
    case .flow: return .flow(random.pick(flows))
    case .expiring:
      return .expiring(after: random.pick([.zero, .seconds(3600)]), in: flow, clock: FuzzClock(fuzzer: self))
    case .cached:
      return .cached(in: flow) { [self] in
        reenter()
        let hook = makeHook()
        return { [self] in
          runRestrictedCode()
          return withExtendedLifetime(hook) { !random.chance(3) }
        }
      }
    }
  }

  func randomOptionalStrategy() -> InjectionStrategy? {
    random.chance(2) ? nil : randomStrategy()
  }

  func retainSometimes(_ instance: FuzzInstance) {
    guard random.chance(3) else { return }
    instances.append(instance)
    if instances.count > 12 { release(instances.remove(at: random.next(below: 12))) }
  }
}

// MARK: - Re-entrancy

extension ReentrancyFuzzer {
  /// Performs an operation in one of three calls.
  ///
  /// - Parameter hook: A hook that the closure of the caller retains.
  /// - Returns: Whether an operation was performed.
  @discardableResult func reenter(_ hook: DeinitHook? = nil) -> Bool {
    guard isReentrant, reentrancyDepth < 4, reentrantOperationsLeft > 0, random.chance(3) else {
      return false
    }
    reentrantOperationsLeft -= 1
    reentrancyDepth += 1
    performRandomOperation()
    reentrancyDepth -= 1
    return true
  }

  /// Inspects an injection, and reads consumers that hold their instances.
  ///
  /// Validity checks, clocks and the methods of keys may do this. Deinitializers that run during the call belong to the
  /// restricted code, so they use no injections either.
  func runRestrictedCode() {
    guard isReentrant, !subjects.isEmpty, randomOfRestrictedCode.chance(4) else { return }
    isReentrant = false
    let subject = subjects[randomOfRestrictedCode.next(below: subjects.count)]
    subject.inspect()
    if subject.readHeldConsumers() { restrictedReads += 1 }
    isReentrant = true
  }

  func makeHook() -> DeinitHook {
    DeinitHook { [self] in
      if reenter() { operationsInDeinitializers += 1 }
    }
  }

  private func withoutReentrancy(_ body: () -> Void) {
    isReentrant = false
    body()
    isReentrant = true
  }
}
