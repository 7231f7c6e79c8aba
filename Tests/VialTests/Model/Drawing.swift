/// Draws what an operation does, from its seed and from what there is in the model.
@MainActor struct Drawing {
  let model: Model
  let operation: Operation
  let setting: Setting
  var random: SplitMix
  private var place = 0

  init(_ model: Model, _ operation: Operation, _ setting: Setting) {
    self.model = model
    self.operation = operation
    self.setting = setting
    random = SplitMix(state: operation.seed)
  }

  mutating func draw() -> (Operation.Kind, Action, Int) {
    place = drawPlace()
    let kind = operation.kind
    return (kind, draw(kind), place)
  }

  /// Code cannot leave the scope that it runs in, but it may enter any other that is held.
  private mutating func drawPlace() -> Int {
    let isOutermost = model.place == 0
    let held = model.scopes.indices.filter { $0 > 0 && model.scopes[$0].isHeld }
    if held.isEmpty || random.chance(2) { return isOutermost ? 0 : model.place }
    return random.pick(held)
  }

  private mutating func draw(_ kind: Operation.Kind) -> Action {
    switch kind {
    case .resolve:
      if setting.isDying {
        let isOver = model.seen(from: place).contains { model.scopes[$0].hasEnded }
        guard !isOver, model.mayResolveLeaves else { return .nothing }
      }
      return resolvable().map(Action.resolve) ?? .nothing
    case .peek: return .peek(random.next(below: model.targets.count))
    case .inspect: return .inspect(random.next(below: model.stacks.count))
    case .push: return push()
    case .rollBack: return .rollBack(stack())
    case .rollBackAll: return .rollBackAll(stack())
    case .rollBackByToken:
      guard !model.tokens.isEmpty else { return .nothing }
      let token = recent(model.tokens.count, 24)
      let place = model.layers[model.tokens[token]].place
      return model.releasedTogether.contains(place) ? .nothing : .rollBackByToken(token)
    case .rollBackEverything: return .rollBackEverything
    case .checkpoint: return .checkpoint
    case .rollBackTo:
      guard !model.checkpoints.isEmpty else { return .nothing }
      return .rollBackTo(recent(model.checkpoints.count, 5))
    case .provide: return provide()
    case .withdraw: return withdraw()
    case .clear: return .clear(stack())
    case .clearFlow: return .clearFlow(random.next(below: 2))
    case .expire: return .expire(random.next(below: model.clocks.count))
    case .own, .ownWeakly:
      guard model.owners.count < 12 else { return .nothing }
      return .own(random.next(below: model.targets.count), isWeak: kind == .ownWeakly)
    case .read, .readWeakly:
      let (isWeak, below) = (kind == .readWeakly, setting.below)
      return owner { $0.isWeak == isWeak && $0.target < below && !$0.isReading }
        .map(Action.read) ?? .nothing
    case .drop: return owner { !$0.isReading }.map(Action.drop) ?? .nothing
    case .assign:
      let isObject = random.chance(2)
      return owner { _ in true }.map { .assign($0, isObject: isObject) } ?? .nothing
    case .reset: return owner { _ in true }.map(Action.reset) ?? .nothing
    case .open: return open()
    case .end: return held().map(Action.end) ?? .nothing
    case .forget:
      let around = model.around
      return held { !around.contains($0) }.map(Action.forget) ?? .nothing
    case .block:
      let inherits = random.chance(2)
      let operations = (0..<1 + random.next(below: 4)).map { _ in
        script(setting.below == model.targets.count ? Operation.drawn : setting.kinds)
      }
      return .block(model.scopes.count, inherits: inherits, operations)
    case .observe:
      let script = script(Operation.beforeBuilding)
      return resolvable().map { .observe($0, script) } ?? .nothing
    case .check:
      let script = script(Operation.beforeBuilding)
      guard let target = resolvable() else { return .nothing }
      // Without an instance that a check decides about, it is a resolve like any other.
      return model.checked(target, in: place) == nil ? .resolve(target) : .check(target, script)
    case .bury: return .bury(script(Operation.dying))
    case .addKeys:
      // What is forgotten when keys are added may ask checks (rule 7).
      return model.hasChecks ? .nothing : .addKeys(random.next(below: model.families.count))
    }
  }

  // MARK: Parts

  private mutating func script(_ kinds: [Operation.Kind]) -> Operation {
    Operation(kind: random.pick(kinds), seed: random.next(), isPlain: operation.isPlain)
  }

  private mutating func resolvable() -> Int? {
    setting.below > 0 ? random.next(below: setting.below) : nil
  }

  private mutating func stack() -> Int {
    random.next(below: model.stacks.count)
  }

  /// One of the newest of a list that only grows.
  private mutating func recent(_ count: Int, _ few: Int) -> Int {
    count - 1 - random.next(below: min(count, few))
  }

  private mutating func owner(_ isMeant: (Model.Owner) -> Bool) -> Int? {
    let ids = model.owners.filter { isMeant($0.value) }.keys.sorted()
    return ids.isEmpty ? nil : random.pick(ids)
  }

  private mutating func held(_ isMeant: (Int) -> Bool = { _ in true }) -> Int? {
    let held = model.scopes.indices.filter { $0 > 0 && model.scopes[$0].isHeld && isMeant($0) }
    return held.isEmpty ? nil : random.pick(held)
  }

  private mutating func open() -> Action {
    let inherits = random.next(below: 3) > 0
    guard model.scopes.count(where: \.isHeld) < 6 else { return .nothing }
    return .open(model.scopes.count, inherits: inherits)
  }

  private mutating func push() -> Action {
    let stack = stack()
    let recipe = recipe(of: stack)
    let explicit = lifetime(of: stack)
    if case .forward = recipe.kind { return .push(stack, recipe, .onDemand) }
    return .push(stack, recipe, random.chance(2) && mayInherit(stack) ? nil : explicit)
  }

  /// Whether a rule says which lifetime an override takes that names none.
  private func mayInherit(_ stack: Int) -> Bool {
    let provided = model.family(of: stack) == nil ? model.provided(stack) : stack
    guard model.isRequired(provided) else { return true }
    guard stack < model.targets.count, let provision = model.provision(of: provided, in: place)
    else { return false }
    if case .forward = model.layers[provision].recipe.kind { return false }
    return true
  }

  private mutating func provide() -> Action {
    let required = model.stacks.indices.filter { stack in
      model.isRequired(stack) && model.provision(of: stack, at: place) == nil
    }
    guard !required.isEmpty else { return .nothing }
    let stack = random.pick(required)
    return .provide(stack, recipe(of: stack, isProvision: true), lifetime(of: stack))
  }

  /// What is provided outside is replaced at once, so that nothing is missing.
  private mutating func withdraw() -> Action {
    guard !model.provisions.isEmpty else { return .nothing }
    let index = recent(model.provisions.count, 8)
    let layer = model.layers[model.provisions[index]]
    guard layer.place == 0, layer.isInForce else { return .withdraw(index) }
    guard model.place == 0 else { return .nothing }
    place = 0
    let recipe = recipe(of: layer.stack, isProvision: true)
    return .provideAnew(index, recipe, lifetime(of: layer.stack))
  }

  private mutating func lifetime(of stack: Int) -> Lifetime {
    Lifetime.draw(&random, isLeaf: stack < 2, withChecks: model.hasChecks)
  }

  private mutating func recipe(of stack: Int, isProvision: Bool = false) -> Recipe {
    model.recipes += 1
    let below = model.family(of: stack)?.keys.lowerBound ?? model.targets[stack].lowest
    var kinds: [Recipe.Kind] = [.build]
    if !isProvision { kinds += [.decorate, .change] }
    if !isProvision, stack > 1 { kinds += [.build, .ignore, .decorate, .passOn] }
    // The lifetime of a context's instance where another injection is provided is not said.
    if stack > 1, model.family(of: stack) == nil,
      !isProvision || model.targets[stack].alternative == nil
    {
      kinds.append(.forward(random.next(below: below)))
    }
    if !isProvision, model.family(of: stack) != nil, stack > model.targets.count {
      kinds.append(.forward(model.targets.count))
    }
    let needs = (0..<random.next(below: 3)).map { _ in random.next(below: max(1, below)) }
    let hasScript = random.chance(4) && stack > 1
    let script = script(Operation.inside)
    return Recipe(
      id: model.recipes,
      kind: random.pick(kinds),
      isObject: random.next(below: 3) > 0,
      needs: stack > 1 ? needs : [],
      script: hasScript && !operation.isPlain ? script : nil
    )
  }
}
