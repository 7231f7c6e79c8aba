import Dispatch

@testable import Vial

/// Random operations, which the application's code does wherever it is called.
@MainActor final class Turmoil {
  var random: SplitMix
  var time = Duration.zero
  private(set) var subjects: [AnySubject] = []
  private(set) var scopes: [OverrideScope] = []
  private let flows: [InjectionFlow]
  private var passing: [AnySubject] = []
  private var tokens: [Override] = []
  private var provisions: [Provision] = []
  private var checkpoints: [Overrides.Checkpoint] = []
  private var observations: [InjectionObservation] = []
  private var things: [Thing] = []
  private var isInContext = false
  private var isProviding = false

  /// Overrides that were rolled back, but for those whose mocks may stay: they were made by a factory for
  /// its own build (rule 17).
  private(set) var rolledBack: Set<Int> = []
  private var layers = 0

  /// The ranks of what runs.
  private var running: [Int] = []
  private var depth = 0
  private var isQuiet = false

  private let queue: DispatchQueue?

  /// Another thread lets go of what is dropped, if it is to.
  init(seed: UInt64, dropsElsewhere: Bool) {
    random = SplitMix(state: seed &* 0x2545_F491_4F6C_DD1D)
    queue = dropsElsewhere ? DispatchQueue(label: "elsewhere") : nil
    let part = InjectionFlow("part")
    flows = [part, InjectionFlow("whole", children: [part]), InjectionFlow("other")]
  }

  func run(_ operations: Int) {
    for rank in 0..<10 { subjects.append(subject(rank)) }
    for operation in 0..<operations {
      act()
      if operation % 5 == 0 { withoutInterruptions { check() } }
    }
    withoutInterruptions { dismantle() }
  }

  private func subject(_ rank: Int) -> AnySubject {
    switch random.next(below: 6) {
    case 0: single(rank, wrap: { $0 as any AnyThing }, unwrap: { $0 as? Thing })
    case 1: single(rank, wrap: ThingInValue.init, unwrap: \.thing)
    case 2: single(rank, wrap: { [self] in random.chance(5) ? nil : $0 }, unwrap: { $0 })
    case 3: single(rank, wrap: { $0 }, unwrap: { $0 })
    default: FamilySubject(self, rank, isRequired: random.chance(3))
    }
  }

  private func single<Value>(
    _ rank: Int,
    wrap: @escaping @MainActor (Thing) -> Value,
    unwrap: @escaping @MainActor (Value) -> Thing?
  ) -> AnySubject {
    let isRequired = random.chance(3)
    let factory: @MainActor () -> Value = { [self] in build(rank, wrap) }
    let strategy = strategy(rank)
    var injection = Injection(strategy: strategy, factory)
    if isRequired {
      injection = .required("a thing")
      OverrideScope.outside.run { _ = injection.provide(strategy: strategy, factory) }
    } else if random.chance(2) {
      injection = injection.when(context(rank), instance: factory())
    }
    return Subject(
      self,
      rank,
      isRequired: isRequired,
      { [injection] in injection },
      wrap: wrap,
      unwrap: unwrap
    )
  }

  func context(_ rank: Int) -> InjectionContext {
    InjectionContext("turmoil") { [self] in
      MainActor.assumeIsolated {
        run(rank) { interrupt() }
        return isInContext
      }
    }
  }

  func strategy(_ rank: Int) -> InjectionStrategy {
    let flow = random.chance(2) ? nil : random.pick(flows)
    switch random.next(below: 9) {
    case 0: return .onDemand
    case 1, 2: return .shared
    case 3: return .singleton
    case 4: return .flow(random.pick(flows))
    case 5:
      let duration = Duration.seconds(random.next(below: 6))
      return .expiring(after: duration, in: flow, clock: UnrulyClock(turmoil: self, rank: rank))
    default:
      return .cached(in: flow) { [self] in
        run(rank) { interrupt() }
        let interruption = interruption
        return { [self] in
          run(rank) { interrupt() }
          return withExtendedLifetime(interruption) { !random.chance(3) }
        }
      }
    }
  }

  // MARK: - What runs

  var interruption: Interruption { Interruption { [self] in interrupt() } }

  /// Does something, now and then.
  func interrupt() {
    guard !isQuiet, depth < 4, random.chance(3) else { return }
    depth += 1
    act()
    depth -= 1
  }

  func run<Result>(_ rank: Int, _ body: () -> Result) -> Result {
    running.append(rank)
    defer { running.removeLast() }
    return body()
  }

  /// Whether a resolve closes no circle: it uses nothing but what has a higher rank.
  func mayResolve(_ rank: Int) -> Bool {
    withoutInterruptions {
      let building = Running.steps().compactMap { step -> Int? in
        guard case .injection(let declaration) = step else { return nil }
        return (subjects + passing).first { $0.isNamed(declaration) }?.rank
      }
      return (running + building).allSatisfy { $0 < rank }
    }
  }

  private func withoutInterruptions<Result>(_ body: () -> Result) -> Result {
    let before = isQuiet
    isQuiet = true
    defer { isQuiet = before }
    return body()
  }

  /// What a factory does: it resolves some of what has a higher rank, here or in another scope.
  func build<Value>(
    _ rank: Int,
    with overrides: Set<Int> = [],
    holding interruption: Interruption? = nil,
    _ wrap: (Thing) -> Value
  ) -> Value {
    run(rank) {
      interrupt()
      var parts: [Thing] = []
      for subject in subjects where random.chance(5) && mayResolve(subject.rank) {
        let scope = random.chance(5) ? scopes.randomElement(using: &random) : nil
        let part = scope.map { $0.run(subject.resolve) } ?? subject.resolve()
        if let part { parts.append(part) }
      }
      interrupt()
      let thing = withExtendedLifetime(interruption) { Thing(parts, overrides, self.interruption) }
      made.append(WeakThing(thing: thing))
      return wrap(thing)
    }
  }

  /// The number of an override or a provision, and what its closure holds: when that is let go while the
  /// scope is there, the override was rolled back.
  func layer(isOverride: Bool = true) -> (id: Int, interruption: Interruption) {
    layers += 1
    let id = layers
    let scope = OverrideScope.current
    let isOutside = scope == nil
    let isForgotten = isOverride && running.isEmpty && Running.isEmpty
    let interruption = Interruption { [self, weak scope] in
      if isForgotten, isOutside || scope != nil { rolledBack.insert(id) }
      interrupt()
    }
    return (id, interruption)
  }

  // MARK: - What is held

  func keep(_ token: Override) {
    tokens.append(token)
    if tokens.count > 20 { drop(tokens.remove(at: random.next(below: 20))) }
  }

  func hold(_ thing: Thing?) {
    guard let thing, random.chance(3) else { return }
    things.append(thing)
    if things.count > 12 { drop(things.remove(at: random.next(below: 12))) }
  }

  /// Provides; what interrupts it must not provide the same first.
  func provide(_ provide: () -> Provision) {
    if isProviding { return }
    isProviding = true
    provisions.append(provide())
    isProviding = false
  }

  /// Lets go of something, on another thread if there is one.
  func drop(_ item: Any) {
    guard let queue else { return }
    let dropped = Dropped(item)
    queue.async { dropped.item = nil }
  }

  private final class Dropped: @unchecked Sendable {
    var item: Any?

    init(_ item: Any) {
      self.item = item
    }
  }

  /// Everything that was built.
  private var made: [WeakThing] = []

  private struct WeakThing {
    weak let thing: Thing?
  }

  // MARK: - What happens

  private func act() {
    let scope = random.chance(3) ? scopes.randomElement(using: &random) : nil
    switch random.next(below: 32) {
    case 0, 1: openScope()
    case 2: if random.chance(3) { scope?.end() }
    case 3: if scopes.count > 3 { drop(scopes.remove(at: random.next(below: scopes.count))) }
    case 4:
      withOverrideScope(random.chance(2) ? .inheriting : .isolated) { for _ in 0..<3 { act() } }
    case 5, 6: if !tokens.isEmpty { random.pick(tokens).rollback() }
    case 7: checkpoints.append(Overrides.checkpoint())
    case 8: if !checkpoints.isEmpty { Overrides.rollback(to: random.pick(checkpoints)) }
    case 9: if random.chance(4) { Overrides.rollbackAll() }
    case 10: random.pick(flows).clear()
    case 11: if !provisions.isEmpty { random.pick(provisions).withdraw() }
    case 12: observe()
    case 13: if !observations.isEmpty { observations.removeFirst().cancel() }
    case 14: if random.chance(3) { _ = InjectionGraph.record { for _ in 0..<3 { act() } }.mermaid }
    case 15: if !things.isEmpty { drop(things.remove(at: random.next(below: things.count))) }
    case 16: if depth == 0, random.chance(6) { isInContext.toggle() }
    case 17: _ = Overrides.active.description
    case 18: random.pick(subjects).allow()
    case 19: addOrDropPassing()
    case 20, 21: if !passing.isEmpty { act(on: random.pick(passing), in: scope) }
    default: act(on: random.pick(subjects), in: scope)
    }
  }

  private func act(on subject: AnySubject, in scope: OverrideScope?) {
    if let scope { scope.run { subject.act() } } else { subject.act() }
  }

  private func openScope() {
    guard scopes.count < 8 else { return }
    let kinds: [OverrideScope.Kind?] = [.inheriting, .isolated, nil]
    let kind = random.pick(kinds)
    let isOfTest = kind == nil || random.chance(3)
    let scope =
      isOfTest ? OverrideScope(ofTest: kind, named: "") : OverrideScope(kind ?? .inheriting)
    if random.chance(4) { scope.becomeStrict { [self] _ in interrupt() } }
    scopes.append(scope)
  }

  private func observe() {
    guard observations.count < 2, random.chance(3) else { return }
    let interruption = interruption
    let tracer = InjectionTracer(to: UnrulyStream(turmoil: self))
    let isTraced = random.chance(3)
    observations.append(
      Injections.observe { [self] event in
        withExtendedLifetime(interruption) { isTraced ? tracer.receive(event) : interrupt() }
      }
    )
  }

  /// Publishes another, or drops one as it is.
  private func addOrDropPassing() {
    if passing.count < 4 {
      passing.append(subject(50))
    } else {
      drop(passing.remove(at: random.next(below: 4)))
    }
  }

  // MARK: - The end

  private func dismantle() {
    for observation in observations { observation.cancel() }
    for scope in scopes { scope.end() }
    (observations, scopes, tokens, provisions, checkpoints, things) = ([], [], [], [], [], [])
    Overrides.rollbackAll()
    for subject in subjects + passing { subject.letGo() }
    for subject in subjects + passing { subject.clear() }
    for flow in flows { flow.clear() }
    (subjects, passing) = ([], [])
    queue?.sync {}
    precondition(made.allSatisfy { $0.thing == nil }, "Things are alive with nothing left.")
  }
}
