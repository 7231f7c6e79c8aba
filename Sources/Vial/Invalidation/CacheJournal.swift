/// The instances that were cached while something might have to evict them, in the order in which they were cached.
///
/// The overrides of a scope have a journal: a rollback evicts everything that was cached after its override was made, because
/// it may have captured the replacement. A scope has a journal of the instances of flows, each with its flow, and an
/// implementation one of the instances that it has built. A journal retains flows, but neither entries nor instances.
@MainActor struct CacheJournal {
  private(set) var records: [Record] = []
  private var threshold = CompactionThreshold()

  struct Record {
    weak let entry: CacheEntry?
    let cachedAt: Moment
    let flow: InjectionFlow?
  }

  nonisolated init() {}

  /// Records an instance that was cached.
  ///
  /// If there are many records, those whose instances are no longer cached are dropped.
  mutating func add(_ entry: CacheEntry, of flow: InjectionFlow?) {
    if threshold.isReached(by: records.count) { dropUnusedRecords() }
    records.append(Record(entry: entry, cachedAt: entry.cachedAt, flow: flow))
  }

  /// Evicts everything that was cached after a moment.
  mutating func evict(cachedAfter moment: Moment) {
    let first = records.partitioningIndex { $0.cachedAt > moment }
    for record in records[first...] { if let entry = record.entry { InjectionOperation.evict(entry) } }
    records.removeLast(records.count - first)
  }

  /// Evicts the instances of the flows with a mark.
  mutating func evict(ofFlowsMarked mark: Moment) {
    var kept: [Record] = []
    for record in records {
      guard let entry = record.entry else { continue }
      if record.flow?.mark == mark {
        InjectionOperation.evict(entry)
      } else {
        InjectionOperation.releaseLater(entry)
        kept.append(record)
      }
    }
    records = kept
  }

  private mutating func dropUnusedRecords() {
    records = records.filter { $0.entry?.retainAndCheckUse() ?? false }
    threshold.reset(afterKeeping: records.count)
  }
}
