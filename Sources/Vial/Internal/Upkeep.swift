/// When a list is looked through for what is gone: each time it has grown by half.
///
/// So each entry that is added pays for three looks at most, however many there are, and after a peak
/// the room comes back before half as many were added again (rule 29).
@MainActor
package struct Upkeep {
  /// How many entries were looked at so far, in all lists: what the tests of growth count.
  package private(set) static var steps = 0

  /// How many entries were looked at so far by searches, for an override or for a circle.
  package static var searched = 0

  private let least: Int
  private var limit: Int

  nonisolated init(least: Int = 32) {
    self.least = least
    limit = least
  }

  /// Whether to look through a list of `count` now; then not again before that is done, because what
  /// dies meanwhile may add to it.
  mutating func isDue(at count: Int) -> Bool {
    guard count >= limit else { return false }
    limit = .max
    return true
  }

  /// Says that `looked` entries were looked at, and `kept` are left.
  mutating func isDone(_ looked: Int, keeping kept: Int) {
    Self.steps += looked
    limit = max(least, kept + kept / 2)
  }

  /// Says that a list became shorter by itself.
  mutating func fell(to count: Int) {
    limit = min(limit, max(least, count + count / 2))
  }
}

extension Array {
  /// Gives memory back when a quarter of it would do: what is removed leaves its memory to the array.
  ///
  /// What is left is copied, but at least as many were removed since the last time.
  mutating func shrink() {
    guard capacity > 64, count < capacity / 4 else { return }
    var copy: [Element] = []
    copy.reserveCapacity(count * 2)
    copy += self
    self = copy
  }
}
