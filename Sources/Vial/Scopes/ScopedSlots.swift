/// The slots of the injections in one scope that is not the global one.
@MainActor struct ScopedSlots {
  typealias Element = (storage: InjectionStorage, slot: Slot)

  /// The first slot, kept apart from the dictionary.
  ///
  /// Many scopes of tests have one injection, and do not need the dictionary.
  private var first: Element?
  private var others = [ObjectIdentifier: Element]()
  private var threshold = CompactionThreshold()

  nonisolated init() {}

  subscript(storage: InjectionStorage) -> Slot? {
    if first?.storage === storage { return first?.slot }
    return others.isEmpty ? nil : others[ObjectIdentifier(storage)]?.slot
  }

  var all: [Element] {
    guard let first else { return [] }
    return [first] + others.values
  }

  /// Creates the slot of an injection, and drops the unused slots if there are many.
  mutating func makeSlot(of storage: InjectionStorage) -> Slot {
    if threshold.isReached(by: others.count) {
      CacheEntry.evictExpired(in: all.flatMap(\.slot.entries.elements))
      dropUnused()
    }
    let slot = Slot()
    if first == nil { first = (storage, slot) } else { others[ObjectIdentifier(storage)] = (storage, slot) }
    return slot
  }

  /// Drops the slots that have neither a provider nor an instance.
  ///
  /// The slot of a withdrawn injection is kept while the injection is referenced elsewhere, because the message of a later
  /// resolve names the line of the withdrawal.
  private mutating func dropUnused() {
    removeOthers { slot, isReferenced in
      let isInUse = slot.retainIfInUse()
      return !isInUse && !(slot.withdrawalCallSite != nil && isReferenced)
    }
    threshold.reset(afterKeeping: others.count)
  }

  /// Removes the slots that satisfy a predicate, except for the first slot.
  private mutating func removeOthers(where isRemoved: (Slot, _ isReferenced: Bool) -> Bool) {
    var kept = [ObjectIdentifier: Element]()
    var index = others.startIndex
    while index != others.endIndex {
      // The dictionary has to be the only owner of an unused injection, so no variable may refer to it yet.
      let isReferenced = !isKnownUniquelyReferenced(&others.values[index].storage)
      let (id, element) = others[index]
      if isRemoved(element.slot, isReferenced) { retain(element) } else { kept[id] = element }
      others.formIndex(after: &index)
    }
    others = kept
  }

  private func retain(_ element: Element) {
    InjectionOperation.retain(element.slot)
    InjectionOperation.retain(element.storage)
  }

  /// Evicts all instances, and drops the slots that code which runs after the end of the scope does not need.
  mutating func end() {
    for element in others.values { element.slot.evictEntries() }
    if !others.isEmpty { removeOthers { slot, _ in !slot.isNeededAfterEnd } }
    first?.slot.evictEntries()
    if let first, !first.slot.isNeededAfterEnd {
      retain(first)
      self.first = others.popFirst()?.value
    }
  }

  /// Removes the instances of a scope that is deallocated without `end()`, and returns their entries.
  ///
  /// This runs on any thread. A closure that is handed to the standard library would assert that it runs on the main actor.
  static func removeEntries(from slots: ScopedSlots) -> [CacheEntry] {
    var entries: [CacheEntry] = []
    for element in slots.all { while let entry = element.slot.popEntry() { entries.append(entry) } }
    return entries
  }
}
