import Foundation
public import Vial
public import WorldClockInterface

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The search for cities: `.shared`, for as long as a screen searches.
@MainActor public let citySearch = Injection<any CitySearch>(
  strategy: .shared,
  instance: OpenMeteoCitySearch()
)
.when(.launchArgument("-offline"), instance: OfflineCitySearch())

/// The geocoding service of Open-Meteo, which asks for no key.
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

  /// The cities of an answer; it leaves out empty fields, and one may be in no zone that is known.
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

/// A search that fails each time, for previews and UI tests.
public struct OfflineCitySearch: CitySearch {
  /// Makes a search without a network.
  public init() {}

  /// Fails, as one does without a network.
  public func cities(named name: String) async throws -> [City] {
    throw URLError(.notConnectedToInternet)
  }
}
