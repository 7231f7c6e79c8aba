import Vial
import WorldClockLive

/// The composition root: the one place that decides what the application runs on.
///
/// Every injection is published with its live implementation, so only deviations are named here.
@MainActor
enum Composition {
  static func compose(_ arguments: Arguments) {
    if let instant = arguments.instant {
      wallClock.override(with: FixedClock(instant))
    }
  }
}
