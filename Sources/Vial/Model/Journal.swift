/// The instances that something may have to evict, in the order in which they were cached.
///
/// A scope has a journal for rollbacks and one for each flow, and an implementation has one for its withdrawal. A journal retains
/// neither entries nor instances.
@MainActor final class Journal: Compactable, Numbered {
  /// An instance that was cached.
  struct Line {
    weak let entry: CacheEntry?
    let cachedAt: Moment

    @MainActor var isInUse: Bool { entry?.isInUse == true }
  }

  private(set) var lines: [Line] = []
  var compactionThreshold = minimumThreshold

  /// The number of the flow whose instances these are; the first moment for another journal.
  nonisolated let flowNumber: Moment

  nonisolated init(ofFlow flowNumber: Moment = .beginning) { self.flowNumber = flowNumber }

  nonisolated var number: Moment { flowNumber }

  var count: Int { lines.count }

  /// Adds the entry of an instance that was cached.
  func add(_ entry: CacheEntry) {
    assert(!isFull, "\(self) has no room.")
    lines.append(Line(entry: entry, cachedAt: entry.cachedAt))
  }

  @inline(never) func dropUnused(_ removals: inout Removals) {
    removals.holdWithEntries(self)
    var used: [Line] = []
    for line in lines where line.isInUse { used.append(line) }
    lines = used
  }

  /// Whether an instance is cached.
  var isInUse: Bool {
    for line in lines where line.isInUse { return true }
    return false
  }

  /// Evicts everything that was cached after a moment, the oldest instance first, which is the order in which `Removals` need not sort.
  func evict(cachedAfter moment: Moment, _ removals: inout Removals) {
    var first = lines.count
    while first > 0, lines[first - 1].cachedAt > moment { first -= 1 }
    for index in first..<lines.count {
      if let entry = lines[index].entry { removals.evict(entry) }
    }
    while lines.count > first { lines.removeLast() }
  }

  /// Evicts everything.
  func evictAll(_ removals: inout Removals) { evict(cachedAfter: .beginning, &removals) }
}

#if DEBUG
extension Journal: @MainActor CustomDebugStringConvertible {
  var debugDescription: String { "Journal(\(lines.count) lines)" }

  func contains(_ entry: CacheEntry) -> Bool {
    let index = lines.partitioningIndex { line in line.cachedAt >= entry.cachedAt }
    return index < lines.count && lines[index].entry === entry
  }

  func checkInvariants() {
    for (line, next) in zip(lines, lines.dropFirst()) {
      precondition(line.cachedAt <= next.cachedAt, "\(self) has \(next.cachedAt) after \(line.cachedAt).")
    }
  }
}
#endif
