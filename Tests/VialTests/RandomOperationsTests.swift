import Testing
import Vial

/// Thousands of random operations, compared with a plain model (see `Model`).
@MainActor @Suite(.serialized) struct RandomOperationsTests {
  @Test(arguments: 0..<8)
  func randomOperationsDoWhatTheModelDoes(block: UInt64) {
    for seed in block * 50..<(block + 1) * 50 {
      var run = RandomRun(seed: seed)
      guard run.execute(operations: 120) else { return }
    }
  }
}

/// One sequence of operations on real injections and on the model.
@MainActor private struct RandomRun {
  let seed: UInt64
  var random: SplitMix
  let world = World()
  let model = Model()
  var injections: [Injection<any Item>] = []
  let scope = InjectionScope("random")
  var owners: [Int: Owner<any Item>] = [:]
  var tokens: [(token: Override, layer: Int)] = []
  var checkpoints: [(real: Overrides.Checkpoint, model: Int)] = []
  var history: [String] = []
  var nextOwner = 0

  init(seed: UInt64) {
    self.seed = seed
    random = SplitMix(state: seed)
  }

  /// Whether the model agreed throughout.
  mutating func execute(operations: Int) -> Bool {
    for index in 0..<6 { publish(index) }
    defer { for injection in injections { injection.rollbackAllOverrides() } }
    for _ in 0..<operations {
      let mismatch = step()
      guard let mismatch = mismatch ?? compareLiving() else { continue }
      Issue.record("seed \(seed): \(mismatch)\n\(history.suffix(40).joined(separator: "\n"))")
      return false
    }
    owners = [:]
    model.owners = [:]
    for injection in injections { injection.rollbackAllOverrides() }
    for index in injections.indices { model.rollbackAll(index) }
    scope.clear()
    model.clear()
    guard let mismatch = compareLiving() else { return true }
    Issue.record("seed \(seed), at the end: \(mismatch)\n\(history.joined(separator: "\n"))")
    return false
  }

  private func compareLiving() -> String? {
    let real = world.living
    let expected = model.living
    return real == expected ? nil : "alive are \(real.sorted()), not \(expected.sorted())"
  }

  // MARK: Publishing

  private mutating func lifetime() -> Lifetime {
    [.onDemand, .shared, .shared, .singleton, .scoped, .uses(3)][random.next(below: 6)]
  }

  private func strategy(_ lifetime: Lifetime) -> InjectionStrategy {
    switch lifetime {
    case .onDemand: return .onDemand
    case .shared: return .shared
    case .singleton: return .singleton
    case .scoped: return .scoped(scope)
    case .uses(let limit):
      return .cached {
        var uses = 1
        return {
          uses += 1
          return uses <= limit
        }
      }
    }
  }

  /// Which of the injections published earlier a recipe resolves.
  private mutating func needs(below index: Int) -> [Int] {
    (0..<index).filter { _ in random.next(below: 3) == 0 }
  }

  private mutating func publish(_ index: Int) {
    let lifetime = lifetime()
    let needs = needs(below: index)
    let isObject = random.next(below: 3) > 0
    let world = world
    let lower = injections
    injections.append(
      Injection<any Item>(strategy: strategy(lifetime)) {
        world.make(isObject, needs.map { lower[$0].resolve() })
      }
    )
    model.publish(lifetime, .build(isObject, needs))
    history.append("publish \(index) \(lifetime) object: \(isObject) needs: \(needs)")
  }

  // MARK: Steps

  private mutating func step() -> String? {
    let index = random.next(below: injections.count)
    switch random.next(below: 20) {
    case 0..<4: return resolve(index)
    case 4..<6: return override(index)
    case 6..<8: return rollBack(index)
    case 8: return rollBackByToken()
    case 9: return checkpoint()
    case 10: return peek(index)
    case 11, 12: return makeOwner(index)
    case 13..<17: return read()
    case 17: return dropOwner()
    case 18: return assignOrReset()
    default: return clear()
    }
  }

  private mutating func resolve(_ index: Int) -> String? {
    history.append("resolve \(index)")
    let real = injections[index].resolve().id
    let expected = model.resolve(index)
    return real == expected ? nil : "resolving gave \(real), not \(expected)"
  }

  private mutating func peek(_ index: Int) -> String? {
    history.append("peek \(index)")
    let real = injections[index].current?.id
    let expected = model.peek(index)
    guard injections[index].overrideCount == model.stacks[index].count - 1 else {
      return "the number of overrides is \(injections[index].overrideCount)"
    }
    return real == expected ? nil : "alive is \(String(describing: real)), not \(expected ?? -1)"
  }

  private mutating func override(_ index: Int) -> String? {
    let needs = needs(below: index)
    let isObject = random.next(below: 3) > 0
    let inherits = random.next(below: 2) == 0
    let lifetime = inherits ? nil : lifetime()
    let strategy = lifetime.map(strategy)
    let world = world
    let injections = injections
    let kind = random.next(below: 5)
    history.append("override \(index) \(kind) \(lifetime as Any) object: \(isObject) \(needs)")
    switch kind {
    case 0:
      let token = injections[index].override(
        with: world.make(isObject, needs.map { injections[$0].resolve() }),
        strategy: strategy
      )
      tokens.append((token, model.push(index, lifetime, .build(isObject, needs))))
    case 1:
      let token = injections[index].override(
        with: { original in
          world.make(isObject, needs.map { injections[$0].resolve() } + [original.resolve()])
        },
        strategy: strategy
      )
      tokens.append((token, model.push(index, lifetime, .decorate(isObject, needs))))
    case 2:
      let token = injections[index].override(
        with: { _ in world.make(isObject, []) },
        strategy: strategy
      )
      tokens.append((token, model.push(index, lifetime, .build(isObject, []))))
    case 3:
      let token = injections[index].override(
        with: { (below: any Item) in below },
        strategy: strategy
      )
      tokens.append((token, model.push(index, lifetime, .passThrough)))
    default:
      guard index > 0 else { return nil }
      let other = random.next(below: index)
      let token = injections[index].override(with: injections[other])
      tokens.append((token, model.push(index, .onDemand, .forward(other))))
    }
    return nil
  }

  private mutating func rollBack(_ index: Int) -> String? {
    if random.next(below: 6) == 0 {
      history.append("roll back all of \(index)")
      injections[index].rollbackAllOverrides()
      model.rollbackAll(index)
      return nil
    }
    history.append("roll back \(index)")
    let real = injections[index].rollbackOverride()
    let expected = model.pop(index)
    return real == expected ? nil : "rolling back said \(real)"
  }

  private mutating func rollBackByToken() -> String? {
    guard !tokens.isEmpty else { return nil }
    let place = random.next(below: tokens.count)
    history.append("roll back by token \(place)")
    let (token, layer) = tokens[place]
    let real = token.rollback()
    let expected = model.remove(layer)
    return real == expected && !token.isActive ? nil : "the token said \(real)"
  }

  private mutating func checkpoint() -> String? {
    guard random.next(below: 3) == 0, !checkpoints.isEmpty else {
      history.append("checkpoint")
      checkpoints.append((Overrides.checkpoint(), model.time))
      return nil
    }
    let place = random.next(below: checkpoints.count)
    history.append("roll back to checkpoint \(place)")
    Overrides.rollback(to: checkpoints[place].real)
    model.rollback(after: checkpoints[place].model)
    return nil
  }

  private mutating func makeOwner(_ index: Int) -> String? {
    history.append("owner \(nextOwner) of \(index)")
    owners[nextOwner] = Owner(injections[index])
    model.owners[nextOwner] = Model.Owner(injection: index)
    nextOwner += 1
    return nil
  }

  private mutating func anyOwner() -> Int? {
    owners.isEmpty ? nil : owners.keys.sorted()[random.next(below: owners.count)]
  }

  private mutating func read() -> String? {
    guard let id = anyOwner(), let owner = owners[id] else { return nil }
    history.append("read owner \(id)")
    let real = owner.value.id
    let expected = model.read(id)
    return real == expected ? nil : "reading gave \(real), not \(expected)"
  }

  private mutating func dropOwner() -> String? {
    guard let id = anyOwner() else { return nil }
    history.append("drop owner \(id)")
    owners[id] = nil
    model.owners[id] = nil
    return nil
  }

  private mutating func assignOrReset() -> String? {
    guard let id = anyOwner(), let owner = owners[id] else { return nil }
    if random.next(below: 2) == 0 {
      history.append("reset owner \(id)")
      owner.reset()
      model.reset(id)
    } else {
      history.append("assign owner \(id)")
      owner.value = world.make(true, [])
      model.assign(id)
    }
    return owner.isResolved == model.isResolved(id) ? nil : "isResolved is \(owner.isResolved)"
  }

  private mutating func clear() -> String? {
    history.append("clear the scope")
    scope.clear()
    model.clear()
    return nil
  }
}

/// A small random number generator whose sequences are the same everywhere.
struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func next(below limit: Int) -> Int {
    Int(next() % UInt64(limit))
  }
}
