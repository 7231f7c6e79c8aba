/// The slots of the injections in one scope.
@MainActor struct ScopedSlots {
  /// The first slot, kept apart from the dictionary.
  ///
  /// Many scopes of tests have one injection, and do not need the dictionary.
  private var first: ScopedSlot?
  private var others = [ObjectIdentifier: ScopedSlot]()
  private var threshold = CompactionThreshold()

  nonisolated init() {}

  subscript(storage: InjectionStorage) -> ScopedSlot? {
    if let first, first.storage === storage { return first }
    return others.isEmpty ? nil : others[ObjectIdentifier(storage)]
  }

  /// Inlined into its callers, this would add 2 KB to a program.
  @inline(never) var all: [ScopedSlot] {
    guard let first else { return [] }
    return [first] + others.values
  }

  /// Whether there are so many slots that the unused ones are dropped.
  fileprivate var isFull: Bool { threshold.isReached(by: others.count) }

  fileprivate mutating func add(_ slot: ScopedSlot) {
    if first == nil { first = slot } else { others[ObjectIdentifier(slot.storage)] = slot }
  }

  /// Drops the slots that have neither a provider nor an instance.
  ///
  /// The slot of a withdrawn injection is kept while the injection is referenced elsewhere, because the message of a later
  /// resolve names the line of the withdrawal.
  fileprivate mutating func dropUnused() {
    removeOthers { slot in
      let isReferenced = !isKnownUniquelyReferenced(&slot.storage)
      let isInUse = slot.retainIfInUse()
      return !isInUse && !(slot.withdrawalCallSite != nil && isReferenced)
    }
    threshold.reset(afterKeeping: others.count)
  }

  /// Removes the slots that satisfy a predicate, except for the first slot.
  @inline(never) private mutating func removeOthers(where isRemoved: (ScopedSlot) -> Bool) {
    for (id, slot) in others where isRemoved(slot) {
      Operation.retain(slot)
      others[id] = nil
    }
  }

  /// Evicts all instances, and drops the slots that code which runs after the end of the scope does not need.
  mutating func end() {
    removeOthers { !$0.end() }
    if let first, !first.end() {
      Operation.retain(first)
      self.first = others.popFirst()?.value
    }
  }

  /// Removes the instances of a scope that is deallocated without `end()`, and returns their entries.
  ///
  /// This runs on any thread. A closure that is handed to the standard library would assert that it runs on the main actor.
  static func removeEntries(from slots: ScopedSlots) -> [CacheEntry] {
    var entries: [CacheEntry] = []
    for slot in slots.all { while let entry = slot.popEntry() { entries.append(entry) } }
    return entries
  }
}

extension OverrideScope {
  @inline(never) func slot(of storage: InjectionStorage) -> Slot? { slots[storage] }

  /// Creates the slot of an injection, and drops the unused slots if there are many.
  func makeSlot(of storage: InjectionStorage) -> Slot {
    if slots.isFull {
      CacheEntry.evictExpired(in: slots.all.flatMap(\.entries.elements))
      slots.dropUnused()
    }
    let slot = ScopedSlot(of: storage)
    slots.add(slot)
    return slot
  }
}
