public import Foundation

/// A clock that returns the present time.
public protocol WallClock {
  /// The present instant.
  var now: Date { get }
}
