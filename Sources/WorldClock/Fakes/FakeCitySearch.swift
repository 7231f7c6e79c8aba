public import Foundation
public import WorldClockInterface

/// A search that finds every name as a city in one time zone.
public final class FakeCitySearch: CitySearch {
  private let timeZone: TimeZone

  /// Creates a search that finds cities in a time zone.
  public init(in timeZone: TimeZone = .gmt) {
    self.timeZone = timeZone
  }

  /// Returns one city with the name.
  public func cities(named name: String) async throws -> [City] {
    [City(name: name, timeZone: timeZone)]
  }
}
