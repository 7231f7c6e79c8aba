import Vial

/// Generates the action of an operation from the seed of the operation and the state of the reference model.
@MainActor struct ActionGenerator {
  let model: ReferenceModel
  let operation: Operation
  let constraints: OperationConstraints
  var random: SplitMix
  private var scope = 0

  init(_ model: ReferenceModel, _ operation: Operation, _ constraints: OperationConstraints) {
    self.model = model
    self.operation = operation
    self.constraints = constraints
    random = SplitMix(state: operation.seed)
  }

  mutating func draw() -> (Operation.Kind, Action, Int) {
    scope = drawScope()
    let kind = operation.kind
    return (kind, draw(kind), scope)
  }

  /// Code cannot leave the scope in which it runs, but it can enter any other scope that it can reach.
  private mutating func drawScope() -> Int {
    let isOutermost = model.currentScope == 0
    let held = model.scopes.indices.filter { $0 > 0 && model.scopes[$0].isReachable }
    if held.isEmpty || random.chance(2) { return isOutermost ? 0 : model.currentScope }
    return random.pick(held)
  }

  private mutating func draw(_ kind: Operation.Kind) -> Action {
    switch kind {
    case .nothing: return .nothing
    case .resolve:
      if constraints.isInDeinitializer {
        let seesEndedScope = model.visibleScopes(from: scope).contains { model.scopes[$0].hasEnded }
        guard !seesEndedScope, model.canResolveLeaves else { return .nothing }
      }
      return resolvable().map(Action.resolve) ?? .nothing
    case .peek: return .peek(random.next(below: model.targets.count))
    case .inspect: return .inspect(random.next(below: model.overridesBySubject.count))
    case .addOverride: return addOverride()
    case .rollBack: return .rollBack(subject())
    case .rollBackAll: return .rollBackAll(subject())
    case .rollBackByToken:
      return model.tokens.isEmpty ? .nothing : .rollBackByToken(recent(model.tokens.count, 24))
    case .rollBackEverything: return .rollBackEverything
    case .provide: return provide()
    case .withdraw: return withdraw()
    case .clear: return .clear(subject())
    case .clearFlow: return .clearFlow(random.next(below: 2))
    case .expire: return .expire(random.next(below: model.clocks.count))
    case .createConsumer: return createConsumer(.instance)
    case .createWeakConsumer: return createConsumer(.weakInstance)
    case .createDynamicConsumer: return createConsumer(.dynamicInstance)
    case .read, .readWeakly:
      let isWeak = kind == .readWeakly
      let below = constraints.targetLimit
      return consumer { ($0.kind == .weakInstance) == isWeak && $0.target < below && !$0.isReading }
        .map(Action.read) ?? .nothing
    case .dropConsumer:
      guard let consumer = consumer({ !$0.isReading }) else { return .nothing }
      return .dropConsumer(consumer, onOtherThread: isReleasedOnOtherThread())
    case .assign:
      let isObject = random.chance(2)
      return consumer { _ in true }.map { .assign($0, isObject: isObject) } ?? .nothing
    case .reset: return consumer { _ in true }.map(Action.reset) ?? .nothing
    case .openScope: return openScope()
    case .endScope: return scope(where: \.isReachable).map(Action.endScope) ?? .nothing
    case .releaseScope:
      guard let scope = scope(where: \.isRetained), !model.scopeStack.contains(scope) else { return .nothing }
      return .releaseScope(scope, onOtherThread: isReleasedOnOtherThread())
    case .withScope:
      let kind = ScopeKind.draw(&random)
      let operations = (0..<1 + random.next(below: 4)).map { _ in
        script(constraints.targetLimit == model.targets.count ? Operation.weighted : constraints.kinds)
      }
      return .withScope(model.scopes.count, kind, operations)
    case .setDeinitializerAction: return .setDeinitializerAction(script(Operation.inDeinitializer))
    case .addKeys:
      // The model does not predict which keys a family forgets, and an event of a forgotten key would be missing.
      return model.isObserved ? .nothing : .addKeys(random.next(below: model.families.count))
    case .observe: return model.isObserved ? .observe(model.observersMade) : .nothing
    case .cancelObserver:
      let observers = model.observers.keys.sorted()
      return observers.isEmpty ? .nothing : .cancelObserver(random.pick(observers))
    case .seal:
      // A sealed program cannot override in the global scope, so it is sealed late.
      return model.trace.count < 80 || model.isSealed ? .nothing : .seal
    }
  }

  // MARK: Parts

  private mutating func script(_ kinds: [Operation.Kind]) -> Operation {
    Operation(kind: random.pick(kinds), seed: random.next(), omitsScript: operation.omitsScript)
  }

  private mutating func resolvable() -> Int? {
    constraints.targetLimit > 0 ? random.next(below: constraints.targetLimit) : nil
  }

  private mutating func subject() -> Int {
    random.next(below: model.overridesBySubject.count)
  }

  /// An index among the last `few` elements of a list that only grows.
  private mutating func recent(_ count: Int, _ few: Int) -> Int {
    count - 1 - random.next(below: min(count, few))
  }

  private mutating func consumer(_ isIncluded: (ReferenceModel.Consumer) -> Bool) -> Int? {
    let ids = model.consumers.filter { isIncluded($0.value) }.keys.sorted()
    return ids.isEmpty ? nil : random.pick(ids)
  }

  private mutating func scope(where isIncluded: (ReferenceModel.Scope) -> Bool) -> Int? {
    let held = model.scopes.indices.filter { $0 > 0 && isIncluded(model.scopes[$0]) }
    return held.isEmpty ? nil : random.pick(held)
  }

  private mutating func createConsumer(_ kind: ConsumerKind) -> Action {
    guard model.consumers.count < 12 else { return .nothing }
    return .createConsumer(random.next(below: model.targets.count), kind)
  }

  private mutating func openScope() -> Action {
    let kind = ScopeKind.draw(&random)
    guard model.scopes.count(where: \.isRetained) < 6 else { return .nothing }
    return .openScope(model.scopes.count, kind)
  }

  /// Whether another thread releases an object, which must not run the action of a deinitializer.
  private mutating func isReleasedOnOtherThread() -> Bool {
    let hasAction = model.deinitializerAction != nil || model.pendingDeinitializerAction != nil
    return random.chance(3) && !hasAction
  }

  private mutating func addOverride() -> Action {
    if scope == 0, model.isSealed { return .nothing }
    let subject = subject()
    let factory = factory(of: subject)
    let explicit = lifetime(of: subject)
    if case .forward = factory.kind { return .addOverride(subject, factory, .onDemand) }
    return .addOverride(subject, factory, random.chance(2) && canInheritStrategy(subject) ? nil : explicit)
  }

  /// Whether the rules define the strategy of an override that does not specify a strategy.
  private func canInheritStrategy(_ subject: Int) -> Bool {
    let provided = model.family(of: subject) == nil ? model.provided(subject) : subject
    guard model.isRequired(provided) else { return true }
    guard subject < model.targets.count, let provision = model.provision(of: provided, in: scope)
    else { return false }
    if case .forward = model.providers[provision].factory.kind { return false }
    return true
  }

  private mutating func provide() -> Action {
    let required = model.overridesBySubject.indices.filter(model.isRequired)
    guard !required.isEmpty else { return .nothing }
    let subject = random.pick(required)
    let factory = factory(of: subject, isProvision: true)
    let lifetime = lifetime(of: subject, isProvision: true)
    if case .forward = factory.kind { return .provide(subject, factory, .onDemand) }
    return .provide(subject, factory, lifetime)
  }

  /// Implementations provided in the global scope are never withdrawn, so every required injection has one.
  private mutating func withdraw() -> Action {
    guard !model.provisions.isEmpty else { return .nothing }
    let index = recent(model.provisions.count, 8)
    let provider = model.providers[model.provisions[index]]
    return provider.scope == 0 && provider.isInForce ? .nothing : .withdraw(index)
  }

  private mutating func lifetime(of subject: Int, isProvision: Bool = false) -> Lifetime {
    let isOwner = subject < 2 || isProvision && model.targets[subject].hasReleaseAction
    return Lifetime.draw(&random, owningInstances: isOwner, withChecks: model.hasChecks)
  }

  private mutating func factory(of subject: Int, isProvision: Bool = false) -> Factory {
    model.lastFactoryID += 1
    let below = model.family(of: subject)?.keys.lowerBound ?? model.targets[subject].dependencyLimit
    var kinds: [Factory.Kind] = [.build]
    if !isProvision { kinds += [.decorate, .changeOriginal] }
    if !isProvision, subject > 1 { kinds += [.build, .ignoreOriginal, .decorate, .returnOriginal] }
    // The rules do not define the strategy of a context's instance if another injection is provided.
    if subject > 1, model.family(of: subject) == nil,
      !isProvision || model.targets[subject].alternative == nil
    {
      kinds.append(.forward(random.next(below: below)))
    }
    if !isProvision, model.family(of: subject) != nil, subject > model.targets.count {
      kinds.append(.forward(model.targets.count))
    }
    let dependencies = (0..<random.next(below: 3)).map { _ in random.next(below: max(1, below)) }
    let hasScript = random.chance(4) && subject > 1
    let script = script(Operation.inFactory)
    return Factory(
      id: model.lastFactoryID,
      kind: random.pick(kinds),
      isObject: random.next(below: 3) > 0,
      dependencies: subject > 1 ? dependencies : [],
      scopeKind: OverrideScope.Kind.drawForFactory(&random),
      script: hasScript && !operation.omitsScript ? script : nil
    )
  }
}
