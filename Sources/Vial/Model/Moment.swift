/// A point in one order: of the overrides, implementations, scopes and observers that were made, the instances that were cached,
/// the rollbacks, and the first uses and the searches of flows.
///
/// One order contains both overrides and instances, so a rollback finds the instances that were cached after its override was made.
package struct Moment: Comparable, Hashable, Sendable, CustomStringConvertible {
  let count: UInt64

  /// The moment of published providers and of the global scope, which precede everything else.
  static var beginning: Moment { Moment(count: 0) }

  @MainActor private(set) static var latest = Moment(count: 0)

  @MainActor static func next() -> Moment {
    latest = Moment(count: latest.count + 1)
    return latest
  }

  package static func < (lhs: Moment, rhs: Moment) -> Bool { lhs.count < rhs.count }

  package var description: String { "#\(count)" }
}
