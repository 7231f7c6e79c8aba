import Vial
import WorldClockInterface
import WorldClockLive

/// The composition root: the one place that decides what the application runs on.
///
/// Every injection but a required one is published with its live implementation, so only deviations
/// are named here.
@MainActor
enum Composition {
  static func compose(_ arguments: Arguments) {
    // A process composes once; its tests compose as often as they like, in scopes or outside.
    if !wellKnownCities.isProvided {
      wellKnownCities.provide(
        with: ["Los Angeles", "New York", "London", "Zurich", "Kathmandu", "Tokyo", "Sydney"]
      )
    }
    if let locale = arguments.locale {
      timeFormatter.override(with: timeFormatters[locale])
    }
    if let instant = arguments.instant {
      wallClock.override(with: FixedClock(instant))
    }
  }
}
