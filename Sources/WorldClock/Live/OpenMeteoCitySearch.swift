import Foundation
public import Vial
public import WorldClockInterface

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The search service, `.shared`, so that it is released with the last search screen.
@MainActor public let citySearch = Injection<any CitySearch>(
  strategy: .shared,
  instance: OpenMeteoCitySearch()
)
.when(.launchArgument("-offline"), instance: OfflineCitySearch())

/// The geocoding service of Open-Meteo, which does not require an API key.
struct OpenMeteoCitySearch: CitySearch {
  private static let address = URL(string: "https://geocoding-api.open-meteo.com/v1/search")

  @concurrent func cities(named name: String) async throws -> [City] {
    let query = [URLQueryItem(name: "name", value: name)]
    guard let url = Self.address?.appending(queryItems: query) else { throw URLError(.badURL) }
    let (data, response) = try await URLSession.shared.data(from: url)
    guard (response as? HTTPURLResponse)?.statusCode == 200 else {
      throw URLError(.badServerResponse)
    }
    return try Self.cities(in: data)
  }

  /// Decodes the cities of a response, without those that have no known time zone.
  static func cities(in answer: Data) throws -> [City] {
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
public struct OfflineCitySearch: CitySearch {
  /// Creates a search service that always fails.
  public init() {}

  /// Throws the error of a missing network connection.
  public func cities(named name: String) async throws -> [City] {
    throw URLError(.notConnectedToInternet)
  }
}
