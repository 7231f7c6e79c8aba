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

  let model: Model
  var injections: [Injection<any Item>?] = []
  var families: [InjectionFamily<Key, any Item>] = []
  let flows: [InjectionScope]
  var clocks = [0, 0]
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
    let child = InjectionScope("child")
    flows = [child, InjectionScope("parent", children: [child])]
    for family in setup.families { families.append(publish(family)) }
    for target in setup.targets { injections.append(publish(target)) }
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
      return Injection(strategy: strategy(target.lifetime), instance: self.make(recipe))
    case .contextual:
      let (active, idle) = (
        InjectionContext("active") { true }, InjectionContext("idle") { false }
      )
      return Injection<any Item>(strategy: strategy(target.lifetime), instance: self.wrong())
        .when(idle, instance: self.wrong())
        .when(active, instance: self.make(recipe))
        .when(active, instance: self.wrong())
    case .required: return .required("a random item")
    case .key:
      guard target.isPublished, let family = target.family else { return nil }
      families[family].publish(Key(number: target.key), strategy: strategy(target.lifetime)) {
        self.make(recipe)
      }
      return nil
    }
  }

  private func publish(_ family: Family) -> InjectionFamily<Key, any Item> {
    if family.isRequired { return .required("random items") }
    let recipe = family.recipe
    return InjectionFamily(strategy: strategy(family.lifetime)) { _ in self.make(recipe) }
  }

  func strategy(_ lifetime: Lifetime) -> InjectionStrategy {
    switch lifetime {
    case .onDemand: return .onDemand
    case .shared: return .shared
    case .singleton: return .singleton
    case .scoped(let flow): return .scoped(flows[flow])
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
