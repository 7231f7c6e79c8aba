/// The order of events: what is pushed, filled, opened or observed has a moment, and moments ascend.
///
/// A rollback, a withdrawal and an end begin none: they empty each slot that `Stack.remembered()` could give.
@MainActor enum Moment {
  private(set) static var now: UInt64 = 0

  static func next() -> UInt64 {
    now += 1
    return now
  }
}

/// Something that happened at a moment.
protocol Timed {
  var moment: UInt64 { get }
}

/// Lists in the order of time, the newest last; they are searched from there.
extension Array where Element: Timed {
  /// What is from after a moment, oldest first; a copy, because whoever asks may change the list.
  func all(after moment: UInt64) -> [Element] {
    let first = lastIndex { $0.moment <= moment }.map { $0 + 1 } ?? 0
    return Array(self[first...])
  }

  mutating func take(at moment: UInt64) -> Element? {
    guard let index = lastIndex(where: { $0.moment == moment }) else { return nil }
    return remove(at: index)
  }

  mutating func takeAll(after moment: UInt64) -> [Element] {
    let taken = all(after: moment)
    removeLast(taken.count)
    return taken
  }
}
