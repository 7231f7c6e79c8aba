extension Injection {
  /// The instance for whoever asks here, without the fast path's first look.
  @inlinable
  func provide(_ holder: inout Holder) -> Value {
    if Detour.reasons != 0 { return detour(&holder) }
    if let newest = root.newest { return newest.provide(for: self, &holder) }
    return root.provide(for: self, &holder)
  }

  /// Outside every scope, when the recipe is not one closure.
  @usableFromInline
  func provideOutside(_ holder: inout Holder) -> Value {
    provide(top(in: nil), in: nil, &holder)
  }

  /// The long way round, when a scope is alive or someone observes.
  @usableFromInline
  func detour(_ holder: inout Holder) -> Value {
    let scope = OverrideScope.current
    if scope == nil { OverrideScope.settle() }
    return provide(in: scope, &holder)
  }

  /// The instance for whoever asks in `scope`.
  func provide(in scope: OverrideScope?, _ holder: inout Holder) -> Value {
    let layer = top(in: scope)
    guard let scope else { return provideObserved(layer, in: nil, &holder) }
    if let strictness = scope.strictness {
      strictness.check(self, layer, in: scope)
    } else if !Injections.isObserved, let slot = keptSlot(of: layer, in: scope) {
      return slot.kept
    }
    return provideObserved(layer, in: scope, &holder)
  }

  /// What a layer of this injection provides in `scope`.
  func provide(
    _ layer: Layer<Value>,
    in scope: OverrideScope?,
    _ holder: inout Holder
  ) -> Value {
    if case .forward = layer.recipe { return provideForwarded(layer, in: scope, &holder) }
    if let value = reuse(layer, in: scope, &holder) { return value }
    let slot = slotMakingOne(of: layer, in: scope)
    if scope?.isInFactory == true, let outer = unsafe BuildFrame.outer(slot) {
      Fault.circle(at: outer)
    }
    return layer.build(for: self, into: slot, in: scope, &holder)
  }

  /// The instance of a layer that is alive for `scope`.
  func reuse(
    _ layer: Layer<Value>,
    in scope: OverrideScope?,
    _ holder: inout Holder
  ) -> Value? {
    if let value = firstValue(of: layer, in: scope, { $0.reuse(&holder) }) { return value }
    // What expired outside may have resolved in its deinit, and have filled the slot in here.
    return slot(of: layer, in: scope)?.reuse(&holder)
  }

  /// Provides as `provide` does, and reports it to whoever observes.
  ///
  /// Whatever an observer does, the instance is looked for again before it is built (rule 3).
  func provideObserved(
    _ layer: Layer<Value>,
    in scope: OverrideScope?,
    _ holder: inout Holder
  ) -> Value {
    guard Injections.isObserved, !root.isInternal else {
      return provide(layer, in: scope, &holder)
    }
    let (last, lastLayer) = destination(from: layer, in: scope)
    let resolution = InjectionResolution(
      declaration: declaration,
      strategy: lastLayer.strategy,
      overriddenAt: layer.overriddenAt,
      requester: Ambient.current?.observed?.requester
    )
    if last === self, let value = reuse(layer, in: scope, &holder) {
      Injections.emit(.reused(resolution))
      return value
    }
    // A shared instance that was provided before has died since.
    if let slot = slot(of: layer, in: scope), slot.cache == .weak {
      AnySlot.empty([slot])
    }
    Injections.emit(.building(resolution))
    let clock = ContinuousClock()
    let start = clock.now
    let value = Ambient.$current.withValue(.requested(by: .injection(resolution.declaration))) {
      provide(layer, in: scope, &holder)
    }
    let duration = start.duration(to: clock.now)
    Injections.emit(.built(resolution, instance: Swift.type(of: value as Any), duration: duration))
    return value
  }
}

// MARK: - Building

extension Layer {
  /// Provides outside every scope, for the layer at the top of a stack.
  @inlinable
  @inline(__always)
  func provide(for injection: Injection<Value>, _ holder: inout Holder) -> Value {
    if cache == .kept { return kept }
    if cache != .empty, cache != .coverable, let value = reuse(&holder) { return value }
    guard case .build = recipe else { return injection.provideOutside(&holder) }
    return build(for: injection, into: self, in: nil, &holder)
  }

  /// Runs the recipe and keeps the instance as the lifetime says.
  ///
  /// A rollback of an override that was there when the recipe started, and that could be seen, leaves
  /// the instance unkept: it may hold the mock (rules 16 and 17).
  @inlinable
  @inline(__always)
  func build(
    for injection: Injection<Value>,
    into slot: Slot<Value>,
    in scope: OverrideScope?,
    _ holder: inout Holder
  ) -> Value {
    let before = slot.activity
    if before != .idle { checkCircle(slot) }
    var frame = unsafe BuildFrame(slot)
    slot.activity = .building
    let value = unsafe run(in: &frame, injection, slot, scope, &holder)
    slot.activity = before
    return value
  }

  /// The frame is pushed for as long as its address is good: during this call.
  @inlinable
  @inline(__always)
  func run(
    in frame: UnsafeMutablePointer<BuildFrame>,
    _ injection: Injection<Value>,
    _ slot: Slot<Value>,
    _ scope: OverrideScope?,
    _ holder: inout Holder
  ) -> Value {
    unsafe BuildFrame.push(frame)
    defer { unsafe BuildFrame.pop(frame) }
    let value = if case .build(let factory) = recipe { factory() } else { run(injection, scope) }
    if case .onDemand = strategy.lifetime { return value }
    keep(value, for: injection, in: slot, of: scope, &holder)
    return value
  }

  @usableFromInline
  func run(_ injection: Injection<Value>, _ scope: OverrideScope?) -> Value {
    switch recipe {
    case .build(let factory): return factory()
    case .decorate(let decorator):
      return decorator(Original(injection: injection, layer: self, scope: scope))
    case .published(let publication): return publication.build(for: injection)
    case .forward(let other):
      var holder = Holder.none
      return other.provide(in: scope, &holder)
    }
  }

  /// Stops at a circle. What an observer needs on demand, while it is being built for another, is
  /// another instance and no circle.
  @usableFromInline
  func checkCircle(_ slot: Slot<Value>) {
    if case .onDemand = strategy.lifetime, unsafe BuildFrame.isInterrupted(slot) { return }
    Fault.circle(at: slot)
  }
}
