/// The counter that orders overrides, provided implementations, cache stores, scopes and observers.
///
/// Because there is one counter, a rollback finds the instances that were cached after its override was made.
@MainActor enum SequenceNumber {
  private(set) static var current: UInt64 = 0

  static func next() -> UInt64 {
    current += 1
    return current
  }
}

/// An element of a list that is sorted by sequence number.
protocol SequenceNumbered { var sequenceNumber: UInt64 { get } }

extension Array where Element: SequenceNumbered {
  /// The index of the first element with a number greater than `number`, found by binary search.
  func firstIndex(after number: UInt64) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].sequenceNumber > number { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Returns the element with a number.
  ///
  /// Mostly the newest element is requested, so the search begins with the last one.
  func element(numbered number: UInt64) -> Element? {
    if let last, last.sequenceNumber == number { return last }
    let index = firstIndex(after: number) - 1
    return index >= 0 && self[index].sequenceNumber == number ? self[index] : nil
  }

  /// Removes and returns the element with a number.
  mutating func remove(numbered number: UInt64) -> Element? {
    let index = firstIndex(after: number) - 1
    guard index >= 0, self[index].sequenceNumber == number else { return nil }
    return remove(at: index)
  }
}

/// A list of elements that are sorted by sequence number.
///
/// Most lists of overrides and of cache entries have one element. So the newest element is kept apart from the array, which
/// saves the allocation of the array, a tenth of the cost of opening a scope, overriding and resolving in it.
struct SequencedList<Element: SequenceNumbered> {
  private var newest: Element?
  private var older: [Element] = []

  /// The number of elements, stored because a check of `newest` would retain the element.
  private(set) var count = 0

  init() {}

  var isEmpty: Bool { count == 0 }

  /// The elements, the oldest first.
  var elements: [Element] {
    get { newest.map { older + [$0] } ?? [] }
    set {
      older = newValue
      newest = older.popLast()
      count = newValue.count
    }
  }

  func element(numbered number: UInt64) -> Element? {
    newest?.sequenceNumber == number ? newest : older.element(numbered: number)
  }

  mutating func insert(_ element: consuming Element) {
    count += 1
    if let newest, newest.sequenceNumber > element.sequenceNumber {
      older.insert(element, at: older.firstIndex(after: element.sequenceNumber))
    } else {
      if let newest { older.append(newest) }
      newest = element
    }
  }

  /// Removes and returns the newest element.
  mutating func popNewest() -> Element? {
    guard let removed = newest else { return nil }
    newest = older.popLast()
    count -= 1
    return removed
  }

  /// Removes and returns the element with a number.
  mutating func remove(numbered number: UInt64) -> Element? {
    if newest?.sequenceNumber == number { return popNewest() }
    guard let removed = older.remove(numbered: number) else { return nil }
    count -= 1
    return removed
  }
}
