import Vial

// What each operation does to the real injections.

extension RealWorld {
  func perform(_ action: Action) -> [Int] {
    switch action {
    case .nothing, .bury: return []
    case .resolve(let target): return [injection(target).resolve().id]
    case .peek(let target): return [injection(target).current?.id ?? -1]
    case .inspect(let stack): return inspect(stack)
    case .push(let stack, let recipe, let lifetime):
      tokens.append(push(stack, recipe, lifetime.map(strategy)))
    case .rollBack(let stack):
      let family = family(stack)
      return [(family?.rollbackOverride() ?? injection(stack).rollbackOverride()) ? 1 : 0]
    case .rollBackAll(let stack):
      if let family = family(stack) {
        family.rollbackAllOverrides()
      } else {
        injection(stack).rollbackAllOverrides()
      }
    case .rollBackByToken(let token): return [tokens[token].rollback() ? 1 : 0]
    case .rollBackEverything: Overrides.rollbackAll()
    case .checkpoint: checkpoints.append(Overrides.checkpoint())
    case .rollBackTo(let index): Overrides.rollback(to: checkpoints[index])
    case .provide(let stack, let recipe, let lifetime): provide(stack, recipe, lifetime)
    case .withdraw(let index): return [provisions[index].withdraw() ? 1 : 0]
    case .provideAnew(let index, let recipe, let lifetime):
      let done = provisions[index].withdraw()
      provide(model.layers[model.provisions[index]].stack, recipe, lifetime)
      return [done ? 1 : 0]
    case .clear(let stack):
      if let family = family(stack) { family.clear() } else { injection(stack).clear() }
    case .clearFlow(let flow): flows[flow].clear()
    case .expire(let clock): clocks[clock] += 1
    case .own(let target, let isWeak): own(target, isWeak)
    case .read(let owner): return read(owner)
    case .drop(let owner):
      // What dies may come back here, so it dies when the lists are no longer changed.
      let dropped = owners.removeValue(forKey: owner)
      let droppedWeak = weakOwners.removeValue(forKey: owner)
      extendLifetime(dropped)
      extendLifetime(droppedWeak)
    case .assign(let owner, let isObject):
      assign(owner, isObject)
      return [isResolved(owner)]
    case .reset(let owner):
      if let owner = owners[owner] { owner.reset() } else { weakOwners[owner]?.reset() }
      return [isResolved(owner)]
    case .open(let scope, let inherits):
      hold(OverrideScope(inherits ? .inheriting : .isolated), as: scope)
    case .end(let scope): scopes[scope]?.end()
    case .forget(let scope):
      let forgotten = scopes.removeValue(forKey: scope)
      extendLifetime(forgotten)
    case .block(let scope, let inherits, let operations):
      withOverrideScope(inherits ? .inheriting : .isolated) {
        hold(OverrideScope.current, as: scope)
        for _ in operations { runScript() }
        _ = scopes.removeValue(forKey: scope)
      }
    case .addKeys(let family):
      for _ in 0..<40 { addKey(to: families[family]) }
    case .observe(let target, _): return [resolveObserved(target)]
    case .check(let target, _):
      isArmed = true
      defer { isArmed = false }
      return [injection(target).resolve().id]
    }
    return []
  }

  private func family(_ stack: Int) -> InjectionFamily<Key, any Item>? {
    stack < injections.count ? nil : families[stack - injections.count]
  }

  private func inspect(_ stack: Int) -> [Int] {
    let (count, isOverridden, isProvided) =
      if let family = family(stack) {
        (family.overrideCount, family.isOverridden, true)
      } else {
        (
          injection(stack).overrideCount, injection(stack).isOverridden,
          injection(stack).isProvided
        )
      }
    if isOverridden != (count > 0) { complain("isOverridden is \(isOverridden) of \(count)") }
    let active = tokens.count { $0.isActive }
    return [count, Overrides.active.count, isProvided ? 1 : 0, active]
  }

  /// The first build that is reported runs the script.
  private func resolveObserved(_ target: Int) -> Int {
    var isWaiting = true
    let observation = Injections.observe { event in
      guard isWaiting, case .building = event else { return }
      isWaiting = false
      self.runScript()
    }
    defer { observation.cancel() }
    return injection(target).resolve().id
  }

  private func push(_ stack: Int, _ recipe: Recipe, _ strategy: InjectionStrategy?) -> Override {
    if let family = family(stack) { return push(family, recipe, strategy) }
    let injection = injection(stack)
    switch recipe.kind {
    case .build: return injection.override(with: self.make(recipe), strategy: strategy)
    case .ignore: return injection.override(with: { _ in self.make(recipe) }, strategy: strategy)
    case .passOn:
      return injection.override(with: { (below: any Item) in below }, strategy: strategy)
    case .change:
      return injection.override(
        changing: { $0 = self.makeItem(recipe.isObject, [$0]) },
        strategy: strategy
      )
    case .decorate:
      return injection.override(
        with: { original in self.make(recipe, original) },
        strategy: strategy
      )
    case .forward(let other): return injection.override(with: self.injection(other))
    }
  }

  private func push(
    _ family: InjectionFamily<Key, any Item>,
    _ recipe: Recipe,
    _ strategy: InjectionStrategy?
  ) -> Override {
    switch recipe.kind {
    case .build: return family.override(with: { _ in self.make(recipe) }, strategy: strategy)
    case .ignore, .passOn, .change, .decorate:
      return family.override(
        with: { _, original in self.make(recipe, original) },
        strategy: strategy
      )
    case .forward(let other):
      let other = families[other - injections.count]
      return family.override(with: { key in other.resolve(key) }, strategy: .onDemand)
    }
  }

  private func provide(_ stack: Int, _ recipe: Recipe, _ lifetime: Lifetime) {
    let strategy = strategy(lifetime)
    if case .forward(let other) = recipe.kind {
      provisions.append(injection(stack).provide(with: injection(other)))
    } else {
      provisions.append(injection(stack).provide(with: self.make(recipe), strategy: strategy))
    }
  }

  // MARK: Consumers

  private func own(_ target: Int, _ isWeak: Bool) {
    let injection = injection(target)
    if isWeak {
      weakOwners[ownersMade] = WeakOwner(injection)
    } else {
      owners[ownersMade] = Owner(injection)
    }
    ownersMade += 1
  }

  private func hold(_ scope: OverrideScope?, as number: Int) {
    guard let scope else { return complain("no scope is current") }
    scopes[number] = scope
    numbers[ObjectIdentifier(scope)] = number
  }

  /// What a consumer reads, and whether it has an instance then.
  private func read(_ id: Int) -> [Int] {
    let item = owners[id].map(\.value.id) ?? weakOwners[id]?.value?.id ?? -1
    return [item, isResolved(id)]
  }

  private func assign(_ id: Int, _ isObject: Bool) {
    let item = makeItem(isObject, [])
    if let owner = owners[id] { owner.value = item } else { weakOwners[id]?.value = item }
  }

  private func isResolved(_ id: Int) -> Int {
    (owners[id]?.isResolved ?? weakOwners[id]?.isResolved) == true ? 1 : 0
  }

  /// A key that nobody uses: a family forgets those when there are many (rule 7).
  private func addKey(to family: InjectionFamily<Key, any Item>) {
    keysAdded += 1
    _ = family[Key(number: 1000 + keysAdded)]
  }
}
