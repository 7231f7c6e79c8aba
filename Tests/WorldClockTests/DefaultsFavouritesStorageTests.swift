import Foundation
import Testing
import WorldClockInterface

@testable import WorldClockLive

/// The storage of favourites in the user defaults.
struct DefaultsFavouritesStorageTests {
  @Test func storageReadsTheFavouritesThatItHasWritten() {
    let account = "test \(UUID())"
    defer { UserDefaults.standard.removeObject(forKey: "favourites of \(account)") }
    let storage = DefaultsFavouritesStorage()
    #expect(storage.favourites(of: account) == nil)

    storage.setFavourites([City(name: "Bern", timeZone: .gmt)], of: account)

    #expect(DefaultsFavouritesStorage().favourites(of: account)?.map(\.name) == ["Bern"])
    #expect(storage.favourites(of: "other \(account)") == nil)
  }
}
