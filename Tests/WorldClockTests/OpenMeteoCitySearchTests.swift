import Foundation
import Testing
import WorldClockInterface

@testable import WorldClockLive

/// Answers as the service's documentation shows them; the service itself is not asked.
struct OpenMeteoCitySearchTests {
  @Test func anAnswerHasCitiesInTheirTimeZones() throws {
    let answer = """
      {"results": [
        {"id": 2950159, "name": "Berlin", "latitude": 52.52437, "timezone": "Europe/Berlin"},
        {"id": 1, "name": "Nowhere", "timezone": "Nowhere/Nowhere"},
        {"id": 2, "name": "Atlantis"}
      ], "generationtime_ms": 0.7}
      """

    let cities = try OpenMeteoCitySearch.cities(in: Data(answer.utf8))

    #expect(cities.map(\.name) == ["Berlin"])
    #expect(cities.map(\.timeZone.identifier) == ["Europe/Berlin"])
  }

  @Test func anAnswerWithoutResultsHasNoCities() throws {
    #expect(try OpenMeteoCitySearch.cities(in: Data(#"{"generationtime_ms": 0.7}"#.utf8)) == [])
  }

  @Test func whatIsNoAnswerIsAnError() {
    #expect(throws: DecodingError.self) {
      try OpenMeteoCitySearch.cities(in: Data("<html>".utf8))
    }
  }
}
