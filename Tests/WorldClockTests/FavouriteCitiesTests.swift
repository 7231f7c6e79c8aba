import Foundation
import Vial
import VialTesting
import WorldClockFeature
import WorldClockInterface
import WorldClockLive
import XCTest

/// Favourites, in tests of XCTest.
///
/// Each test has a scope, which ends with the test.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@MainActor
final class FavouriteCitiesTests: XCTestCase {
  private let bern = City(name: "Bern", timeZone: .gmt)
  private let reykjavik = City(name: "Reykjavik", timeZone: .gmt)

  nonisolated override func invokeTest() {
    inOverrideScope { super.invokeTest() }
  }

  override func setUp() async throws {
    favourites.allowLive()
    favouritesStorage.override { MemoryFavouritesStorage() }
    wellKnownCities.override(with: ["Zurich", "Tokyo"])
  }

  func testFavouritesOfANewAccountAreTheWellKnownCities() async {
    XCTAssertEqual(favourites.resolve("Ada").cities.map(\.name), ["Zurich", "Tokyo"])
    XCTAssertNil(favouritesStorage.resolve().favourites(of: "Ada"))
  }

  func testAddedAndRemovedCitiesAreStored() async {
    let cities = favourites.resolve("Ada")

    cities.add(bern)
    cities.add(bern)
    cities.remove(cities.cities.filter { $0.name == "Tokyo" })

    XCTAssertEqual(cities.cities.map(\.name), ["Zurich", "Bern"])
    XCTAssertEqual(favouritesStorage.resolve().favourites(of: "Ada"), cities.cities)
  }

  func testEachAccountHasItsOwnFavourites() async {
    favourites.resolve("Ada").add(bern)

    XCTAssertIdentical(favourites.resolve("Ada"), favourites.resolve("Ada"))
    XCTAssertEqual(favourites.resolve("Bob").cities.map(\.name), ["Zurich", "Tokyo"])
  }

  func testChangesOfAnotherWindowAreKept() async {
    let mine = favourites.resolve("Ada")
    withOverrideScope {
      favourites["Ada"].clear()
      signedIn.clear()
      favouritesStorage.resolve().setFavourites([reykjavik], of: "Ada")
    }

    mine.add(bern)

    XCTAssertEqual(mine.cities, [reykjavik, bern])
  }
}
