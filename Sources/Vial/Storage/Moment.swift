/// A point in the order in which the core has made overrides and implementations, cached instances, opened scopes, and added
/// observers.
///
/// Because there is one order, a rollback finds the instances that were cached after its override was made.
package struct Moment: Comparable, Hashable, Sendable {
  private let number: UInt64

  /// The moment of published providers and of the global scope, which precede everything else.
  static var beginning: Moment { Moment(number: 0) }

  @MainActor private(set) static var latest = Moment(number: 0)

  @MainActor static func next() -> Moment {
    latest = Moment(number: latest.number + 1)
    return latest
  }

  package static func < (lhs: Moment, rhs: Moment) -> Bool { lhs.number < rhs.number }
}

/// The identity of a provider, in the lists that are sorted by providers.
///
/// It is not a `Moment`, so that a search by the time of the caching does not compile for these lists.
package struct ProviderNumber: Comparable, Hashable, Sendable {
  let madeAt: Moment

  static var published: ProviderNumber { ProviderNumber(madeAt: .beginning) }

  package static func < (lhs: ProviderNumber, rhs: ProviderNumber) -> Bool { lhs.madeAt < rhs.madeAt }
}

extension Array {
  /// The index of the first element that satisfies a predicate, which all elements behind it satisfy, found by binary search.
  func partitioningIndex(where isBehind: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
