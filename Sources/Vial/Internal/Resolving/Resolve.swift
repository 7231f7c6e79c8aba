/// One resolve on its way to a layer: which injection, in which scope, for whom.
///
/// How it travels is in this file; the short ways are in `Injection+ShortWays.swift`. What is alive is passed on
/// whatever its type is: code that finds out about types is several times slower. Only `value(as:)` knows
/// the type, and is inlined where the application names it.
///
/// Any of the application's code that runs on the way may change who provides: observers, checks, reports.
/// So each step looks again whether what it was told still holds.
@MainActor struct Resolve {
  let root: Root
  let scope: OverrideScope

  /// The consumer that asks, which holds a shared value; `nil` for a plain resolve.
  var consumer: AnyConsumer?

  /// The override that asks for its original; `nil` for a resolve that begins at the top.
  var decorator: Layer?
}

extension Root {
  /// What is alive in a scope, or a new instance: where a resolve begins that has no short way.
  ///
  /// What was found before is found here, and no `Resolve` is made, because that holds its parts: it would take a sixth
  /// of “resolve a singleton 1 isolated scope deep”.
  @usableFromInline func instance(in scope: OverrideScope, for consumer: AnyConsumer?) -> Alive {
    let (here, began) = (stack(in: scope), Moment.now)
    if let alive = here?.remembered()?.reuse() { return alive }
    let layer = here?.newest ?? top(in: scope)
    scope.strictness?.check(self, layer, in: scope)
    return Resolve(root: self, scope: scope, consumer: consumer).provide(layer, since: began)
  }
}

extension Resolve {
  /// What is alive, or a new instance: of the layer on top, and for a decorator of what is below it (rule 13).
  func instance() -> Alive {
    guard let decorator else { return root.instance(in: scope, for: consumer) }
    return provide(root.layer(below: decorator, in: scope), since: nil)
  }

  /// What a layer of the stack provides; an answer that was found since a moment is remembered.
  fileprivate func provide(_ layer: Layer, since began: UInt64?) -> Alive {
    Injections.isObserved ? observed(layer) : unobserved(layer, since: began)
  }

  /// The same, reported; whatever an observer does, the instance is looked for again before it is built (rule 3).
  @inline(never) private func observed(_ layer: Layer) -> Alive {
    let resolution = InjectionResolution(of: self, by: layer, root.strategy(of: layer))
    if let (_, alive) = root.reuse(layer, in: scope) {
      Injections.emit(.reused(resolution))
      return alive
    }
    root.slot(of: layer, in: scope)?.releaseDead()
    Injections.emit(.building(resolution))
    let clock = ContinuousClock()
    let start = clock.now
    let asking = Ambient.current.asked(by: .injection(resolution.declaration))
    let instance = Ambient.$current.withValue(asking) { unobserved(layer, since: nil) }
    let duration = start.duration(to: clock.now)
    Injections.emit(.built(resolution, instance: instance.type, duration: duration))
    return instance
  }

  @inline(never) private func unobserved(_ layer: Layer, since began: UInt64?) -> Alive {
    guard layer.isInForce else { return instance() }
    guard let (slot, alive) = root.reuse(layer, in: scope) else { return build(layer) }
    if let began { root.remember(slot, in: scope, foundAt: began) }
    return alive
  }

  /// Builds an instance of a layer and keeps it as the lifetime says.
  private func build(_ layer: Layer) -> Alive {
    let (slot, alive) = layer.keepsNothing ? (layer, nil) : root.room(for: layer, in: scope)
    if let alive { return alive }
    // A check, or what was released, has rolled the layer back or withdrawn it after it was chosen (rule 17).
    guard layer.isInForce, let factory = layer.recipe.factory else { return instance() }
    Running.begin(slot, of: layer, for: root, in: scope)
    defer {
      Running.end()
      extendLifetime(slot)
    }
    return keep(factory.make(for: self, by: layer), of: layer, in: slot)
  }
}

extension Root {
  /// Lets the slot in which an instance was found answer the next resolves in a scope.
  ///
  /// What may be live in a strict scope depends on who asks. An override of another place may go at any time, with
  /// what it has captured.
  fileprivate func remember(_ slot: Slot, in scope: OverrideScope, foundAt moment: UInt64) {
    let goesElsewhere = slot.moment != 0 && slot.home != scope.serial
    guard !scope.isOutside, !scope.hasEnded, !goesElsewhere, scope.strictness == nil else { return }
    scope.stack(for: self).remember(slot, foundAt: moment)
  }

  /// Where a scope keeps the instance of a layer, and what is alive there by now.
  ///
  /// What expired, or was released to make room, may have come back, here or in a place around. A look asks the
  /// check, which may have the slot dropped; what came back meanwhile is new, and is not asked for.
  fileprivate func room(for layer: Layer, in scope: OverrideScope) -> (slot: Slot, alive: Alive?) {
    let began = Moment.now
    let slot = slotToFill(layer, in: scope)
    if slot.isEmpty, Moment.now == began { return (slot, nil) }
    if let (slot, alive) = reuse(layer, in: scope) { return (slot, alive) }
    let anew = slotToFill(layer, in: scope)
    return (anew, anew.alive)
  }

  /// Where `scope` will keep the instance of a layer.
  private func slotToFill(_ layer: Layer, in scope: OverrideScope) -> Slot {
    if layer.isHome(scope) { return layer }
    // First, because the description of a key is the application's code.
    let declaration = declaration
    let stack = scope.stack(for: self)
    if let copy = stack.copies[layer.moment] { return copy }
    if stack.madeRoom() { return slotToFill(layer, in: scope) }
    let copy = Slot(declaration, layer.moment, in: scope.serial)
    stack.add(copy)
    return copy
  }
}
