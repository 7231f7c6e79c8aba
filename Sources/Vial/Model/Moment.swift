/// A point in one order: of the overrides, implementations, scopes and observers that were made, the instances that were cached,
/// the rollbacks, and the first uses and the searches of flows.
///
/// One order contains both overrides and instances, so a rollback finds the instances that were cached after its override was made.
package struct Moment: Comparable, Hashable, Sendable, CustomStringConvertible {
  let value: UInt64

  /// The moment of published providers and of the global scope, which precede everything else.
  static var beginning: Moment { Moment(value: 0) }

  @MainActor private(set) static var latest = Moment(value: 0)

  @MainActor static func next() -> Moment {
    latest = Moment(value: latest.value + 1)
    return latest
  }

  package static func < (lhs: Moment, rhs: Moment) -> Bool { lhs.value < rhs.value }

  package var description: String { "#\(value)" }
}
