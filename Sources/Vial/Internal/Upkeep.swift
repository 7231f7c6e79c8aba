/// When a list is looked through for what is gone: each time it has doubled (rule 29).
struct Upkeep {
  private static let least = 32
  private var limit = least

  /// Whether it is time; not again while it is going on.
  mutating func isDue(at count: Int) -> Bool {
    if count < limit { return false }
    isDone(keeping: count)
    return true
  }

  mutating func isDone(keeping count: Int) {
    limit = max(Self.least, count * 2)
  }
}

// Whoever looks through a list holds what it looked at until the list is in order: another thread may let go of it
// meanwhile, and what dies may come back. So what is looked at is called `use`: `nil`, or what keeps an entry of use.
