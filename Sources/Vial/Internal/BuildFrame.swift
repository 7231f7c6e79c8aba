// What is asked of the chain of running recipes.

extension BuildFrame {
  /// A frame as reports use it.
  @safe
  struct Step {
    let slot: AnySlot?
    let consumer: AnyConsumer?

    @MainActor var declaration: InjectionDeclaration? { slot?.declaration }
    @MainActor var name: String? {
      slot?.declaration.description ?? consumer?.origin.owner.typeName
    }
  }

  /// What is running, outermost first.
  static var steps: [Step] {
    var steps: [Step] = []
    var next = unsafe innermost
    while let frame = unsafe next {
      unsafe steps.append(Step(slot: frame.pointee.slot, consumer: frame.pointee.consumer))
      unsafe next = frame.pointee.outer
    }
    return steps.reversed()
  }

  /// Whether an observer runs that was called while the slot was being filled.
  static func isInterrupted(_ slot: AnySlot) -> Bool {
    for step in unsafe steps.reversed() {
      if step.slot === slot { return false }
      if step.slot == nil, step.consumer == nil { return true }
    }
    return false
  }

  /// Stops when the recipe of a slot is running in so many scopes that there is no end to it.
  ///
  /// Few are flows of their own, one from a run loop that the other's factory spins.
  static func checkDepth(_ slot: AnySlot) {
    let identity = slot.declaration.identity
    let running = unsafe steps.filter { step in
      step.slot?.moment == slot.moment && step.declaration?.identity == identity
    }
    if running.count >= 32, let last = running.last?.slot { Fault.circle(at: last) }
  }

  /// The consumer that asks for what is resolved now, if one does.
  static var asking: AnyConsumer? { unsafe steps.last?.consumer }

  /// Who needs what is resolved now: the owner of the consumer that is read, or the factory.
  static var requester: String? {
    unsafe steps.last { $0.name != nil && $0.slot?.isInternal != true }?.name
  }
}
