extension Root {
  /// The instance for whoever asks here, without the fast path's first look.
  @inlinable
  func provide(_ holder: inout Holder) -> Value {
    if Detour.reasons != 0 { return detour(&holder) }
    return provideOutside(&holder)
  }

  /// The instance outside every scope, while nobody observes.
  @inlinable
  @inline(__always)
  func provideOutside(_ holder: inout Holder) -> Value {
    if let newest = link {
      return provideOutside(unsafe unsafeDowncast(newest, to: Layer<Value>.self), &holder)
    }
    return provideOutside(self, &holder)
  }

  /// The instance of the layer at the top of the stack outside every scope.
  @inlinable
  @inline(__always)
  func provideOutside(_ layer: Layer<Value>, _ holder: inout Holder) -> Value {
    if layer.cache == .kept || layer.cache == .coverable && isUncovered { return layer.kept }
    guard case .build = layer.recipe, layer.cache != .checked else {
      return provideUncommon(in: nil, &holder)
    }
    if layer.cache != .empty, let value = layer.reuse(&holder) { return value }
    return layer.build(for: self, into: layer, in: nil, &holder)
  }

  /// The long way round, when a scope is alive or someone observes.
  ///
  /// Code outside every scope looks at its task, and goes the short way. Code in a scope whose last
  /// answer is remembered takes that.
  @inlinable
  @inline(never)
  func detour(_ holder: inout Holder) -> Value {
    let ambient = Ambient.current
    if Detour.reasons == Detour.scopes {
      guard ambient.serial != 0 else {
        OverrideScope.settle()
        return provideOutside(&holder)
      }
      if ambient.serial == memoSerial, let value = memo(&holder) { return value }
    }
    return provide(in: (consume ambient).scope, &holder)
  }

  /// The instance of the slot that answered last, if it is still there.
  @inlinable
  func memo(_ holder: inout Holder) -> Value? {
    memoSlot?.with { slot in
      let slot = unsafe unsafeDowncast(slot, to: Slot<Value>.self)
      return slot.cache == .kept ? slot.kept : slot.reuse(&holder)
    }
  }

  /// The instance for whoever asks in `scope`.
  @inlinable
  func provide(in scope: OverrideScope?, _ holder: inout Holder) -> Value {
    let (layer, alive, isPlain, isMemorable) = answer(in: scope)
    if let alive {
      if isMemorable, let scope {
        memoSlot = Unretained(alive.slot)
        memoSerial = scope.serial
      }
      return Slot.load(alive, &holder)
    }
    guard isPlain else { return provideUncommon(in: scope, &holder) }
    return build(layer, in: scope, &holder)
  }

  /// Builds where `scope` will keep the instance, unless that is filled by now: what expired outside, or
  /// was released to make room, may have come back here.
  @inlinable
  @inline(never)
  func build(_ layer: AnySlot, in scope: OverrideScope?, _ holder: inout Holder) -> Value {
    let layer = unsafe unsafeDowncast(layer, to: Layer<Value>.self)
    if layer.isHome(in: scope) { return build(layer, into: layer, in: scope, &holder) }
    return build(layer, into: slotMakingOne(of: layer, in: scope), in: scope, &holder)
  }

  /// Two calls instead of one of either slot, which would have to be retained.
  @inlinable
  @inline(never)
  func build(
    _ layer: Layer<Value>,
    into slot: Slot<Value>,
    in scope: OverrideScope?,
    _ holder: inout Holder
  ) -> Value {
    if slot.cache != .empty, let alive = slot.alive() { return Slot.load(alive, &holder) }
    return layer.build(for: self, into: slot, in: scope, &holder)
  }

  /// Where `scope` will keep the instance of a layer.
  @usableFromInline
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  func slotMakingOne(of layer: Layer<Value>, in scope: OverrideScope?) -> Slot<Value> {
    if let slot = slot(of: layer, in: scope) {
      return unsafe unsafeDowncast(slot, to: Slot<Value>.self)
    }
    let mirror = add(MirrorSlot<Value>(of: layer.moment, self, in: scope), in: scope)
    return unsafe unsafeDowncast(mirror, to: Slot<Value>.self)
  }

  /// Forwarded, observed, or with a recipe that is not one closure.
  @usableFromInline
  func provideUncommon(in scope: OverrideScope?, _ holder: inout Holder) -> Value {
    let layer = top(in: scope)
    return provideObserved(unsafe unsafeDowncast(layer, to: Layer<Value>.self), in: scope, &holder)
  }

  /// What a layer of this stack provides in `scope`.
  func provide(_ layer: Layer<Value>, in scope: OverrideScope?, _ holder: inout Holder) -> Value {
    if case .forward(let other) = layer.recipe {
      return provideForwarded(layer, to: other.root, in: scope, &holder)
    }
    if let alive = alive(layer, in: scope) { return Slot.load(alive, &holder) }
    return build(layer, in: scope, &holder)
  }

  /// Provides as `provide` does, and reports it to whoever observes.
  ///
  /// Whatever an observer does, the instance is looked for again before it is built (rule 3).
  func provideObserved(
    _ layer: Layer<Value>,
    in scope: OverrideScope?,
    _ holder: inout Holder
  ) -> Value {
    guard Injections.isObserved, !isInternal else { return provide(layer, in: scope, &holder) }
    let resolution = InjectionResolution(
      declaration: declaration,
      strategy: destination(from: layer, in: scope).layer.lifetime,
      overriddenAt: layer.overriddenAt,
      requester: Ambient.current.observed?.requester,
      consumer: unsafe BuildFrame.asking,
      root: self
    )
    if layer.forward == nil, let alive = alive(layer, in: scope) {
      let value = Slot<Value>.load(alive, &holder)
      Injections.emit(.reused(resolution))
      return value
    }
    // A shared instance that was provided before has died since.
    if let slot = slot(of: layer, in: scope), slot.cache == .weak { AnySlot.empty([slot]) }
    Injections.emit(.building(resolution))
    let clock = ContinuousClock()
    let start = clock.now
    let asking = Ambient.current.with(requester: .injection(resolution.declaration))
    let value = Ambient.$current.withValue(asking) {
      provide(layer, in: scope, &holder)
    }
    let duration = start.duration(to: clock.now)
    Injections.emit(.built(resolution, instance: Swift.type(of: value as Any), duration: duration))
    return value
  }

  /// Lets the injection at the end of a chain provide, live (rule 14); messages name this one on the
  /// way.
  private func provideForwarded(
    _ layer: Layer<Value>,
    to other: Root<Value>,
    in scope: OverrideScope?,
    _ holder: inout Holder
  ) -> Value {
    _ = destination(from: layer, in: scope)  // Stops where the chain leads back.
    let next = unsafe unsafeDowncast(other.top(in: scope), to: Layer<Value>.self)
    return unsafe BuildFrame.run(BuildFrame(layer)) {
      other.provideObserved(next, in: scope, &holder)
    }
  }
}

// MARK: - The answer

extension AnySlot {
  /// What provides an instance for a scope, found without knowing its type.
  @usableFromInline
  typealias Answer = (
    layer: AnySlot,

    /// The instance that is alive, if the layer needs no more than a look or a plain build.
    alive: Alive?,

    /// Whether nobody observes and nothing forwards.
    isPlain: Bool,

    /// Whether the next resolve in the same scope may be answered by the same slot at once.
    isMemorable: Bool
  )

  @usableFromInline
  final func answer(in scope: OverrideScope?) -> Answer {
    let layer = top(in: scope)
    let strictness = scope?.strictness
    if let scope, let strictness { strictness.check(self, layer, in: scope) }
    guard !Injections.isObserved, layer.forward == nil else { return (layer, nil, false, false) }
    let alive = layer.isHome(in: scope) ? layer.alive() : alive(layer, in: scope)
    return (layer, alive, true, strictness == nil && publication?.isMemorable != false)
  }
}
