// Which layer provides, where its instance is looked for, and how one is built and kept.

extension Model {
  /// The layers that provide for a place, the one that does first (rules 7, 12, 19 and 21).
  func chain(_ target: Int, in place: Int) -> [Int] {
    var chain = overrides(of: target, in: place)
    if let family = targets[target].family {
      chain += overrides(of: targets.count + family, in: place)
    }
    return chain + [base(target, in: place)]
  }

  /// The overrides of one stack that a place sees: the innermost place's first, newest first.
  func overrides(of stack: Int, in place: Int) -> [Int] {
    guard !stacks[stack].isEmpty else { return [] }
    return seen(from: place).flatMap { seen in
      stacks[stack].reversed().filter { layers[$0].place == seen }
    }
  }

  /// The stack that is provided for a required target.
  func provided(_ target: Int) -> Int {
    targets[target].family.map { targets.count + $0 } ?? target
  }

  private func base(_ target: Int, in place: Int) -> Int {
    let stack = provided(target)
    let isReplaced = isInContext && targets[target].alternative != nil
    return isRequired(stack) && !isReplaced ? provision(of: stack, in: place) ?? target : target
  }

  /// The nearest provision around a place, whatever the kinds of the scopes (rule 19).
  func provision(of stack: Int, in place: Int) -> Int? {
    var next = place
    while true {
      if let found = provision(of: stack, at: next) { return found }
      if next == 0 { return nil }
      next = scopes[next].parent
    }
  }

  func provision(of stack: Int, at place: Int) -> Int? {
    provisions.last { layer in
      layers[layer].stack == stack && layers[layer].place == place && layers[layer].isInForce
    }
  }

  // MARK: Resolving

  func resolve(_ target: Int) -> Int {
    var box: Int?
    return resolve(target, forConsumer: false, &box)
  }

  func resolve(_ target: Int, forConsumer: Bool, _ box: inout Int?) -> Int {
    let layer = chain(target, in: place)[0]
    if onBuilding != nil {
      if !layers[layer].recipe.isForward, let fill = alive(layer, target) {
        box = fill.box
        return fill.item
      }
      reportBuilding()
    }
    return provide(layer, target, forConsumer, &box)
  }

  /// An observer acts on the first report of a build, which may be that of who dies on the way.
  private func reportBuilding() {
    guard let script = onBuilding else { return }
    onBuilding = nil
    step(script, Setting(kinds: Operation.beforeBuilding, below: targets.count))
  }

  private func provide(
    _ layer: Int,
    _ target: Int,
    _ forConsumer: Bool,
    _ box: inout Int?
  ) -> Int {
    // What an observer or a check has rolled back provides no more (rule 17).
    guard layers[layer].isInForce else { return resolve(target, forConsumer: forConsumer, &box) }
    if case .forward(let other) = layers[layer].recipe.kind {
      frames.append(Frame(target: target, place: place, moment: time))
      defer { frames.removeLast() }
      return resolve(forwarded(target, to: other))
    }
    let slot = Slot(layer: layer, target: target, place: place)
    // Where it will be kept is looked at again: what expired may have come back.
    if let fill = alive(layer, target) ?? alive(slot) {
      box = fill.box
      return fill.item
    }
    guard layers[layer].isInForce else { return resolve(target, forConsumer: forConsumer, &box) }
    return build(slot, forConsumer, &box)
  }

  /// The target that a forward leads to: for a family, the same key of the other one.
  func forwarded(_ target: Int, to other: Int) -> Int {
    guard let family = family(of: other) else { return other }
    return family.keys.lowerBound + targets[target].key
  }

  private func build(_ slot: Slot, _ forConsumer: Bool, _ box: inout Int?) -> Int {
    time += 1
    frames.append(Frame(target: slot.target, place: slot.place, moment: time))
    let mark = running.count
    let lifetime = lifetime(of: slot.layer, for: slot.target)
    let item = run(recipe(of: slot.layer), slot, mark)
    running.append(item)
    let frame = frames.removeLast()
    if !frame.isTainted, layers[slot.layer].isInForce {
      store(item, slot, lifetime, forConsumer, &box)
    }
    running.removeLast(running.count - mark)
    isStale = true
    return item
  }

  private func recipe(of layer: Int) -> Recipe {
    guard isInContext, layer < targets.count else { return layers[layer].recipe }
    return targets[layer].alternative ?? layers[layer].recipe
  }

  private func run(_ recipe: Recipe, _ slot: Slot, _ mark: Int) -> Int {
    if case .passOn = recipe.kind { return below(slot) }
    if case .change = recipe.kind { return make(recipe.isObject, [below(slot)]) }
    for need in recipe.needs { running.append(resolve(need)) }
    if let script = recipe.script, fired.insert(recipe.id).inserted {
      step(script, Setting(kinds: Operation.inside, below: slot.target))
    }
    if case .decorate = recipe.kind { running.append(below(slot)) }
    return make(recipe.isObject, Array(running[mark...]))
  }

  /// What the nearest layer below provides that is in force (rule 13).
  private func below(_ slot: Slot) -> Int {
    var box: Int?
    let chain = chain(slot.target, in: slot.place)
    let layer = layers[slot.layer]
    let seen = seen(from: slot.place)
    func rank(_ layer: Layer) -> (Int, Int, Int) {
      if layer.isProvision || layer.moment == 0 { return (2, 0, 0) }
      let isFamilys = layer.stack >= targets.count
      return (isFamilys ? 1 : 0, seen.firstIndex(of: layer.place) ?? 0, -layer.moment)
    }
    let next = chain.first { rank(layers[$0]) > rank(layer) }
    return provide(next ?? chain[chain.count - 1], slot.target, false, &box)
  }

  // MARK: Keeping

  /// What a context replaces a requirement with is kept as a singleton (rule 26).
  func lifetime(of layer: Int, for target: Int) -> Lifetime {
    if layer == target, isRequired(provided(target)) { return .singleton }
    if let lifetime = layers[layer].lifetime { return lifetime }
    return isRequired(provided(target)) ? .singleton : targets[target].lifetime
  }

  private func store(
    _ item: Int,
    _ slot: Slot,
    _ lifetime: Lifetime,
    _ forConsumer: Bool,
    _ box: inout Int?
  ) {
    time += 1
    var fill = Fill(item: item, isStrong: true, moment: time)
    switch lifetime {
    case .onDemand: return
    case _ where scopes[slot.place].hasEnded, .shared:
      fill = Fill(item: item, isStrong: false, moment: time)
      fill.flow = lifetime.flow
      if !isObject[item] {
        guard forConsumer else { return }
        boxes += 1
        fill.box = boxes
        box = boxes
      }
    case .singleton: break
    case .uses(let limit): fill.uses = limit
    case .flow: fill.flow = lifetime.flow
    case .cached(let clock, _):
      fill.flow = lifetime.flow
      fill.validity = (clock, clocks[clock])
    }
    let replaced = fills.updateValue(fill, forKey: slot)
    if replaced != nil { settle() }
  }

  /// The instance of a layer that is alive in the nearest place that is seen; checks are asked.
  private func alive(_ layer: Int, _ target: Int) -> Fill? {
    for seen in seen(from: place) {
      if let fill = alive(Slot(layer: layer, target: target, place: seen)) { return fill }
    }
    return nil
  }

  private func alive(_ slot: Slot) -> Fill? {
    guard let fill = fills[slot] else { return nil }
    guard fill.isChecked else { return isAlive(fill) ? fill : nil }
    asked += 1
    // What is checked lives until its check has answered and what is provided instead is found.
    running.append(fill.item)
    if let (armed, script) = onCheck, armed == slot {
      onCheck = nil
      isChecking = true
      defer { isChecking = false }
      step(script, Setting(kinds: Operation.beforeBuilding, below: slot.target))
    }
    let provided = judged(slot, fill)
    running.removeLast()
    running += provided.map { [$0.item] } ?? []
    settle()
    running.removeLast(provided == nil ? 0 : 1)
    return provided
  }

  private func judged(_ slot: Slot, _ fill: Fill) -> Fill? {
    if fills[slot]?.moment == fill.moment {
      if isValid(slot) { return fill }
      empty { $0 == slot }
    }
    return fills[slot] == nil ? nil : alive(slot)
  }

  /// Whether the check of a slot's instance says so; a use counts when it is asked.
  private func isValid(_ slot: Slot) -> Bool {
    guard let fill = fills[slot] else { return false }
    if let (clock, time) = fill.validity { return clocks[clock] == time }
    guard let uses = fill.uses else { return true }
    fills[slot]?.uses = uses - 1
    return uses > 0
  }

  func isAlive(_ fill: Fill) -> Bool {
    if fill.isStrong { return true }
    guard let box = fill.box else { return isAlive(fill.item) }
    return owners.values.contains { $0.box == box && !$0.isWeak }
  }

  func peek(_ target: Int) -> Int? {
    let layer = chain(target, in: place)[0]
    for seen in seen(from: place) {
      let fill = fills[Slot(layer: layer, target: target, place: seen)]
      guard let fill, isAlive(fill) else { continue }
      return fill.item
    }
    return nil
  }
}
