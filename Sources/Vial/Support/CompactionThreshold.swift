/// Determines when unused elements are removed from a list: each time the list has doubled.
///
/// So the list has at most 32 elements, or twice as many as the last compaction has kept, and adding an element takes
/// amortized constant time.
struct CompactionThreshold {
  private static let minimum = 32
  private var limit = minimum

  /// Whether the list is compacted before another element is added.
  func isReached(by count: Int) -> Bool { count >= limit }

  mutating func reset(afterKeeping count: Int) { limit = Swift.max(Self.minimum, count * 2) }
}
