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

/// An element of an array that is sorted by sequence number.
@MainActor protocol SequenceNumbered { var sequenceNumber: UInt64 { get } }

@MainActor extension Array where Element: SequenceNumbered {
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
    if let last, last.sequenceNumber == number { return removeLast() }
    let index = firstIndex(after: number) - 1
    guard index >= 0, self[index].sequenceNumber == number else { return nil }
    return remove(at: index)
  }
}
