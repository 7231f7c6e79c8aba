/// The instances that something may have to evict, in the order in which they were cached.
///
/// A scope has a journal for rollbacks and flows, and an implementation has one for its withdrawal. A journal retains neither
/// entries nor instances.
@MainActor final class Journal {
  struct Record {
    weak let entry: CacheEntry?
    let cachedAt: Moment
  }

  private(set) var records: [Record] = []
  private var threshold = CompactionThreshold()

  nonisolated init() {}

  /// Records an instance that was cached, and drops unused records if there are many.
  func add(_ entry: CacheEntry, _ removals: inout Removals) {
    if threshold.isReached(by: records.count) {
      records = records.filter { $0.entry?.holdAndCheckUse(&removals) == true }
      threshold.reset(afterKeeping: records.count)
    }
    records.append(Record(entry: entry, cachedAt: entry.cachedAt))
  }

  /// Evicts everything that was cached after a moment.
  func evict(cachedAfter moment: Moment, _ removals: inout Removals) {
    let first = records.partitioningIndex { $0.cachedAt > moment }
    for record in records[first...] {
      if let entry = record.entry { removals.evict(entry) }
    }
    records.removeSubrange(first...)
  }

  /// Evicts the instances whose entries satisfy a predicate.
  func evict(_ removals: inout Removals, where isEvicted: (CacheEntry) -> Bool) {
    var remaining: [Record] = []
    for record in records {
      guard let entry = record.entry else { continue }
      if isEvicted(entry) {
        removals.evict(entry)
      } else {
        removals.hold(entry)
        remaining.append(record)
      }
    }
    records = remaining
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
