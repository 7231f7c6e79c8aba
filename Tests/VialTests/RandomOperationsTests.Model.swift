/// What the random injections provide: numbered in the order of building.
protocol Item {
  var id: Int { get }
}

/// Builds the real items, and knows which are alive.
final class World {
  private final class Life {
    let id: Int
    let world: World

    init(_ id: Int, _ world: World) {
      self.id = id
      self.world = world
      world.living.insert(id)
    }

    deinit {
      world.living.remove(id)
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

  private var count = 0
  fileprivate(set) var living: Set<Int> = []

  func make(_ isObject: Bool, _ parts: [any Item]) -> any Item {
    let life = Life(count, self)
    count += 1
    return isObject ? ObjectItem(life, parts) : ValueItem(life: life, parts: parts)
  }
}

enum Lifetime {
  case onDemand
  case shared
  case singleton
  case scoped
  case uses(Int)
}

/// The rules of sections 2 and 3 in the plainest words: everything is looked for, nothing is fast.
///
/// An item is a number; what is alive is what can be reached from caches, owners and from the
/// recipes that are running.
@MainActor final class Model {
  enum Recipe {
    case build(Bool, [Int])
    case decorate(Bool, [Int])
    case passThrough
    case forward(Int)
  }

  struct Layer {
    let lifetime: Lifetime
    let recipe: Recipe
    let injection: Int
    let pushed: Int
    var strong: Int?
    var weak: Int?
    /// For a shared value: the number that its consumers hold together.
    var box: Int?
    var filled = 0
    var uses = 0
  }

  struct Owner {
    let injection: Int
    var item: Int?
    var box: Int?
  }

  private var parts: [[Int]] = []
  private var isObject: [Bool] = []
  private var layers: [Layer] = []
  /// Layers of each injection, the published recipe first.
  private(set) var stacks: [[Int]] = []
  private var running: [Int] = []
  private var boxes = 0
  private(set) var time = 0
  var owners: [Int: Owner] = [:]

  // MARK: Overrides

  func publish(_ lifetime: Lifetime, _ recipe: Recipe) {
    layers.append(Layer(lifetime: lifetime, recipe: recipe, injection: stacks.count, pushed: 0))
    stacks.append([layers.count - 1])
  }

  func push(_ injection: Int, _ lifetime: Lifetime?, _ recipe: Recipe) -> Int {
    time += 1
    layers.append(
      Layer(
        lifetime: lifetime ?? layers[stacks[injection][0]].lifetime,
        recipe: recipe,
        injection: injection,
        pushed: time
      )
    )
    stacks[injection].append(layers.count - 1)
    return layers.count - 1
  }

  func remove(_ layer: Int) -> Bool {
    let injection = layers[layer].injection
    guard let place = stacks[injection].firstIndex(of: layer) else { return false }
    stacks[injection].remove(at: place)
    empty(layer)
    for other in layers.indices where layers[other].filled > layers[layer].pushed { empty(other) }
    return true
  }

  func pop(_ injection: Int) -> Bool {
    guard stacks[injection].count > 1, let top = stacks[injection].last else { return false }
    return remove(top)
  }

  func rollbackAll(_ injection: Int) {
    while pop(injection) {}
  }

  func rollback(after time: Int) {
    let later = stacks.flatMap { $0 }.filter { layers[$0].pushed > time }
    for layer in later.sorted().reversed() { _ = remove(layer) }
  }

  func clear() {
    for layer in layers.indices {
      if case .scoped = layers[layer].lifetime { empty(layer) }
    }
  }

  private func empty(_ layer: Int) {
    layers[layer].strong = nil
    layers[layer].weak = nil
    layers[layer].box = nil
  }

  // MARK: Resolving

  func resolve(_ injection: Int) -> Int {
    var box: Int?
    return resolve(injection, forConsumer: false, &box)
  }

  private func resolve(_ injection: Int, forConsumer: Bool, _ box: inout Int?) -> Int {
    provide(stacks[injection].count - 1, of: injection, forConsumer, &box)
  }

  private func provide(
    _ level: Int,
    of injection: Int,
    _ forConsumer: Bool,
    _ box: inout Int?
  ) -> Int {
    let layer = stacks[injection][level]
    if case .uses(let limit) = layers[layer].lifetime, layers[layer].strong != nil {
      layers[layer].uses += 1
      if layers[layer].uses > limit { empty(layer) }
    }
    if let item = alive(in: layer) {
      box = layers[layer].box
      return item
    }
    let item = build(level, of: injection, layer, forConsumer, &box)
    store(item, layer, forConsumer, &box)
    return item
  }

  private func build(
    _ level: Int,
    of injection: Int,
    _ layer: Int,
    _ forConsumer: Bool,
    _ box: inout Int?
  ) -> Int {
    let mark = running.count
    defer { running.removeLast(running.count - mark) }
    var ignored: Int?
    switch layers[layer].recipe {
    case .build(let object, let needs):
      for need in needs { running.append(resolve(need)) }
      return make(object, Array(running[mark...]))
    case .decorate(let object, let needs):
      for need in needs { running.append(resolve(need)) }
      running.append(provide(level - 1, of: injection, false, &ignored))
      return make(object, Array(running[mark...]))
    case .passThrough:
      return provide(level - 1, of: injection, false, &ignored)
    case .forward(let other):
      return resolve(other, forConsumer: forConsumer, &box)
    }
  }

  private func make(_ object: Bool, _ needs: [Int]) -> Int {
    parts.append(needs)
    isObject.append(object)
    return parts.count - 1
  }

  private func store(_ item: Int, _ layer: Int, _ forConsumer: Bool, _ box: inout Int?) {
    time += 1
    switch layers[layer].lifetime {
    case .onDemand: return
    case .singleton, .scoped: layers[layer].strong = item
    case .uses:
      layers[layer].strong = item
      layers[layer].uses = 1
    case .shared:
      if isObject[item] {
        layers[layer].weak = item
      } else if forConsumer {
        boxes += 1
        box = boxes
        layers[layer].box = boxes
        layers[layer].weak = item
      } else {
        return
      }
    }
    layers[layer].filled = time
  }

  private func alive(in layer: Int) -> Int? {
    if let item = layers[layer].strong { return item }
    guard let item = layers[layer].weak else { return nil }
    if let box = layers[layer].box { return owners.values.contains { $0.box == box } ? item : nil }
    return living.contains(item) ? item : nil
  }

  func peek(_ injection: Int) -> Int? {
    guard let layer = stacks[injection].last else { return nil }
    if case .forward(let other) = layers[layer].recipe { return peek(other) }
    return alive(in: layer)
  }

  /// Everything that a cache, an owner or a running recipe keeps, and its parts.
  var living: Set<Int> {
    var found: Set<Int> = []
    var next = layers.compactMap(\.strong) + owners.values.compactMap(\.item) + running
    while let item = next.popLast() {
      if found.insert(item).inserted { next += parts[item] }
    }
    return found
  }

  // MARK: Owners

  func read(_ id: Int) -> Int {
    if let item = owners[id]?.item { return item }
    var box: Int?
    let item = resolve(owners[id]?.injection ?? 0, forConsumer: true, &box)
    owners[id]?.item = item
    owners[id]?.box = box
    return item
  }

  func assign(_ id: Int) {
    owners[id]?.item = make(true, [])
    owners[id]?.box = nil
  }

  func reset(_ id: Int) {
    owners[id]?.item = nil
    owners[id]?.box = nil
  }

  func isResolved(_ id: Int) -> Bool { owners[id]?.item != nil }
}
