/// A service that finds cities by name over the network.
public protocol CitySearch: Sendable {
  /// Returns the cities that match a name, best match first.
  func cities(named name: String) async throws -> [City]
}
