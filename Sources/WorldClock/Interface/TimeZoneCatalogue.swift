public import Foundation

/// A catalogue that finds time zones by the cities in their identifiers.
public protocol TimeZoneCatalogue {
  /// The names of all cities, in their usual spelling.
  var cityNames: [String] { get }

  /// Returns the name of the city that a time zone is named after.
  func cityName(of timeZone: TimeZone) -> String

  /// Returns the time zones that are named after a city; several if cities share the name.
  func timeZones(ofCity name: String) -> [TimeZone]
}

extension TimeZoneCatalogue {
  /// Returns a city for each time zone that is named after a city with the given name.
  public func cities(named name: String) -> [City] {
    timeZones(ofCity: name).map { City(name: cityName(of: $0), timeZone: $0) }
  }
}
