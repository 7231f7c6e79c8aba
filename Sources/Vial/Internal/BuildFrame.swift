// What is asked of the chain of running recipes.

extension BuildFrame {
  /// Whether an observer runs that was called while the slot was being filled.
  static func isInterrupted(_ slot: AnySlot) -> Bool {
    for step in unsafe steps.reversed() {
      if step.slot === slot { return false }
      if step.slot == nil, step.consumer == nil { return true }
    }
    return false
  }

  /// The slot that the same recipe is filling around the scope of `slot`, whose factory opened it.
  static func outer(_ slot: AnySlot) -> AnySlot? {
    let identity = slot.declaration.identity
    return unsafe steps.last { step in
      guard let outer = step.slot, outer !== slot, outer.moment == slot.moment else { return false }
      return outer.activity == .building && outer.declaration.identity == identity
        && slot.place?.isInside(outer.place) == true
    }?.slot
  }

  /// The consumers that are being read for the first time.
  static var readers: [AnyConsumer] {
    unsafe innermost == nil ? [] : steps.compactMap(\.consumer)
  }

  /// Who needs what is resolved now: the owner of the consumer that is read, or the factory.
  static var requester: String? {
    unsafe steps.last { $0.name != nil && $0.slot?.isInternal != true }?.name
  }
}
