public import Foundation
public import WorldClockInterface

/// A client that returns the same response to every request.
public struct FakeHTTPClient: HTTPClient {
  private let response: Result<Data, any Error>

  /// Creates a client whose responses have a text as their body.
  public init(text: String) {
    response = .success(Data(text.utf8))
  }

  /// Creates a client whose requests fail.
  public init(error: any Error) {
    response = .failure(error)
  }

  /// Returns the response for any URL.
  public func data(from url: URL) async throws -> Data { try response.get() }
}
