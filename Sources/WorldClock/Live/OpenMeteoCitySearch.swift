import Foundation
public import Vial
public import WorldClockInterface

/// The search service, `.shared`, so that it is released with the last search screen.
@MainActor public let citySearch = Injection<any CitySearch>(
  strategy: .shared,
  instance: OpenMeteoCitySearch(http: httpClient.resolve())
)
.when(.launchArgument("-offline"), instance: OfflineCitySearch())

/// The geocoding service of Open-Meteo, which does not require an API key.
final class OpenMeteoCitySearch: CitySearch {
  private static let address = URL(string: "https://geocoding-api.open-meteo.com/v1/search")

  private let http: any HTTPClient

  init(http: any HTTPClient) {
    self.http = http
  }

  func cities(named name: String) async throws -> [City] {
    let query = [URLQueryItem(name: "name", value: name)]
    guard let url = Self.address?.appending(queryItems: query) else { throw URLError(.badURL) }
    return try Self.cities(in: await http.data(from: url))
  }

  /// Decodes the cities of a response, without those that have no known time zone.
  private static func cities(in answer: Data) throws -> [City] {
    struct Answer: Decodable { var results: [Place]? }
    struct Place: Decodable { var name: String, timezone: String? }
    return try JSONDecoder().decode(Answer.self, from: answer).results?.compactMap { place in
      place.timezone.flatMap(TimeZone.init(identifier:)).map {
        City(name: place.name, timeZone: $0)
      }
    } ?? []
  }
}

/// A search service that always fails, for previews and UI tests.
public final class OfflineCitySearch: CitySearch {
  /// Creates a search service that always fails.
  public init() {}

  /// Throws the error of a missing network connection.
  public func cities(named name: String) async throws -> [City] {
    throw URLError(.notConnectedToInternet)
  }
}
