// What each operation does to the model.

/// What may be drawn, and for whom.
struct Setting {
  let kinds: [Operation.Kind]

  /// Targets that may be resolved: those that no running recipe leads to.
  let below: Int
  var isDying = false
}

extension Model {
  /// Draws what an operation does, does it, and writes it down.
  func step(_ operation: Operation, _ setting: Setting) {
    var drawing = Drawing(self, operation, setting)
    let (kind, action, place) = drawing.draw()
    kinds[kind.rawValue] += 1
    let index = trace.count
    trace.append(Entry(action: action, origin: self.place, place: place, result: []))
    around.append(place)
    let result = perform(action, setting)
    around.removeLast()
    // Whoever ran in a scope held it.
    if place != self.place { settle() }
    trace[index].result = result
  }

  private func perform(_ action: Action, _ setting: Setting) -> [Int] {
    switch action {
    case .nothing: return []
    case .resolve(let target): return [handOut { resolve(target) }]
    case .peek(let target): return [peek(target) ?? -1]
    case .inspect(let stack): return inspect(stack)
    case .push(let stack, let recipe, let lifetime): push(stack, recipe, lifetime)
    case .rollBack(let stack):
      let newest = stacks[stack].last { layers[$0].place == place }
      return [newest.map(remove) == true ? 1 : 0]
    case .rollBackAll(let stack):
      for layer in stacks[stack].reversed() where layers[layer].place == place { _ = remove(layer) }
    case .rollBackByToken(let token): return [remove(tokens[token]) ? 1 : 0]
    case .rollBackEverything: rollBack(in: place, after: 0)
    case .checkpoint: checkpoints.append((place, time))
    case .rollBackTo(let index):
      rollBack(in: checkpoints[index].place, after: checkpoints[index].moment)
    case .provide(let stack, let recipe, let lifetime): provide(stack, recipe, lifetime)
    case .withdraw(let index): return [withdraw(index) ? 1 : 0]
    case .provideAnew(let index, let recipe, let lifetime):
      let done = withdraw(index)
      provide(layers[provisions[index]].stack, recipe, lifetime)
      return [done ? 1 : 0]
    case .clear(let stack):
      let cleared = family(of: stack)?.keys ?? stack..<stack + 1
      let seen = seen(from: place)
      empty { cleared.contains($0.target) && seen.contains($0.place) }
    case .clearFlow(let flow):
      let seen = seen(from: place)
      empty { slot in
        guard let named = fills[slot]?.flow else { return false }
        return named <= flow && seen.contains(slot.place)
      }
    case .expire(let clock): clocks[clock] += 1
    case .own(let target, let isWeak):
      owners[ownersMade] = Owner(target: target, place: place, isWeak: isWeak)
      ownersMade += 1
    case .read(let owner): return read(owner)
    case .drop(let owner):
      owners[owner] = nil
      settle()
    case .assign(let owner, let isObject):
      let item = make(isObject, [])
      replace(owner, with: item, isKept: !isObject)
      return [isResolved(owner) ? 1 : 0]
    case .reset(let owner):
      replace(owner, with: nil)
      return [isResolved(owner) ? 1 : 0]
    case .open(_, let inherits): _ = open(inherits: inherits)
    case .end(let scope): end(scope)
    case .forget(let scope):
      scopes[scope].isHeld = false
      settle()
    case .block(let scope, let inherits, let operations):
      _ = open(inherits: inherits)
      around.append(scope)
      for operation in operations { step(operation, setting) }
      around.removeLast()
      scopes[scope].isHeld = false
      end(scope)
      settle()
    case .observe(let target, let script):
      onBuilding = script
      defer { onBuilding = nil }
      return [handOut { resolve(target) }]
    case .check(let target, let script):
      onCheck = checked(target, in: place).map { ($0, script) }
      defer { onCheck = nil }
      return [handOut { resolve(target) }]
    case .bury(let script): onDeath = script
    case .addKeys: break
    }
    return []
  }

  /// Gives an item to somebody who drops it.
  private func handOut(_ resolve: () -> Int) -> Int {
    let item = resolve()
    running.append(item)
    settle()
    running.removeLast()
    settle()
    return item
  }

  private func inspect(_ stack: Int) -> [Int] {
    var count = overrides(of: stack, in: place).count
    if stack < targets.count, let family = targets[stack].family {
      count += overrides(of: targets.count + family, in: place).count
    }
    let all = stacks.indices.reduce(0) { $0 + overrides(of: $1, in: place).count }
    let required = stack < targets.count ? provided(stack) : stack
    let isProvided = !isRequired(required) || provision(of: required, in: place) != nil
    let active = tokens.count { layers[$0].isInForce && !scopes[layers[$0].place].hasEnded }
    return [count, all, isProvided ? 1 : 0, active]
  }

  /// The first instance that a resolve looks at, if a check decides about it.
  func checked(_ target: Int, in place: Int) -> Slot? {
    let layer = chain(target, in: place)[0]
    for seen in seen(from: place) {
      let slot = Slot(layer: layer, target: target, place: seen)
      guard let fill = fills[slot] else { continue }
      if fill.isChecked { return slot }
      if isAlive(fill) { return nil }
    }
    return nil
  }

  // MARK: Overrides and provisions

  private func push(_ stack: Int, _ recipe: Recipe, _ lifetime: Lifetime?) {
    time += 1
    var layer = Layer(
      stack: stack,
      place: place,
      recipe: recipe,
      lifetime: lifetime ?? inherited(stack),
      moment: time,
      isProvision: false
    )
    layer.isInForce = !scopes[place].hasEnded
    layers.append(layer)
    tokens.append(layers.count - 1)
    if layer.isInForce { stacks[stack].append(layers.count - 1) }
  }

  /// The lifetime of an override that names none: for a family that of each key, so `nil`.
  private func inherited(_ stack: Int) -> Lifetime? {
    guard stack < targets.count else { return nil }
    return isRequired(provided(stack)) ? .singleton : targets[stack].lifetime
  }

  /// Rules 12, 16, 17 and 28.
  func remove(_ layer: Int) -> Bool {
    let removed = layers[layer]
    guard removed.isInForce, !scopes[removed.place].hasEnded else { return false }
    layers[layer].isInForce = false
    stacks[removed.stack].removeAll { $0 == layer }
    for index in frames.indices where frames[index].moment > removed.moment {
      if isSeen(removed.place, from: frames[index].place) {
        frames[index].isTainted = true
      }
    }
    empty { slot in
      guard slot.layer != layer, let fill = fills[slot] else { return true }
      return fill.moment > removed.moment
        && isSeen(removed.place, from: slot.place)
    }
    return true
  }

  private func rollBack(in place: Int, after moment: Int) {
    let later = stacks.flatMap { $0 }
      .filter { layers[$0].place == place && layers[$0].moment > moment }
    for layer in later.sorted().reversed() { _ = remove(layer) }
  }

  private func provide(_ stack: Int, _ recipe: Recipe, _ lifetime: Lifetime) {
    time += 1
    var layer = Layer(
      stack: stack,
      place: place,
      recipe: recipe,
      lifetime: lifetime,
      moment: time,
      isProvision: true
    )
    layer.isInForce = !scopes[place].hasEnded
    layers.append(layer)
    provisions.append(layers.count - 1)
  }

  private func withdraw(_ index: Int) -> Bool {
    let layer = provisions[index]
    guard layers[layer].isInForce, !scopes[layers[layer].place].hasEnded else { return false }
    layers[layer].isInForce = false
    empty { $0.layer == layer }
    return true
  }

  // MARK: Consumers

  private func read(_ id: Int) -> [Int] {
    guard let owner = owners[id] else { return [] }
    if let item = owner.item {
      return isHeld(owner) ? [item, 1] : [-1, 0]
    }
    owners[id]?.isReading = true
    around.append(owner.place)
    var box: Int?
    let item = resolve(owner.target, forConsumer: true, &box)
    around.removeLast()
    running.append(item)
    var result = item
    if let now = owners[id], now.isReplaced {
      if let assigned = now.item { result = isHeld(now) ? assigned : -1 }
      owners[id]?.isReplaced = false
    } else if !owner.isWeak || isObject[item] || box != nil {
      owners[id]?.item = item
      owners[id]?.box = box
    }
    owners[id]?.isReading = false
    isStale = true
    running.removeLast()
    settle()
    return [result, isResolved(id) ? 1 : 0]
  }

  private func isResolved(_ id: Int) -> Bool {
    owners[id].map { $0.item != nil && isHeld($0) } == true
  }

  /// Whether what the consumer has pinned is there: a weak one keeps nothing alive.
  private func isHeld(_ owner: Owner) -> Bool {
    guard owner.isWeak, !owner.isKept, let item = owner.item else { return true }
    guard let box = owner.box else { return isAlive(item) }
    return owners.values.contains { $0.box == box && !$0.isWeak }
  }

  private func replace(_ id: Int, with item: Int?, isKept: Bool = false) {
    guard var owner = owners[id] else { return }
    owner.item = item
    owner.box = nil
    owner.isKept = isKept
    owner.isReplaced = owner.isReading
    owners[id] = owner
    settle()
  }
}
