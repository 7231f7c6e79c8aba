import Foundation
public import Observation
public import Vial
public import WorldClockInterface
import WorldClockLive

/// What a world clock shows: the present time in the cities that were asked for.
///
/// The module isolates everything to the main actor by default, so nothing here says so. Assign
/// one of the consumed instances to give this model, and no other, something else.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@Observable
public final class WorldClockModel {
  /// Tells what the present time is.
  @ObservationIgnored @Instance(wallClock) public var clock

  /// Finds the cities.
  @ObservationIgnored @Instance(timeZoneCatalogue) public var catalogue

  /// Writes the times and days.
  @ObservationIgnored @Instance(timeFormatter) public var formatter

  /// The cities to show when none is named.
  @ObservationIgnored @Instance(wellKnownCities) public var defaultCities

  /// The cities that were found, in the order they were asked for.
  public private(set) var cityTimes: [CityTime] = []

  /// The cities that were not found.
  public private(set) var unknownCities: [UnknownCity] = []

  /// Makes a model that shows nothing yet.
  public init() {}

  /// Shows what time it is in these cities, or in the default ones; one that several time zones are
  /// named after appears once for each.
  public func show(_ cities: [String] = []) {
    let now = clock.now
    let cities = cities.isEmpty ? defaultCities : cities
    cityTimes = []
    unknownCities = []
    for city in cities {
      let timeZones = catalogue.timeZones(ofCity: city)
      cityTimes += timeZones.map { time(at: now, in: $0) }
      if timeZones.isEmpty {
        unknownCities.append(UnknownCity(city, among: catalogue.cityNames))
      }
    }
  }

  private func time(at instant: Date, in timeZone: TimeZone) -> CityTime {
    CityTime(
      city: catalogue.cityName(of: timeZone),
      identifier: timeZone.identifier,
      time: formatter.time(of: instant, in: timeZone),
      day: formatter.day(of: instant, in: timeZone),
      offset: timeZone.offsetFromUTC(at: instant)
    )
  }
}
