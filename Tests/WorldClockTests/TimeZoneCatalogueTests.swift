import Foundation
import Vial
import WorldClockFeature
import WorldClockInterface
import WorldClockLive
import XCTest

/// Cities in the time zone data of the system.
@MainActor
final class TimeZoneCatalogueTests: XCTestCase {
  func testCaseAndSeparatorsAreIgnored() async {
    for name in ["New York", "new york", "NEW_YORK", "new-york", "America/New_York"] {
      XCTAssertEqual(identifiers(of: name), ["America/New_York"], name)
    }
  }

  func testAccentsAreIgnored() async {
    XCTAssertEqual(identifiers(of: "Zürich"), ["Europe/Zurich"])
    XCTAssertEqual(identifiers(of: "São Paulo"), ["America/Sao_Paulo"])
  }

  func testHyphensOfAnIdentifierMatchSpaces() async {
    XCTAssertEqual(identifiers(of: "port au prince"), ["America/Port-au-Prince"])
  }

  func testLastPartMatchesAnIdentifierOfThreeParts() async {
    XCTAssertEqual(identifiers(of: "Buenos Aires"), ["America/Argentina/Buenos_Aires"])
    XCTAssertEqual(identifiers(of: "argentina/buenos aires"), ["America/Argentina/Buenos_Aires"])
  }

  func testPartialNamesDoNotMatch() async {
    for name in ["York", "Zur", "Europe", "", "/", "/Zurich"] {
      XCTAssertEqual(identifiers(of: name), [], name)
    }
  }

  func testCurrentNamesThatFoundationDoesNotListAreFound() async {
    XCTAssertEqual(identifiers(of: "Kolkata"), ["Asia/Kolkata"])
    XCTAssertEqual(identifiers(of: "UTC"), ["Etc/UTC"])
  }

  func testEveryCityIsFoundByItsName() async {
    let catalogue = timeZoneCatalogue.resolve()

    XCTAssertGreaterThan(catalogue.cityNames.count, 400)
    for name in catalogue.cityNames {
      let names = catalogue.timeZones(ofCity: name).map { catalogue.cityName(of: $0) }
      XCTAssertTrue(names.contains(name), name)
    }
  }

  func testCatalogueIsSharedAndReleasedWithItsLastUser() async {
    do {
      let catalogue = timeZoneCatalogue.resolve()
      XCTAssertIdentical(catalogue as AnyObject, timeZoneCatalogue.resolve() as AnyObject)
    }
    XCTAssertNil(timeZoneCatalogue.current)
  }

  private func identifiers(of city: String) -> [String] {
    timeZoneCatalogue.resolve().timeZones(ofCity: city).map(\.identifier)
  }
}
