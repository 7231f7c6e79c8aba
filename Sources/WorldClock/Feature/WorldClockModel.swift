import Foundation
public import Observation
public import Vial
public import WorldClockInterface
import WorldClockLive

/// The clock of all views that show a time: `.shared`, because they ask it for nothing of their own.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
public let worldClockModel = Injection(strategy: .shared, instance: WorldClockModel())

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
    var words = (cities.isEmpty ? defaultCities : cities)[...]
    cityTimes = []
    unknownCities = []
    while let name = words.popFirst() {
      let found = catalogue.cities(named: name)
      cityTimes += found.map { time(at: now, in: $0) }
      if found.isEmpty { unknownCities.append(unknownCity(name, followedBy: &words)) }
    }
  }

  /// The present time in a city, for a view that asks again each second.
  public func time(in city: City) -> CityTime { time(at: clock.now, in: city) }

  private func time(at instant: Date, in city: City) -> CityTime {
    CityTime(
      city: city.name,
      identifier: city.timeZone.identifier,
      time: formatter.time(of: instant, in: city.timeZone),
      day: formatter.day(of: instant, in: city.timeZone),
      offset: city.timeZone.offsetFromUTC(at: instant)
    )
  }

  /// Tells a name that is unknown from one that a shell has split, as it does without quotes.
  private func unknownCity(
    _ name: String,
    followedBy words: inout ArraySlice<String>
  ) -> UnknownCity {
    for count in 1..<4 where count <= words.count {
      let whole = ([name] + words.prefix(count)).joined(separator: " ")
      guard !catalogue.cities(named: whole).isEmpty else { continue }
      words.removeFirst(count)
      return UnknownCity(split: whole)
    }
    return UnknownCity(name, among: catalogue.cityNames)
  }
}
