public import Foundation

/// Tells what time it is.
public protocol WallClock {
  /// The present instant.
  var now: Date { get }
}
