/// Something that happened at a moment.
protocol Timed {
  var moment: UInt64 { get }
}

/// Lists in the order of time, the newest last.
extension Array where Element: Timed {
  /// Adds the newest; the first needs no room to grow.
  mutating func push(_ element: consuming Element) {
    if capacity == 0 { self = [element] } else { append(element) }
  }

  func element(at moment: UInt64) -> Element? {
    index(at: moment).map { self[$0] }
  }

  /// What is from after a moment, oldest first; a copy, because whoever asks may change the list.
  func all(after moment: UInt64) -> [Element] {
    Array(self[index(from: moment + 1)...])
  }

  mutating func take(at moment: UInt64) -> Element? {
    guard let index = index(at: moment) else { return nil }
    defer { shrink() }
    return remove(at: index)
  }

  mutating func removeAll(after moment: UInt64) {
    removeSubrange(index(from: moment + 1)...)
    shrink()
  }

  /// Where the first stands that is of a moment or later.
  private func index(from moment: UInt64) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].moment < moment { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func index(at moment: UInt64) -> Int? {
    let index = index(from: moment)
    return index < count && self[index].moment == moment ? index : nil
  }
}
