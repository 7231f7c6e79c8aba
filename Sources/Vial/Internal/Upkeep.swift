/// When a list is looked through for what is gone: each time it has doubled (rule 29).
///
/// Whoever looks holds what it looked at until its list is in order, because another thread may let go
/// of it meanwhile, and what dies may come back.
struct Upkeep {
  private static let least = 32
  private var limit = least

  /// Whether it is time; not again while it is going on.
  mutating func isDue(at count: Int) -> Bool {
    if count < limit { return false }
    isDone(keeping: count)
    return true
  }

  /// Says that entries were taken out and none was looked at: what is left may be gone, so the next look is put off
  /// by nothing.
  mutating func isShortened(to count: Int) {
    limit = min(limit, max(Self.least, count * 2))
  }

  mutating func isDone(keeping count: Int) {
    limit = max(Self.least, count * 2)
  }
}

/// What was looked at, held until lists are in order.
typealias Looked = [AnyObject]

extension Array {
  /// Gives memory back when a quarter of it would do: what is removed leaves its memory to the array.
  mutating func shrink() {
    guard capacity > 64, count < capacity / 4 else { return }
    self = map(\.self)
  }
}
