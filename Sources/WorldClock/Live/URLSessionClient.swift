import Foundation
public import Vial
public import WorldClockInterface

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The client of all services, a `.singleton`, because it reuses connections.
@MainActor public let httpClient = Injection<any HTTPClient>(
  strategy: .singleton,
  instance: URLSessionClient()
)

/// A client that uses the shared session of Foundation.
struct URLSessionClient: HTTPClient {
  @concurrent func data(from url: URL) async throws -> Data {
    let (data, response) = try await URLSession.shared.data(from: url)
    guard (response as? HTTPURLResponse)?.statusCode == 200 else {
      throw URLError(.badServerResponse)
    }
    return data
  }
}
