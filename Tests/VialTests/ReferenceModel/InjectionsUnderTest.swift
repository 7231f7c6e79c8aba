import Vial

/// An instance of the random injections, numbered in the order of building.
protocol NumberedInstance {
  var id: Int { get }
}

/// The real injections of a run, which replay the trace of the reference model.
@MainActor final class InjectionsUnderTest {
  /// A key whose hash always collides, so only equality distinguishes keys (rule 7).
  struct Key: Hashable {
    let number: Int
    func hash(into hasher: inout Hasher) {}
  }

  private final class DeinitializationObserver {
    let id: Int
    unowned let underTest: InjectionsUnderTest
    private let scope: OverrideScope?

    init(_ id: Int, _ underTest: InjectionsUnderTest, owning scope: OverrideScope?) {
      self.id = id
      self.underTest = underTest
      self.scope = scope
    }

    deinit {
      let (underTest, id) = (underTest, id)
      if OtherThread.isCurrent { return underTest.deallocatedOnOtherThread.append(id) }
      MainActor.assumeIsolated { underTest.didDeinitialize(id) }
    }
  }

  private final class NumberedObject: NumberedInstance {
    let observer: DeinitializationObserver
    let dependencies: [any NumberedInstance]
    var id: Int { observer.id }

    init(_ observer: DeinitializationObserver, _ dependencies: [any NumberedInstance]) {
      self.observer = observer
      self.dependencies = dependencies
    }
  }

  private struct NumberedValue: NumberedInstance {
    let observer: DeinitializationObserver
    let dependencies: [any NumberedInstance]
    var id: Int { observer.id }
  }

  struct WeakReference {
    weak let scope: OverrideScope?
  }

  /// Whether each action is printed before it is performed, to find the action that stops the program.
  static var printsActions = false

  let model: ReferenceModel
  var injections: [Injection<any NumberedInstance>?] = []
  var families: [InjectionFamily<Key, any NumberedInstance>] = []
  let flows: [InjectionFlow]
  private(set) var observation: InjectionObservation?
  private let context: InjectionContext
  var clocks = [0, 0]
  var keysAdded = 0
  /// The scopes that are retained apart from instances and consumers.
  var scopes: [Int: OverrideScope] = [:]
  /// All scopes that were opened.
  private(set) var weakScopes: [Int: WeakReference] = [:]
  var consumers: [Int: any ConsumerUnderTest] = [:]
  var consumersMade = 0
  var tokens: [Override] = []
  var provisions: [Provision] = []
  /// The number of each scope that was opened.
  private(set) var numbers: [OverrideScope.ID: Int] = [:]
  var executedScripts: Set<Int> = []

  /// The other observers, and the number of events that each of them has received since the last comparison.
  var observations: [Int: (observation: InjectionObservation, count: Variable<Int>)] = [:]
  /// The instances that the other thread has deallocated while this thread waited for it.
  nonisolated(unsafe) fileprivate(set) var deallocatedOnOtherThread: [Int] = []

  private var made = 0
  private(set) var living: Set<Int> = []
  private(set) var validityCheckCount = 0
  /// The release actions that ran since the last comparison with the reference model.
  var releaseActions: [ReleaseAction] = []
  /// The number of trace entries that were replayed or are being replayed.
  private(set) var replayedCount = 0
  var mismatch: String?
  /// The events since the last comparison with the reference model, see `record(_:)`.
  var recorded: [@MainActor (InjectionsUnderTest) -> ModelEvent] = []
  /// The targets by the declarations in events.
  private(set) lazy var targetsByDeclaration = Dictionary(
    uniqueKeysWithValues: model.targets.indices.map { (injection($0).declaration, $0) }
  )

  init(_ published: PublishedInjections, _ model: ReferenceModel) {
    self.model = model
    let child = InjectionFlow("child")
    context = InjectionContext("random") { [isInContext = published.isInContext] in isInContext }
    flows = [child, InjectionFlow("parent", children: [child])]
    for family in published.families { families.append(publish(family)) }
    for target in published.targets { injections.append(publish(target)) }
    if published.isObserved { observation = Injections.observe { [unowned self] in record($0) } }
  }

  /// The number of the scope in which this code runs.
  var currentScope: Int {
    let scope = OverrideScope.current
    return scope.isGlobal ? 0 : numbers[scope.id] ?? -1
  }

  /// Returns the injection of a target.
  ///
  /// The injection of a key is looked up each time, as in an application.
  func injection(_ target: Int) -> Injection<any NumberedInstance> {
    if let injection = injections[target] { return injection }
    let key = model.targets[target]
    return families[key.family ?? 0][Key(number: key.key)]
  }

  // MARK: Scopes

  /// A scope, unless it was deallocated.
  func scope(_ number: Int) -> OverrideScope? { weakScopes[number]?.scope }

  func hold(_ scope: OverrideScope, as number: Int) {
    scopes[number] = scope
    add(scope, as: number)
  }

  private func add(_ scope: OverrideScope, as number: Int) {
    weakScopes[number] = WeakReference(scope: scope)
    numbers[scope.id] = number
  }

  // MARK: Publishing

  private func publish(_ target: Target) -> Injection<any NumberedInstance>? {
    let factory = target.factory
    switch target.kind {
    case .plain:
      let injection = Injection(
        strategy: strategy(target.lifetime),
        instance: self.make(factory)
      )
      return adding(target, to: injection)
    case .required:
      return adding(target, to: Injection<any NumberedInstance>.required("a random instance"))
    case .key:
      return nil
    }
  }

  /// Adds the context and the release action of a target.
  private func adding(_ target: Target, to injection: Injection<any NumberedInstance>)
    -> Injection<any NumberedInstance>
  {
    let injection = target.alternative.map { inContext(injection, $0) } ?? injection
    return target.hasReleaseAction ? injection.onRelease { self.didRelease($0) } : injection
  }

  private func didRelease(_ instance: any NumberedInstance) {
    releaseActions.append(ReleaseAction(instance: instance.id, scope: currentScope))
  }

  /// Adds contexts of which the second is the first active one, so the others must not be used.
  private func inContext(
    _ injection: Injection<any NumberedInstance>,
    _ alternative: Factory
  ) -> Injection<any NumberedInstance> {
    let idle = InjectionContext("idle") { false }
    return injection.when(idle, instance: self.makeUnexpectedInstance())
      .when(context, instance: self.make(alternative))
      .when(context, instance: self.makeUnexpectedInstance())
  }

  private func publish(_ family: Family) -> InjectionFamily<Key, any NumberedInstance> {
    let factory = family.factory
    let published = InjectionFamily<Key, any NumberedInstance>(strategy: strategy(family.lifetime)) { _ in
      self.make(factory)
    }
    return family.hasReleaseAction ? published.onRelease { self.didRelease($0) } : published
  }

  func strategy(_ lifetime: Lifetime) -> InjectionStrategy {
    switch lifetime {
    case .onDemand: return .onDemand
    case .shared: return .shared
    case .singleton: return .singleton
    case .flow(let flow): return .flow(flows[flow])
    case .cached(let clock, let flow):
      return .cached(in: flow.map { flows[$0] }) { [unowned self] in
        let time = clocks[clock]
        return { [unowned self] in
          validityCheckCount += 1
          return clocks[clock] == time
        }
      }
    case .uses(let limit):
      return .cached { [unowned self] in
        var left = limit
        return { [unowned self] in
          validityCheckCount += 1
          left -= 1
          return left >= 0
        }
      }
    }
  }

  // MARK: Building

  /// Records a mismatch, because the instance of this context must not be built.
  private func makeUnexpectedInstance() -> any NumberedInstance {
    recordMismatch("an instance was built for a context that does not apply")
    return makeInstance(true, [])
  }

  func make(_ factory: Factory) -> any NumberedInstance {
    makeInstance(factory.isObject, dependencies(of: factory), opening: factory.scopeKind)
  }

  func make(_ factory: Factory, _ original: borrowing Original<any NumberedInstance>) -> any NumberedInstance {
    switch factory.kind {
    case .returnOriginal: return original.resolve()
    case .changeOriginal: return makeInstance(factory.isObject, [original.resolve()])
    case .decorate:
      let dependencies = dependencies(of: factory)
      return makeInstance(factory.isObject, dependencies + [original.resolve()], opening: factory.scopeKind)
    default: return make(factory)
    }
  }

  private func dependencies(of factory: Factory) -> [any NumberedInstance] {
    let dependencies = factory.dependencies.map { injection($0).resolve() }
    if factory.script != nil, executedScripts.insert(factory.id).inserted { replayNextEntry() }
    return dependencies
  }

  func makeInstance(
    _ isObject: Bool,
    _ dependencies: [any NumberedInstance],
    opening kind: OverrideScope.Kind? = nil
  ) -> any NumberedInstance {
    let scope = kind.map { OverrideScope($0) }
    if let scope { add(scope, as: weakScopes.count + 1) }
    let observer = DeinitializationObserver(made, self, owning: scope)
    living.insert(made)
    made += 1
    return isObject
      ? NumberedObject(observer, dependencies) : NumberedValue(observer: observer, dependencies: dependencies)
  }

  private func didDeinitialize(_ id: Int) {
    living.remove(id)
    if model.instancesWithDeinitializerAction.contains(id), !model.hasFinished { replayNextEntry() }
  }

  /// Releases the object of a transfer on another thread.
  func releaseOnOtherThread(_ transfer: Transfer) {
    OtherThread.release(transfer)
    for id in deallocatedOnOtherThread { living.remove(id) }
    deallocatedOnOtherThread = []
  }

  // MARK: Replaying the trace

  func recordMismatch(_ text: String) {
    if mismatch == nil { mismatch = text }
  }

  /// Performs the next action of the trace and compares the results.
  func replayNextEntry() {
    guard mismatch == nil else { return }
    guard replayedCount < model.trace.count else {
      return recordMismatch("more actions were performed than in the reference model")
    }
    let entry = model.trace[replayedCount]
    replayedCount += 1
    if Self.printsActions { printAtOnce(entry.action.line(in: entry.scope)) }
    // The rules do not define in which scope a skipped deinitializer action would run.
    if case .nothing = entry.action { return }
    if entry.origin != currentScope {
      recordMismatch("\(entry.action) runs in scope \(currentScope), expected \(entry.origin)")
    }
    let result =
      entry.scope == currentScope ? perform(entry.action) : enter(entry.scope) { perform(entry.action) }
    if result != entry.result {
      recordMismatch("\(entry.action.line(in: entry.scope)) returned \(result), expected \(entry.result)")
    }
  }

  private func enter(_ scope: Int, _ body: () -> [Int]) -> [Int] {
    guard let scope = self.scope(scope) else {
      recordMismatch("scope \(scope) does not exist")
      return []
    }
    let result = scope.run(body)
    extendLifetime(scope)
    return result
  }
}
