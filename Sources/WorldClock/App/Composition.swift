import Vial
import WorldClockInterface
import WorldClockLive

/// The composition root: the one place that decides what the application runs on.
///
/// Every injection but a required one is published with its live implementation, so only deviations
/// are named here.
@MainActor
enum Composition {
  /// Once in the process, however often its tests compose.
  private static let provided: Void = wellKnownCities.provide(
    with: ["Los Angeles", "New York", "London", "Zurich", "Kathmandu", "Tokyo", "Sydney"]
  )

  static func compose(_ arguments: Arguments) {
    provided
    if let locale = arguments.locale {
      timeFormatter.override(with: timeFormatters[locale])
    }
    if let instant = arguments.instant {
      wallClock.override(with: FixedClock(instant))
    }
  }
}
