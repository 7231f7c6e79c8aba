public import Foundation
public import WorldClockInterface

/// A clock that stands still, to look at one instant.
public struct FixedClock: WallClock {
  /// The instant at which the clock stands.
  public let now: Date

  /// Makes a clock that shows one instant for ever.
  public init(_ instant: Date) {
    now = instant
  }
}
