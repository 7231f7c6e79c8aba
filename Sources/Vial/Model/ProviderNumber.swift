/// The identity of a provider, in the lists that are sorted by providers.
///
/// It is not a `Moment`, so that a search by the time of the caching does not compile for these lists.
package struct ProviderNumber: Comparable, Hashable, Sendable, CustomStringConvertible {
  let madeAt: Moment

  /// The number of every published provider.
  static var published: ProviderNumber { ProviderNumber(madeAt: .beginning) }

  package static func < (lhs: ProviderNumber, rhs: ProviderNumber) -> Bool { lhs.madeAt < rhs.madeAt }

  package var description: String { "provider \(madeAt)" }
}
