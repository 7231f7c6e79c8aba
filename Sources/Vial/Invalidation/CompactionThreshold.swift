/// Decides when a list is searched for elements that are no longer used: each time it has doubled.
///
/// So a list has at most twice as many elements as were used when it was last compacted, and 32, and adding an element
/// takes amortized constant time.
///
/// A compaction follows weak references, and another thread may release the last strong one at the same time. So it retains
/// each object that it has looked at, the property `use`, until the list is consistent. Only then may a deinitializer
/// run, because deinitializers can use injections.
struct CompactionThreshold {
  private static let minimum = 32
  private var limit = minimum

  func isReached(by count: Int) -> Bool { count >= limit }

  mutating func reset(afterKeeping count: Int) { limit = Swift.max(Self.minimum, count * 2) }
}
