import Foundation
public import Observation
public import Vial
public import WorldClockInterface
import WorldClockLive

/// The world clock, `.shared`, so that all views of a window use the same model.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
public let worldClockModel = Injection(strategy: .shared, instance: WorldClockModel())

/// A model that shows the present time in a list of cities.
///
/// The module isolates its declarations to the main actor by default. To use another instance in
/// this model only, assign the instance to one of the consumer properties.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@Observable
public final class WorldClockModel {
  /// The clock that returns the present time.
  @ObservationIgnored @Instance(wallClock) public var clock

  /// The catalogue that finds the cities.
  @ObservationIgnored @Instance(timeZoneCatalogue) public var catalogue

  /// The formatter for times and days.
  @ObservationIgnored @Instance(timeFormatter) public var formatter

  /// The names of the cities to show if `show(_:)` is called without names.
  @ObservationIgnored @Instance(wellKnownCities) public var defaultCities

  /// The times in the cities that were found, in the order of the requested names.
  public private(set) var cityTimes: [CityTime] = []

  /// The requested names that were not found.
  public private(set) var unknownCities: [UnknownCity] = []

  /// Creates a model without cities.
  public init() {}

  /// Shows the present time in the given cities, or in the default cities if none is given, with one
  /// entry for each time zone that is named after a city.
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

  /// Returns the present time in a city, for a view that updates each second.
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

  /// Distinguishes an unknown name from a name without quotes, which the shell has split into words.
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
