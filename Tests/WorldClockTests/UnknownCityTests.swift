import Foundation
import Vial
import WorldClockFeature
import WorldClockInterface
import WorldClockLive
import XCTest

/// The messages of a model about cities that a small catalogue does not have.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@MainActor
final class UnknownCityTests: XCTestCase {
  override func tearDown() async throws {
    Overrides.rollbackAll()
  }

  func testNearestNameIsSuggested() async {
    XCTAssertEqual(suggestions(for: "Zurch", among: ["Rome", "Tokyo", "Zurich"]), ["Zurich"])
  }

  func testCaseAndAccentsAreIgnoredInSuggestions() async {
    XCTAssertEqual(suggestions(for: "ZÜRCH", among: ["Rome", "Tokyo", "Zurich"]), ["Zurich"])
  }

  func testEquallyNearSuggestionsAreInAlphabeticalOrder() async {
    XCTAssertEqual(
      suggestions(for: "Rone", among: ["Tome", "Rome", "Nome"]),
      ["Rome", "Nome", "Tome"]
    )
  }

  func testAtMostThreeNamesAreSuggested() async {
    XCTAssertEqual(suggestions(for: "X", among: ["E", "D", "C", "B"]), ["B", "C", "D"])
  }

  func testInsertedReplacedAndMissingCharactersHaveTheSameDistance() async {
    for name in ["Tookyo", "Tokio", "Toyo"] {
      XCTAssertEqual(suggestions(for: name, among: ["Kyiv", "Tokyo", "Zurich"]), ["Tokyo"], name)
    }
  }

  func testMessageNamesTheCityAndTheSuggestionsInOneLine() async {
    XCTAssertEqual(
      unknownCity("Zur\nch", among: ["Zurich"])?.message,
      #"no city is named "Zur\nch"; nearest names: Zurich"#
    )
  }

  func testMessageNamesAnEmptyDatabase() async {
    XCTAssertEqual(
      unknownCity("Zurich", among: [])?.message,
      #"no city is named "Zurich"; the time zone database is empty"#
    )
  }

  func testUnquotedWordsOfOneCityHaveOneMessage() async {
    let model = WorldClockModel()

    model.show(["Tokyo", "New", "York", "port", "au", "prince", "Zurch"])

    XCTAssertEqual(model.cityTimes.map(\.city), ["Tokyo"])
    XCTAssertEqual(
      model.unknownCities.map(\.message),
      [
        #""New York" is one city: write it in quotes"#,
        #""port au prince" is one city: write it in quotes"#,
        #"no city is named "Zurch"; nearest names: Zurich"#,
      ]
    )
  }

  func testFoundCitiesAreShownWithUnknownCities() async {
    let model = WorldClockModel()

    model.show(["Zurich", "Zurch", "Tokyo"])

    XCTAssertEqual(model.cityTimes.map(\.city), ["Zurich", "Tokyo"])
    XCTAssertEqual(model.unknownCities.map(\.name), ["Zurch"])
  }

  func testSecondShowReplacesTheResultsOfTheFirst() async {
    let model = WorldClockModel()
    model.show(["Zurich", "Zurch"])

    model.show(["Tokyo"])

    XCTAssertEqual(model.cityTimes.map(\.city), ["Tokyo"])
    XCTAssertEqual(model.unknownCities, [])
  }

  private func suggestions(for city: String, among names: [String]) -> [String]? {
    unknownCity(city, among: names)?.suggestions
  }

  private func unknownCity(_ city: String, among names: [String]) -> UnknownCity? {
    timeZoneCatalogue.override(with: NoZones(cityNames: names))
    let model = WorldClockModel()
    model.show([city])
    return model.unknownCities.first
  }
}

/// A catalogue with names of cities and without time zones.
private final class NoZones: TimeZoneCatalogue {
  let cityNames: [String]

  init(cityNames: [String]) { self.cityNames = cityNames }

  func cityName(of timeZone: TimeZone) -> String { timeZone.identifier }
  func timeZones(ofCity name: String) -> [TimeZone] { [] }
}
