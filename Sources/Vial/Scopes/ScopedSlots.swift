/// The slots of the injections in one scope that is not the global one.
@MainActor struct ScopedSlots {
  fileprivate var slots = [ObjectIdentifier: Slot]()
  private var threshold = CompactionThreshold()

  nonisolated init() {}

  var all: some Collection<Slot> { slots.values }

  /// Whether the slots are compacted before another one is created.
  fileprivate var isFull: Bool { threshold.isReached(by: slots.count) }

  /// Creates the slot of an injection, and drops the unused slots if there are many.
  ///
  /// The slot of a withdrawn injection is kept while the injection is referenced elsewhere, because the message of a later
  /// resolve names the line of the withdrawal.
  fileprivate mutating func makeSlot(of storage: InjectionStorage) -> Slot {
    if isFull {
      keep { $0.retainAndCheckUse() || $0.withdrawalCallSite != nil && $0.isInjectionReferencedElsewhere }
      threshold.reset(afterKeeping: slots.count)
    }
    let slot = Slot(of: storage)
    slots[ObjectIdentifier(storage)] = slot
    return slot
  }

  private mutating func keep(where isKept: (Slot) -> Bool) {
    var kept = [ObjectIdentifier: Slot]()
    for (id, slot) in slots { if isKept(slot) { kept[id] = slot } else { InjectionOperation.releaseLater(slot) } }
    slots = kept
  }

  /// Evicts all instances, and drops the slots that code which runs after the end of the scope does not need.
  mutating func end() {
    var areAllNeeded = true
    for slot in all {
      slot.evictEntries()
      areAllNeeded = areAllNeeded && slot.isNeededAfterEnd
    }
    if !areAllNeeded { keep(where: \.isNeededAfterEnd) }
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

// MARK: - The slot of an injection in any scope

extension InjectionStorage {
  /// The slot of the injection in one scope, if there is one.
  func slot(in scope: OverrideScope) -> Slot? { scope.isGlobal ? globalSlot : scope.scopedSlot(of: self) }

  /// The slot of the injection in one scope, created if necessary.
  ///
  /// Clocks are read before the slots are accessed to change them.
  func makeSlot(in scope: OverrideScope) -> Slot {
    if let slot = slot(in: scope) { return slot }
    if scope.slots.isFull { CacheEntry.evictExpired(in: scope.slots.all.flatMap(\.entries.elements)) }
    return scope.slots.makeSlot(of: self)
  }
}

extension OverrideScope {
  /// The slot of an injection in a scope that is not the global one.
  ///
  /// A method of the structure would retain everything in it.
  fileprivate func scopedSlot(of storage: InjectionStorage) -> Slot? {
    slots.slots.isEmpty ? nil : slots.slots[ObjectIdentifier(storage)]
  }
}
