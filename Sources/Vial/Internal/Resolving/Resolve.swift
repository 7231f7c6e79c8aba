/// One resolve: which injection, in which scope, for whom.
///
/// How it travels is in this file, but for the shortest way, `Injection.resolve()`.
/// What finds the instance or the layer knows no type, and stands in `Root.answer(in:)`. What makes,
/// keeps and loads an instance does, and is inlined where the application names its types.
@MainActor @frozen @usableFromInline struct Resolve<Value> {
  @usableFromInline let root: Root
  @usableFromInline let scope: OverrideScope

  /// The consumer that asks, which holds a shared value; `nil` for a plain resolve.
  @usableFromInline let consumer: AnyConsumer?

  /// The override that asks for its original; `nil` for a resolve that begins at the top.
  @usableFromInline let decorator: Layer?

  @inlinable init(
    _ root: Root,
    in scope: OverrideScope,
    for consumer: AnyConsumer? = nil,
    below decorator: Layer? = nil
  ) {
    self.root = root
    self.scope = scope
    self.consumer = consumer
    self.decorator = decorator
  }

  /// The instance: what is alive, or a new one.
  @inlinable func value() -> Value {
    if root.isPlain, scope.isOutside, Running.leavesNoTrace {
      switch root.content {
      case .kept(let box): return cast(box, to: Box<Value>.self).value
      case .none: return build(root)
      default: break  // The way below knows every case.
      }
    }
    switch root.answer(in: scope) {
    case .alive(let alive): return load(alive)
    case .build(let layer): return build(layer)
    case .further(let layer): return value(of: layer)
    }
  }

  /// Provides what is published, outside every scope.
  ///
  /// What keeps nothing goes a shorter way, without which “resolve an on-demand instance” is above its bound.
  @inlinable @inline(never) static func outside(_ root: Root) -> Value {
    if root.keepsNothing, case .make(let factory) = root.recipe.way,
      case .build(let build) = cast(factory, to: Factory<Value>.self).kind
    {
      Running.begin(root, of: root, for: root, in: .outside)
      let value = build()
      Running.end()
      extendLifetime(root)
      return value
    }
    if case .sharedObject(let reference) = root.content,
      let value = cast(reference, to: WeakObject<Value>.self).load()
    {
      return value
    }
    return Resolve(root, in: .outside).value()
  }

  /// Provides where the code runs.
  @inlinable @inline(never) static func ambient(_ root: Root) -> Value {
    Resolve(root, in: .ambient).value()
  }

  /// Builds an instance of a layer and keeps it as the lifetime says.
  ///
  /// A layer that lets another injection provide never comes here: see `value(of:)`.
  @inlinable func build(_ layer: Layer) -> Value {
    if layer.keepsNothing {
      Running.begin(layer, of: layer, for: root, in: scope)
      let value = make(layer)
      Running.end()
      extendLifetime(layer)
      return value
    }
    let (slot, alive) = root.room(for: layer, in: scope)
    if let alive { return load(alive) }
    Running.begin(slot, of: layer, for: root, in: scope)
    let value = make(layer)
    keep(value, of: layer, in: slot)
    Running.end()
    extendLifetime(slot)
    return value
  }

  @inlinable @inline(__always) func make(_ layer: Layer) -> Value {
    guard case .make(let factory) = layer.recipe.way else {
      preconditionFailure("A layer that lets another injection provide makes nothing.")
    }
    let kind = cast(factory, to: Factory<Value>.self).kind
    if case .build(let build) = kind { return build() }
    return run(kind, of: layer)
  }

  @usableFromInline func run(_ kind: Factory<Value>.Kind, of layer: Layer) -> Value {
    switch kind {
    case .build(let build): return build()
    case .decorate(let decorate): return decorate(Original(asked: self, layer: layer))
    case .buildIfProvided(let build):
      guard let value = build() else { Fault.unprovided(root, in: scope) }
      return value
    case .each(let kind): return run(kind(root), of: layer)
    // A check or an observer has rolled it back, or withdrawn it, after it was chosen (rule 17).
    case .gone: return anew()
    }
  }
}

// MARK: - The long way

/// While someone observes, and where another injection provides.
///
/// Any of the application's code that runs on the way may change who provides. So each step looks again:
/// `value(of:)` for an instance once its observer was told, `unobserved(_:)` whether the layer is still in its
/// stack, and `anew()` for the layer itself.
extension Resolve {
  /// What a layer of this stack provides, reported to whoever observes.
  ///
  /// Whatever an observer does, the instance is looked for again before it is built (rule 3).
  @usableFromInline func value(of layer: Layer) -> Value {
    guard Injections.isObserved else { return unobserved(layer) }
    let end = root.destination(from: layer, in: scope).end
    let strategy = end.root.strategy(of: end.layer)
    let resolution = InjectionResolution(of: root, by: layer, strategy)
    if end.root === root, let (_, alive) = root.reuse(layer, in: scope) {
      let value = load(alive)
      Injections.emit(.reused(resolution))
      return value
    }
    root.slot(of: layer, in: scope)?.releaseDead()
    Injections.emit(.building(resolution))
    let clock = ContinuousClock()
    let start = clock.now
    let asking = Ambient.current.asked(by: .injection(resolution.declaration))
    let value = Ambient.$current.withValue(asking) { unobserved(layer) }
    let duration = start.duration(to: clock.now)
    Injections.emit(.built(resolution, instance: Swift.type(of: value as Any), duration: duration))
    return value
  }

  /// What is provided as things stand now: to a decorator what is below it (rule 13).
  func anew() -> Value {
    decorator.map { value(of: root.layer(below: $0, in: scope)) } ?? value()
  }

  private func unobserved(_ layer: Layer) -> Value {
    guard layer.isInForce else { return anew() }
    if let other = layer.recipe.forward(for: root) { return forward(layer, to: other) }
    if let (_, alive) = root.reuse(layer, in: scope) { return load(alive) }
    return build(layer)
  }

  /// Lets another injection provide, live (rule 14); messages name this one on the way.
  private func forward(_ layer: Layer, to other: Root) -> Value {
    _ = root.destination(from: layer, in: scope)  // Stops where the chain leads back.
    Running.begin(forwarding: root, in: scope)
    defer {
      Running.end()
      extendLifetime(root)
    }
    return Resolve(other, in: scope, for: consumer).value(of: other.top(in: scope))
  }
}

// MARK: - Without a type

/// What a resolve finds.
@frozen @usableFromInline enum Answer {
  case alive(Alive)

  /// Nothing is alive, and nothing stands between.
  case build(Layer)

  /// Someone observes, or the layer lets another injection provide.
  case further(Layer)
}

extension Root {
  @usableFromInline func answer(in scope: OverrideScope) -> Answer {
    if !Running.isEmpty { Running.noteResolving(in: scope) }
    // Outside every scope nothing stands before what is published.
    if scope.isOutside, isPlain, !Injections.isObserved {
      return reuse().map(Answer.alive) ?? .build(self)
    }
    let (here, began) = (stack(in: scope), Moment.now)
    if let alive = known(here) { return .alive(alive) }
    let layer = here?.newest ?? top(in: scope)
    if let strictness = scope.strictness { strictness.check(self, layer, in: scope) }
    guard !Injections.isObserved, layer.recipe.forward(for: self) == nil else {
      return .further(layer)
    }
    guard let (slot, alive) = reuse(layer, in: scope) else { return .build(layer) }
    // What may be live in a strict scope depends on who asks, and contexts are asked at each resolve. Where a check
    // has had the stack dropped meanwhile, what is remembered goes with it.
    if !scope.isOutside, scope.strictness == nil, facts?.contexts.isEmpty != false {
      (here ?? scope.stack(for: self)).remember(slot, foundAt: began)
    }
    return .alive(alive)
  }

  /// The instance of the slot that answered last in a place, if nothing has happened since.
  private func known(_ stack: Stack?) -> Alive? {
    guard let slot = stack?.remembered(), !Injections.isObserved else { return nil }
    return slot.reuse()
  }

  /// Where a scope keeps the instance of a layer, and what is alive there by now.
  ///
  /// What expired outside, or was released to make room, may have come back here. A look asks checks, which may have
  /// the slot dropped: so there are two. What is dead then is filled anew.
  @usableFromInline
  func room(for layer: Layer, in scope: OverrideScope) -> (slot: Slot, alive: Alive?) {
    var slot = slotToFill(layer, in: scope)
    for _ in 1...2 where !slot.isEmpty {
      if let alive = slot.reuse() { return (slot, alive) }
      slot = slotToFill(layer, in: scope)
    }
    return (slot, nil)
  }

  /// Where `scope` will keep the instance of a layer.
  private func slotToFill(_ layer: Layer, in scope: OverrideScope) -> Slot {
    if layer.isHome(scope) { return layer }
    // First, because the description of a key is the application's code.
    let name = name
    let stack = scope.stack(for: self)
    if let copy = stack.copies[layer.moment] { return copy }
    if stack.madeRoom() { return slotToFill(layer, in: scope) }
    let copy = Slot(name, layer.moment, in: scope.serial)
    stack.add(copy)
    return copy
  }
}
