public import Foundation

/// A client that sends requests over the network.
public protocol HTTPClient: Sendable {
  /// Returns the body of a response, or throws an error for a response that is not successful.
  func data(from url: URL) async throws -> Data
}
