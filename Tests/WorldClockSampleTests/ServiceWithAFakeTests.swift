import Foundation
import Testing
import Vial
import VialTesting
import WorldClockFakes
import WorldClockInterface
import WorldClockLive

/// A service with a fake of its dependency.
///
/// The suite allows the live implementation of the search, which it tests. Each test overrides the client that the search needs.
/// A test that forgets its override fails, because a permission does not include dependencies.
@Suite(.overrideScope { citySearch.allowLive() })
@MainActor struct OpenMeteoCitySearchTests {
  @Test func responseHasCitiesWithTheirTimeZones() async throws {
    httpClient.override(
      with: FakeHTTPClient(
        text: """
          {"results": [
            {"id": 2950159, "name": "Berlin", "latitude": 52.52437, "timezone": "Europe/Berlin"},
            {"id": 1, "name": "Nowhere", "timezone": "Nowhere/Nowhere"},
            {"id": 2, "name": "Atlantis"}
          ], "generationtime_ms": 0.7}
          """
      )
    )

    let cities = try await citySearch.resolve().cities(named: "Berlin")

    #expect(cities.map(\.name) == ["Berlin"])
    #expect(cities.map(\.timeZone.identifier) == ["Europe/Berlin"])
  }

  @Test func responseWithoutResultsHasNoCities() async throws {
    httpClient.override(with: FakeHTTPClient(text: #"{"generationtime_ms": 0.7}"#))

    #expect(try await citySearch.resolve().cities(named: "Nowhere") == [])
  }

  @Test func malformedResponseThrowsAnError() async {
    httpClient.override(with: FakeHTTPClient(text: "<html>"))

    await #expect(throws: DecodingError.self) { try await citySearch.resolve().cities(named: "Berlin") }
  }

  @Test func failedRequestThrowsItsError() async {
    httpClient.override(with: FakeHTTPClient(error: URLError(.timedOut)))

    await #expect(throws: URLError(.timedOut)) { try await citySearch.resolve().cities(named: "Berlin") }
  }

  @Test func forgottenOverrideOfTheClientIsAnIssue() {
    withKnownIssue {
      _ = citySearch.resolve()
    } matching: { issue in
      issue.comments.first?.rawValue.contains("any HTTPClient") == true
    }
  }
}
