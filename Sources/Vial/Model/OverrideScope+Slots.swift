// The slots of the injections in a scope that is not the global one, and the journals of flows in any scope.

extension OverrideScope: @MainActor Compactable {
  var count: Int { slots.count + flowJournals.count }

  @inline(never) var cachedEntries: [CacheEntry] {
    var entries: [CacheEntry] = []
    for slot in slots.values { entries += slot.entries.elements }
    return entries
  }

  func slot(of record: InjectionRecord) -> Slot? { slots.isEmpty ? nil : slots[ObjectIdentifier(record)] }

  /// Creates the slot of an injection.
  func addSlot(of record: InjectionRecord) -> Slot {
    assert(!isFull, "The scope \(id) has no room.")
    let slot = Slot(of: record)
    slots[ObjectIdentifier(record)] = slot
    return slot
  }

  /// The slot of a withdrawn injection is kept while the injection is referenced elsewhere, because the message of a later
  /// resolve names the line of the withdrawal.
  @inline(never) func dropUnused(_ removals: inout Removals) {
    var used = [ObjectIdentifier: Slot]()
    for (id, slot) in slots {
      removals.holdWithEntries(slot)
      let isWithdrawn = slot.withdrawalCallSite != nil && slot.isInjectionReferencedElsewhere
      if slot.isInUse || isWithdrawn { used[id] = slot }
    }
    slots = used
    dropUnusedFlowJournals(&removals)
  }

  /// Evicts all instances at the end of the scope, and drops the slots that code which runs later does not need.
  func emptySlots(_ removals: inout Removals) {
    var areAllNeeded = true
    for slot in slots.values {
      slot.evictAll(&removals)
      areAllNeeded = areAllNeeded && slot.isNeededAfterEnd
    }
    if areAllNeeded { return }
    var needed = [ObjectIdentifier: Slot]()
    for (id, slot) in slots {
      if slot.isNeededAfterEnd { needed[id] = slot } else { removals.hold(slot) }
    }
    slots = needed
  }

  /// Removes the instances of a scope that is deallocated without `end()`, and returns their entries.
  ///
  /// This runs on any thread, so it has loops instead of closures: a closure that the standard library calls asserts that the
  /// closure runs on the main actor.
  static func removeEntries(from slots: [ObjectIdentifier: Slot]) -> [CacheEntry] {
    var entries: [CacheEntry] = []
    for slot in slots.values {
      while let entry = slot.popEntry() { entries.append(entry) }
    }
    return entries
  }
}
