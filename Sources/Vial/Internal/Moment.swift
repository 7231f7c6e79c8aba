/// The order of events: overrides, filled slots and scopes are stamped with ascending moments.
@MainActor
@usableFromInline
enum Moment {
  @safe @exclusivity(unchecked) @usableFromInline static var now: UInt64 = 0

  static func next() -> UInt64 {
    now += 1
    return now
  }
}

/// Why a resolve must leave the fast path.
///
/// Zero in an application that has no override scope and observes nothing: the one branch that all
/// rare features share.
@MainActor
@usableFromInline
enum Detour {
  @safe @exclusivity(unchecked) @usableFromInline static var reasons: UInt8 = 0

  @usableFromInline static var scopes: UInt8 { 1 }
  static var observers: UInt8 { 2 }

  static func set(_ reason: UInt8, _ isNeeded: Bool) {
    if isNeeded { reasons |= reason } else { reasons &= ~reason }
  }
}
