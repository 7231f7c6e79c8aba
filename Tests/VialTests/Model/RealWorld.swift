import Vial

/// What the random injections provide: numbered in the order of building.
protocol Item {
  var id: Int { get }
}

/// The real injections of a run.
///
/// They do what the model has written down.
@MainActor final class RealWorld {
  /// Keys with one hash: equality decides (rule 7).
  struct Key: Hashable {
    let number: Int
    func hash(into hasher: inout Hasher) {}
  }

  private final class Life {
    let id: Int
    unowned let world: RealWorld

    init(_ id: Int, _ world: RealWorld) {
      self.id = id
      self.world = world
    }

    deinit {
      let (world, id) = (world, id)
      MainActor.assumeIsolated { world.died(id) }
    }
  }

  private final class ObjectItem: Item {
    let life: Life
    let parts: [any Item]
    var id: Int { life.id }

    init(_ life: Life, _ parts: [any Item]) {
      self.life = life
      self.parts = parts
    }
  }

  private struct ValueItem: Item {
    let life: Life
    let parts: [any Item]
    var id: Int { life.id }
  }

  final class WeakOwner {
    @WeakInstance var value: (any Item)?
    init(_ injection: Injection<any Item>) { _value = WeakInstance(injection) }
    @MainActor var isResolved: Bool { $value.isResolved }
    @MainActor func reset() { $value.reset() }
  }

  /// Whether what is done is told as it goes, to find what stops the program.
  static var tells = false

  let model: Model
  var injections: [Injection<any Item>?] = []
  var families: [InjectionFamily<Key, any Item>] = []
  let flows: [InjectionFlow]
  private(set) var observation: InjectionObservation?
  private let context: InjectionContext
  var clocks = [0, 0]
  var keysAdded = 0
  var scopes: [Int: OverrideScope] = [:]
  var owners: [Int: Owner<any Item>] = [:]
  var weakOwners: [Int: WeakOwner] = [:]
  var ownersMade = 0
  var tokens: [Override] = []
  var provisions: [Provision] = []
  var checkpoints: [Overrides.Checkpoint] = []
  /// The numbers of scopes, by their addresses: a newer scope takes the place of a dead one.
  var numbers: [ObjectIdentifier: Int] = [:]
  var fired: Set<Int> = []
  var isArmed = false

  private var made = 0
  private(set) var living: Set<Int> = []
  private(set) var asked = 0
  /// How many entries of the model's list have begun.
  private(set) var begun = 0
  var mismatch: String?

  init(_ setup: Setup, _ model: Model) {
    self.model = model
    let child = InjectionFlow("child")
    context = InjectionContext("random") { [isInContext = setup.isInContext] in isInContext }
    flows = [child, InjectionFlow("parent", children: [child])]
    for family in setup.families { families.append(publish(family)) }
    for target in setup.targets { injections.append(publish(target)) }
    if setup.isObserved { observation = Injections.observe { _ in } }
  }

  /// Where this code runs.
  var place: Int { OverrideScope.current.map { numbers[ObjectIdentifier($0)] ?? -1 } ?? 0 }

  /// The injection of a target; a key's is looked up each time, as users do.
  func injection(_ target: Int) -> Injection<any Item> {
    if let injection = injections[target] { return injection }
    let key = model.targets[target]
    return families[key.family ?? 0][Key(number: key.key)]
  }

  // MARK: Publishing

  private func publish(_ target: Target) -> Injection<any Item>? {
    let recipe = target.recipe
    switch target.kind {
    case .plain:
      let injection = Injection(
        strategy: strategy(target.lifetime),
        instance: self.make(recipe)
      )
      return target.alternative.map { inContext(injection, $0) } ?? injection
    case .required:
      let injection = Injection<any Item>.required("a random item")
      return target.alternative.map { inContext(injection, $0) } ?? injection
    case .key:
      return nil
    }
  }

  /// The first active context counts; another one never is.
  private func inContext(
    _ injection: Injection<any Item>,
    _ alternative: Recipe
  ) -> Injection<any Item> {
    let idle = InjectionContext("idle") { false }
    return injection.when(idle, instance: self.wrong())
      .when(context, instance: self.make(alternative))
      .when(context, instance: self.wrong())
  }

  private func publish(_ family: Family) -> InjectionFamily<Key, any Item> {
    let recipe = family.recipe
    return InjectionFamily(strategy: strategy(family.lifetime)) { _ in self.make(recipe) }
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
          asked += 1
          if isArmed {
            isArmed = false
            runScript()
          }
          return clocks[clock] == time
        }
      }
    case .uses(let limit):
      return .cached { [unowned self] in
        var left = limit
        return { [unowned self] in
          asked += 1
          if isArmed {
            isArmed = false
            runScript()
          }
          left -= 1
          return left >= 0
        }
      }
    }
  }

  // MARK: Making

  /// What must not be built.
  private func wrong() -> any Item {
    complain("a context that does not count was asked")
    return makeItem(true, [])
  }

  func make(_ recipe: Recipe) -> any Item {
    makeItem(recipe.isObject, parts(recipe))
  }

  func make(_ recipe: Recipe, _ original: borrowing Original<any Item>) -> any Item {
    switch recipe.kind {
    case .passOn: return original.resolve()
    case .change: return makeItem(recipe.isObject, [original.resolve()])
    case .decorate:
      let parts = parts(recipe)
      return makeItem(recipe.isObject, parts + [original.resolve()])
    default: return make(recipe)
    }
  }

  private func parts(_ recipe: Recipe) -> [any Item] {
    let parts = recipe.needs.map { injection($0).resolve() }
    if recipe.script != nil, fired.insert(recipe.id).inserted { runScript() }
    return parts
  }

  func makeItem(_ isObject: Bool, _ parts: [any Item]) -> any Item {
    let life = Life(made, self)
    living.insert(made)
    made += 1
    return isObject ? ObjectItem(life, parts) : ValueItem(life: life, parts: parts)
  }

  private func died(_ id: Int) {
    living.remove(id)
    if model.bombs.contains(id), !model.isOver { runScript() }
  }

  // MARK: Following the model

  func complain(_ text: String) {
    if mismatch == nil { mismatch = text }
  }

  /// Does what the model did next, and compares what came of it.
  func runScript() {
    guard mismatch == nil else { return }
    guard begun < model.trace.count else { return complain("more was run than in the model") }
    let entry = model.trace[begun]
    begun += 1
    if Self.tells { printAtOnce(entry.action.line(in: entry.place)) }
    if entry.origin != place { complain("\(entry.action) runs in \(place), not \(entry.origin)") }
    let result =
      entry.place == place ? perform(entry.action) : enter(entry.place) { perform(entry.action) }
    if result != entry.result {
      complain("\(entry.action.line(in: entry.place)) gave \(result), not \(entry.result)")
    }
  }

  private func enter(_ place: Int, _ body: () -> [Int]) -> [Int] {
    guard let scope = scopes[place] else {
      complain("scope \(place) is not there")
      return []
    }
    let result = scope.run(body)
    extendLifetime(scope)
    return result
  }
}
