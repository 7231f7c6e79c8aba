/// Things in the order of time, the newest on top.
///
/// Most piles have one, which stands here. An array of it would be allocated, twice in each “open a scope,
/// override, resolve, end it”.
struct Pile<Element: Timed> {
  private(set) var newest: Element?

  /// Those below it, oldest first.
  private(set) var older: [Element] = []

  /// When the newest was; zero when there is none.
  ///
  /// To ask a weak element itself means to copy it.
  private(set) var moment: UInt64 = 0

  var isEmpty: Bool { moment == 0 }
  var count: Int { isEmpty ? 0 : older.count + 1 }

  /// How many it has memory for.
  var room: Int { older.capacity }

  func element(at moment: UInt64) -> Element? {
    moment == self.moment ? newest : index(at: moment).map { older[$0] }
  }

  /// The newest from before a moment.
  func element(before moment: UInt64) -> Element? {
    if self.moment < moment { return newest }
    let index = index(from: moment)
    return index == 0 ? nil : older[index - 1]
  }

  /// What is from after a moment, oldest first.
  func all(after moment: UInt64 = 0) -> [Element] {
    guard self.moment > moment, let newest else { return [] }
    return older.isEmpty ? [newest] : older[index(from: moment + 1)...] + [newest]
  }

  mutating func push(_ element: consuming Element) {
    if let below = newest.take() { older.append(below) }
    moment = element.moment
    newest = element
  }

  private mutating func removeNewest() {
    newest = older.popLast()
    moment = newest?.moment ?? 0
    older.shrink()
  }

  mutating func remove(at moment: UInt64) -> Element? {
    guard moment == self.moment else {
      guard let index = index(at: moment) else { return nil }
      defer { older.shrink() }
      return older.remove(at: index)
    }
    let removed = newest.take()
    removeNewest()
    return removed
  }

  mutating func removeAll(after moment: UInt64) {
    guard self.moment > moment else { return }
    older.removeSubrange(index(from: moment + 1)...)
    removeNewest()
  }

  /// Where the first of those below stands that is of a moment or later.
  private func index(from moment: UInt64) -> Int {
    var (low, high) = (0, older.count)
    while low < high {
      let middle = (low + high) / 2
      if older[middle].moment < moment { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func index(at moment: UInt64) -> Int? {
    let index = index(from: moment)
    return index < older.count && older[index].moment == moment ? index : nil
  }
}

/// Something that happened at a moment.
protocol Timed {
  var moment: UInt64 { get }
}

extension Slot: nonisolated Timed {}
