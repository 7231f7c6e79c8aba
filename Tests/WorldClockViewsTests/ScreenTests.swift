// `Tests/AppleStubs/test` runs this file with stubs of SwiftUI; `swift test` does not.
import Foundation
import SwiftUI
import Testing
import Vial
import VialSwiftUI
import WorldClockFeature
import WorldClockInterface
import WorldClockLive

@testable import WorldClockViews

/// The screens of a window and the instances of their views.
@MainActor struct ScreenTests {
  let host = ViewHost()
  let window = Window()

  @Test func signInShowsTheWellKnownCities() {
    host.show(window.view)

    signIn("Ada")

    #expect(host.texts == ["Sign Out", "Add City", "World Clock", "Zurich", "01:59:30"])
  }

  @Test func foundCityIsAddedAndStoredForTheAccount() async {
    host.show(window.view)
    signIn("Ada")

    await add("Bern")
    #expect(host.texts.suffix(4) == ["Zurich", "01:59:30", "Bern", "00:59:30"])

    host.press("Sign Out")
    signIn("Bob")
    #expect(!host.texts.contains("Bern"))

    host.press("Sign Out")
    signIn("Ada")
    #expect(host.texts.contains("Bern"))
  }

  @Test func deletedCityIsRemoved() async {
    host.show(window.view)
    signIn("Ada")
    await add("Bern")

    host.delete("Zurich")

    #expect(host.texts.suffix(2) == ["Bern", "00:59:30"])
  }

  @Test func detailShowsTheSameClock() {
    host.show(window.view)
    signIn("Ada")

    host.press("Zurich")

    #expect(
      host.texts == [
        "Zurich", "01:59:30", "Day", "Sun 29 Mar", "UTC", "+01:00", "Time Zone", "Europe/Zurich",
      ]
    )
    #expect(window.built(WorldClockModel.self) == 1)
  }

  @Test func searchIsEmptyEachTimeItIsShown() async {
    host.show(window.view)
    signIn("Ada")

    await add("Bern")
    host.press("Add City")

    #expect(host.texts.suffix(3) == ["Cancel", "", "Add City"])
    #expect(window.built(CitySearchModel.self) == 2)
  }

  @Test func signOutReleasesTheInstancesOfTheSession() throws {
    host.show(window.view)
    signIn("Ada")
    let scope = try #require(window.scope)
    weak let cities = scope.run { favourites["Ada"].current }
    #expect(cities != nil)

    host.press("Sign Out")

    #expect(cities == nil)
    scope.run {
      #expect(favourites["Ada"].current == nil)
      #expect(worldClockModel.current == nil)
      #expect(!currentSession.isProvided)
    }
  }

  @Test func newAccountHasNewInstances() throws {
    host.show(window.view)
    signIn("Ada")
    host.update()
    #expect(window.built(FavouriteCities.self) == 1)

    host.press("Sign Out")
    signIn("Bob")

    #expect(window.built(FavouriteCities.self) == 2)
    #expect(window.built(AccountModel.self) == 1)
  }

  @Test func eachWindowHasItsOwnAccount() {
    let other = Window()
    host.show(
      VStack {
        window.view
        other.view
      }
    )

    signIn("Bob")

    #expect(
      host.texts == ["", "Sign In", "Sign Out", "Add City", "World Clock", "Zurich", "01:59:30"]
    )
    #expect(!currentSession.isProvided)
  }

  @Test func closedWindowEndsItsScope() async throws {
    host.show(window.view)
    signIn("Ada")
    let scope = try #require(window.scope)

    host.show(EmptyView())
    for _ in 0..<10_000 where !scope.hasEnded { await Task.yield() }

    #expect(scope.hasEnded)
    #expect(scope.run { favourites["Ada"].current } == nil)
  }

  private func signIn(_ account: String) {
    host.type(account, into: "Account")
    host.press("Sign In")
  }

  private func add(_ city: String) async {
    host.press("Add City")
    host.type(city, into: "City")
    await host.settle()
    host.press(city)
  }
}

/// The application in its own process, because it seals the overrides.
@MainActor struct WorldClockApplicationTests {
  @Test func windowShowsTheSignInAndThenTheCities() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let host = ViewHost()
        host.show(WorldClockApplication())
        host.type("Test", into: "Account")
        precondition(host.texts == ["Test", "Sign In"])

        wellKnownCities.provide(with: [])
        host.press("Sign In")
        precondition(host.texts == ["Sign Out", "Add City", "World Clock"])
      }
    }
  }
}
