import Vial
import WorldClockInterface
import WorldClockLive

/// The composition root, which selects the implementations of the command-line tool.
///
/// Only required injections are provided here, and only the arguments of the command line override
/// an injection. Every other injection is published with its live implementation.
@MainActor
enum Composition {
  static func compose(_ arguments: Arguments) {
    wellKnownCities.provide(
      with: ["Los Angeles", "New York", "London", "Zurich", "Kathmandu", "Tokyo", "Sydney"]
    )
    if let locale = arguments.locale {
      timeFormatter.override(with: timeFormatters[locale])
    }
    if let instant = arguments.instant {
      wallClock.override(with: FixedClock(instant))
    }
  }
}
