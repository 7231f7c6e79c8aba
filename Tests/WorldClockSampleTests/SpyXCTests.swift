import Foundation
import Vial
import VialTesting
import WorldClockFakes
import WorldClockFeature
import WorldClockInterface
import WorldClockLive
import XCTest

/// A spy of all tests of a test case.
///
/// XCTest creates an object of the class for each test, so each test has a new spy. As in the `init` of a suite, the closure
/// captures the spy.
///
/// The methods of a class that is isolated to the main actor are `async`, because XCTest on Linux cannot call others.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@MainActor final class StorageXCTests: XCTestCase {
  private let bern = City(name: "Bern", timeZone: .gmt)
  private let spy = StorageSpy()

  nonisolated override func invokeTest() {
    inOverrideScope { super.invokeTest() }
  }

  override func setUp() async throws {
    favouritesStorage.override { [spy] in spy }
    wellKnownCities.override(with: [])
    favourites.allowLive()
  }

  func testAddedCityIsStored() async {
    favourites.resolve("Ada").add(bern)

    XCTAssertEqual(spy.stored, [[bern]])
  }

  func testFavouritesThatAreOnlyReadAreNotStored() async {
    XCTAssertEqual(favourites.resolve("Ada").cities, [])
    XCTAssertEqual(spy.stored, [])
  }
}
