import Foundation
import Testing
import Vial
import VialTesting
import WorldClockFakes
import WorldClockFeature
import WorldClockInterface
import WorldClockLive

/// A storage that records which favourites it was asked to store.
///
/// The tests of several files use this spy, and nothing outside of this target.
final class StorageSpy: FavouritesStorage {
  private(set) var stored: [[City]] = []

  func favourites(of account: String) -> [City]? { stored.last }

  func setFavourites(_ cities: [City], of account: String) { stored.append(cities) }
}

/// A spy of one test.
///
/// The test creates the spy before the override, so that the test and the model use the same object.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@Test(.overrideScope { wellKnownCities.override(with: []) })
@MainActor func addedCityIsStored() {
  let bern = City(name: "Bern", timeZone: .gmt)
  let spy = StorageSpy()
  favouritesStorage.override(with: spy)
  favourites.allowLive()

  favourites.resolve("Ada").add(bern)

  #expect(spy.stored == [[bern]])
}

/// A spy of all tests of a suite.
///
/// Swift Testing creates the suite for each test, in the scope of the test, so each test has a new spy. The closure captures
/// the spy: `override(with: spy)` is an autoclosure, which would capture `self`, and does not compile in an initializer.
@Suite(.overrideScope { wellKnownCities.override(with: []) })
@MainActor struct StorageTests {
  private let bern = City(name: "Bern", timeZone: .gmt)
  private let spy = StorageSpy()

  init() {
    favouritesStorage.override { [spy] in spy }
    if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) { favourites.allowLive() }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func removedCityIsStored() {
    let cities = favourites.resolve("Ada")

    cities.add(bern)
    cities.remove([bern])

    #expect(spy.stored == [[bern], []])
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func favouritesThatAreOnlyReadAreNotStored() {
    #expect(favourites.resolve("Ada").cities.isEmpty)
    #expect(spy.stored.isEmpty)
  }
}
