/// Why a resolve must leave the fast path.
///
/// Zero in an application that has never opened an override scope and observes nothing: the one branch
/// that all rare features share. Once a scope was open, every resolve asks its task where it runs.
@MainActor @usableFromInline enum Detour {
  private(set) static var reasons: UInt8 = 0

  @usableFromInline static var isNeeded: Bool { reasons != 0 }

  static var scopes: UInt8 { 1 }
  static var observers: UInt8 { 2 }

  static func set(_ reason: UInt8, _ isNeeded: Bool) {
    if isNeeded { reasons |= reason } else { reasons &= ~reason }
  }
}
