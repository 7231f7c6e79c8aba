public import Foundation

/// Knows the world's time zones by the cities they are named after.
public protocol TimeZoneCatalogue {
  /// The names of all cities, as they are written.
  var cityNames: [String] { get }

  /// The city that a time zone is named after.
  func cityName(of timeZone: TimeZone) -> String

  /// The time zones named after a city; more than one where cities share the name.
  func timeZones(ofCity name: String) -> [TimeZone]
}

extension TimeZoneCatalogue {
  /// The cities with a name: one for each time zone that is named after it.
  public func cities(named name: String) -> [City] {
    timeZones(ofCity: name).map { City(name: cityName(of: $0), timeZone: $0) }
  }
}
