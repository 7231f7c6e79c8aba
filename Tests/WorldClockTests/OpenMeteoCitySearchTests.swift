import Foundation
import Testing
import WorldClockInterface

@testable import WorldClockLive

/// Responses as in the documentation of the service.
///
/// The tests send no request.
struct OpenMeteoCitySearchTests {
  @Test func responseHasCitiesWithTheirTimeZones() throws {
    let response = """
      {"results": [
        {"id": 2950159, "name": "Berlin", "latitude": 52.52437, "timezone": "Europe/Berlin"},
        {"id": 1, "name": "Nowhere", "timezone": "Nowhere/Nowhere"},
        {"id": 2, "name": "Atlantis"}
      ], "generationtime_ms": 0.7}
      """

    let cities = try OpenMeteoCitySearch.cities(in: Data(response.utf8))

    #expect(cities.map(\.name) == ["Berlin"])
    #expect(cities.map(\.timeZone.identifier) == ["Europe/Berlin"])
  }

  @Test func responseWithoutResultsHasNoCities() throws {
    #expect(try OpenMeteoCitySearch.cities(in: Data(#"{"generationtime_ms": 0.7}"#.utf8)) == [])
  }

  @Test func malformedResponseThrowsAnError() {
    #expect(throws: DecodingError.self) {
      try OpenMeteoCitySearch.cities(in: Data("<html>".utf8))
    }
  }
}
