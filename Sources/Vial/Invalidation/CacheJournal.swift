/// The instances that were cached while something might have to evict them, in the order in which they were cached.
///
/// A rollback evicts everything that was cached after its override was made, because it may have captured the
/// replacement. A withdrawal and a cleared flow evict the instances that belong to them. The journal retains flows, but
/// neither entries nor instances.
@MainActor struct CacheJournal {
  private(set) var records: [Record] = []
  private var threshold = CompactionThreshold()

  struct Record: SequenceNumbered {
    weak let entry: CacheEntry?

    /// The generation that the entry had.
    ///
    /// If the entry was emptied, its generation differs, and the record is obsolete. If it was stored again, there is another
    /// record.
    let generation: UInt64
    let flow: InjectionFlow?

    var sequenceNumber: UInt64 { generation }
  }

  nonisolated init() {}

  /// Records an instance that was cached.
  ///
  /// If there are many records, those whose instances are no longer cached are dropped.
  mutating func add(_ entry: CacheEntry, of flow: InjectionFlow? = nil) {
    if threshold.isReached(by: records.count) { dropUnusedRecords() }
    records.append(Record(entry: entry, generation: entry.generation, flow: flow))
  }

  /// Evicts everything that was cached after a sequence number.
  mutating func evict(cachedAfter number: UInt64) {
    let first = records.firstIndex(after: number)
    for record in records[first...] { evict(record) }
    records.removeLast(records.count - first)
  }

  /// Evicts everything that belongs to one of several flows.
  mutating func evict(of flows: [InjectionFlow]) {
    evict { record, _ in flows.contains { $0 === record.flow } }
  }

  /// Evicts everything that a provider has built.
  mutating func evict(of provider: Provider) {
    evict { _, entry in entry.providerID == provider.id }
  }

  private mutating func evict(where isIncluded: (Record, CacheEntry) -> Bool) {
    var kept: [Record] = []
    for record in records {
      guard let entry = record.entry else { continue }
      if isIncluded(record, entry) { evict(record) } else { kept.append(record) }
      DeferredReleases.retain(entry)
    }
    records = kept
  }

  private func evict(_ record: Record) {
    guard let entry = record.entry else { return }
    DeferredReleases.evict(entry)
    DeferredReleases.retain(entry)
  }

  private mutating func dropUnusedRecords() {
    records = records.filter { record in
      guard let entry = record.entry else { return false }
      return DeferredReleases.isInUse(entry, because: entry.objectInUse) && entry.generation == record.generation
    }
    threshold.reset(afterKeeping: records.count)
  }
}
