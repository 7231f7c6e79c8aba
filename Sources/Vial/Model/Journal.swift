/// The instances that something may have to evict, in the order in which they were cached.
///
/// A scope has a journal for rollbacks and one for each flow, and an implementation has one for its withdrawal. A journal retains
/// neither entries nor instances.
@MainActor final class Journal: Compactable, Numbered {
  struct Record {
    weak let entry: CacheEntry?
    let cachedAt: Moment
  }

  private(set) var records: [Record] = []
  var capacity = minimumCapacity

  /// The number of the flow whose instances these are; the first moment for another journal.
  nonisolated let flowNumber: Moment

  nonisolated init(ofFlow flowNumber: Moment = .beginning) { self.flowNumber = flowNumber }

  nonisolated var number: Moment { flowNumber }

  var count: Int { records.count }

  /// Records an instance that was cached.
  func add(_ entry: CacheEntry) {
    assert(!isFull, "\(self) has no room.")
    records.append(Record(entry: entry, cachedAt: entry.cachedAt))
  }

  @inline(never) func dropUnused(_ removals: inout Removals) {
    var used: [Record] = []
    for record in records {
      if record.entry?.holdAndCheckUse(&removals) == true { used.append(record) }
    }
    records = used
  }

  /// Whether an instance is cached.
  @inline(never) func holdAndCheckUse(_ removals: inout Removals) -> Bool {
    removals.hold(self)
    for record in records {
      if record.entry?.holdAndCheckUse(&removals) == true { return true }
    }
    return false
  }

  /// Evicts everything that was cached after a moment.
  func evict(cachedAfter moment: Moment, _ removals: inout Removals) {
    while let record = records.last, record.cachedAt > moment {
      if let entry = record.entry { removals.evict(entry) }
      records.removeLast()
    }
  }

  /// Evicts everything.
  func evictAll(_ removals: inout Removals) { evict(cachedAfter: .beginning, &removals) }
}

#if DEBUG
extension Journal: @MainActor CustomDebugStringConvertible {
  var debugDescription: String { "Journal(\(records.count) records)" }

  func contains(_ entry: CacheEntry) -> Bool { records.contains { $0.entry === entry } }

  func checkInvariants() {
    for (record, next) in zip(records, records.dropFirst()) {
      precondition(record.cachedAt <= next.cachedAt, "\(self) has \(next.cachedAt) after \(record.cachedAt).")
    }
  }
}
#endif
