import Foundation
import Testing
import Vial
import VialTesting
import WorldClockFeature
import WorldClockInterface
import WorldClockLive

/// Allows and overrides the dependencies of an account model.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@MainActor private func allowModels() {
  favouritesStorage.override { MemoryFavouritesStorage() }
  wellKnownCities.override(with: [])
  favourites.allowLive()
  allowLive(currentFavourites, currentSession)  // A provided implementation is live.
}

/// A service that is built for the session.
private final class Connection {}

/// Sign-in and sign-out.
@Suite(
  .overrideScope {
    if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) { allowModels() }
  }
)
@MainActor struct AccountModelTests {
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func signInProvidesTheSession() {
    let model = AccountModel()
    #expect(!model.canSignIn)

    model.name = " Ada "
    model.signIn()

    #expect(model.account == "Ada")
    #expect(model.name == "")
    #expect(currentSession.resolve() == Session(account: "Ada"))
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func signInWithABlankNameHasNoEffect() {
    let model = AccountModel()

    model.name = "  "
    model.signIn()

    #expect(model.account == nil)
    #expect(!currentSession.isProvided)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func signOutReleasesTheFavourites() {
    let model = signedIn(as: "Ada")
    weak let cities = currentFavourites.resolve()
    #expect(cities != nil)

    model.signOut()

    #expect(cities == nil)
    #expect(favourites["Ada"].current == nil)
    #expect(!currentSession.isProvided)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func releaseActionUsesTheSessionDuringTheSignOut() {
    var closed: [String] = []
    let connection = Injection(strategy: .flow(WorldClockInterface.signedIn), instance: Connection())
      .onRelease { _ in closed.append(currentSession.resolve().account) }
    let model = signedIn(as: "Ada")
    _ = connection.resolve()

    model.signOut()

    #expect(closed == ["Ada"])
    #expect(!currentSession.isProvided)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func signInOfAnotherAccountHasOtherFavourites() {
    let model = signedIn(as: "Ada")
    currentFavourites.resolve().add(City(name: "Bern", timeZone: .gmt))

    model.name = "Bob"
    model.signIn()
    #expect(currentFavourites.resolve().cities.isEmpty)

    model.name = "Ada"
    model.signIn()
    #expect(currentFavourites.resolve().cities.map(\.name) == ["Bern"])
  }

  /// The action of a window runs outside of every scope, and the model uses the scope of the window.
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func modelOfAWindowProvidesTheSessionInTheScopeOfTheWindow() {
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
