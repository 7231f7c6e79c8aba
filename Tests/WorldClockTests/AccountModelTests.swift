import Foundation
import Testing
import Vial
import VialTesting
import WorldClockFeature
import WorldClockInterface
import WorldClockLive

/// Signing in and out; in each test for its own scope alone.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@MainActor private func allowModels() {
  favouritesStorage.override { MemoryFavouritesStorage() }
  wellKnownCities.override(with: [])
  timeZoneCatalogue.allowLive()
  favourites.allowLive()
  currentFavourites.allowLive()
  currentSession.allowLive()  // What the model provides counts as live.
}

@Suite(
  .overrideScope(.strict) {
    if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) { allowModels() }
  }
)
@MainActor struct AccountModelTests {
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func signingInProvidesTheSession() {
    let model = AccountModel()
    #expect(!model.canSignIn)

    model.name = " Ada "
    model.signIn()

    #expect(model.account == "Ada")
    #expect(model.name == "")
    #expect(currentSession.resolve() == Session(account: "Ada"))
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func aNameOfSpacesSignsNobodyIn() {
    let model = AccountModel()

    model.name = "  "
    model.signIn()

    #expect(model.account == nil)
    #expect(!currentSession.isProvided)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func signingOutReleasesTheFavourites() {
    let model = signedIn(as: "Ada")
    weak let cities = currentFavourites.resolve()
    #expect(cities != nil)

    model.signOut()

    #expect(cities == nil)
    #expect(favourites["Ada"].current == nil)
    #expect(!currentSession.isProvided)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func whoSignsInNextHasOtherFavourites() {
    let model = signedIn(as: "Ada")
    currentFavourites.resolve().add(City(name: "Bern", timeZone: .gmt))

    model.name = "Bob"
    model.signIn()
    #expect(currentFavourites.resolve().cities.isEmpty)

    model.name = "Ada"
    model.signIn()
    #expect(currentFavourites.resolve().cities.map(\.name) == ["Bern"])
  }

  /// What an action of a window does: it runs in no scope, and the model has the window's.
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func aModelOfAWindowSignsInInItsScope() {
    let window = OverrideScope(.isolated)
    let model = window.run { AccountModel() }

    model.name = "Ada"
    model.signIn()

    #expect(!currentSession.isProvided)
    #expect(window.run { currentSession.isProvided })
    #expect(window.run { AccountModel().account } == "Ada")
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  private func signedIn(as account: String) -> AccountModel {
    let model = AccountModel()
    model.name = account
    model.signIn()
    return model
  }
}
