public import Foundation
public import WorldClockInterface

/// A clock that always returns the same instant.
public struct FixedClock: WallClock {
  /// The instant that the clock returns.
  public let now: Date

  /// Creates a clock that always returns the given instant.
  public init(_ instant: Date) {
    now = instant
  }
}
