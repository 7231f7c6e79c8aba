extension Layer {
  /// The instance of a layer whose cache is `.kept`, which is the fast path.
  @inlinable
  var kept: Value { payload(of: &held) }

  /// The instance of this layer, built when the lifetime asks for it.
  ///
  /// `holder` receives what must be held to keep a shared value alive (rule 2).
  @inlinable
  func provide(_ holder: inout Holder) -> Value {
    if cache == .kept { return kept }
    if cache != .empty, let value = reuse(&holder) { return value }
    return build(&holder)
  }

  /// The instance that a resolve would reuse; validity is asked.
  @inlinable
  func reuse(_ holder: inout Holder) -> Value? {
    switch cache {
    case .empty: nil
    case .kept: held
    case .weak:
      // Not `flatMap`: a closure would check its isolation on the resolve path.
      if let keeper {
        unsafe unsafeDowncast(keeper, to: WeakCell<Value>.self).load(&holder)
      } else {
        nil
      }
    case .checked: reuseIfValid(&holder)
    case .mirroring: reuseOutside(&holder)
    }
  }

  /// The instance that is alive, whether or not a resolve would still provide it; asks nothing.
  func peek() -> Value? {
    switch cache {
    case .empty: return forwarded?.current
    case .kept, .checked: return held
    case .weak:
      var holder = Holder.none
      return reuse(&holder)
    case .mirroring: return peekOutside()
    }
  }

  @usableFromInline
  func reuseIfValid(_ holder: inout Holder) -> Value? {
    guard !isBuilding else { Fault.circle(at: self) }
    guard let validity = keeper as? Validity else { return nil }
    var judged = held
    isBuilding = true
    let isValid = validity.isValid()
    isBuilding = false
    if isValid { return judged }
    // The check, or the deinit of what it judged, may itself have filled the cache anew.
    judged = nil
    if keeper === validity { forget() }
    return cache == .checked ? reuseIfValid(&holder) : nil
  }
}

// MARK: - Building

extension Layer {
  /// Runs the recipe and caches the instance as the lifetime says.
  ///
  /// A rollback of an override that was there when the recipe started leaves the instance uncached:
  /// it may hold the mock (rules 16 and 17).
  @inlinable
  func build(_ holder: inout Holder) -> Value {
    if isBuilding { Fault.circle(at: self) }
    var frame = unsafe BuildFrame(self)
    isBuilding = true
    let value = unsafe run(in: &frame, &holder)
    isBuilding = false
    return value
  }

  /// The frame is pushed for as long as its address is good: during this call.
  @inlinable
  func run(in frame: UnsafeMutablePointer<BuildFrame>, _ holder: inout Holder) -> Value {
    unsafe BuildFrame.push(frame)
    defer { unsafe BuildFrame.pop(frame) }
    let value = if case .build(let factory) = recipe { factory() } else { run(recipe, &holder) }
    if case .onDemand = strategy.lifetime { return value }
    store(value, &holder)
    return value
  }

  @usableFromInline
  func run(_ recipe: Recipe<Value>, _ holder: inout Holder) -> Value {
    switch recipe {
    case .build(let factory):
      return factory()
    case .decorate(let decorator):
      return decorator(Original(layer: self))
    case .forward(let other):
      guard let other = other() else { failToForward() }
      return other.provideForwarded(&holder)
    case .chosen(let choose):
      return run(choose(), &holder)
    case .mirror(let origin):
      guard !origin.isBuilding else { Fault.circle(at: origin) }
      origin.isBuilding = true
      defer { origin.isBuilding = false }
      return run(origin.recipe, &holder)
    }
  }
}
