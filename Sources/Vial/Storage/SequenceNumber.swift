/// The counter that orders overrides, provided implementations, cached instances, scopes and observers.
///
/// Because there is one counter, a rollback finds the instances that were cached after its override was made. Published
/// providers and the global scope precede everything else, so their number is zero.
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

  /// The index of the element with a number.
  func index(numbered number: UInt64) -> Int? {
    let index = firstIndex(after: number) - 1
    return index >= 0 && self[index].sequenceNumber == number ? index : nil
  }
}
