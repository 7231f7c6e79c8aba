/// Finds cities by what somebody types; over a network, so it takes time and may fail.
public protocol CitySearch: Sendable {
  /// The cities with a name, best first.
  func cities(named name: String) async throws -> [City]
}
