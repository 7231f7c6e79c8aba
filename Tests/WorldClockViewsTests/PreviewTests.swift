// `Tests/AppleStubs/test` runs this file with stubs of SwiftUI; `swift test` does not.
import SwiftUI
import Testing
import Vial
import VialInspection
import WorldClockInterface
import WorldClockLive

@testable import WorldClockViews

/// The previews, one at a time and all at once.
@MainActor struct PreviewTests {
  let host = ViewHost()

  @Test func frozenClockPreviewShowsTheFavouritesAtItsInstant() {
    host.show(`A frozen clock`())

    #expect(
      host.texts == [
        "Sign Out", "Add City", "World Clock", "Zurich", "01:59:30", "Kathmandu", "06:44:30",
      ]
    )
  }

  @Test func signedOutPreviewShowsTheSignIn() {
    host.show(`Signed out`())

    #expect(host.texts == ["", "Sign In"])
    #expect(!host.press("Sign In"))
  }

  @Test func rainOfErrorsPreviewShowsAnErrorForEachSearch() async {
    host.show(`Rain of errors`())
    await host.settle()
    #expect(host.texts.contains("Cannot Search"))

    host.type("Bern", into: "City")
    await host.settle()
    #expect(host.texts.contains("Bern"))
    #expect(host.texts.contains("Cannot Search"))
  }

  @Test func searchResultsPreviewShowsTheFakeCity() async {
    host.show(`Search results`())
    await host.settle()

    #expect(host.texts.suffix(2) == ["Bern", "GMT"])
  }

  @Test func screensHaveNoCaptiveDependencies() {
    let graph = InjectionGraph.record {
      host.show(`A frozen clock`())
      host.press("Zurich")
    }

    #expect(graph.captiveDependencies.isEmpty)
  }

  @Test func previewsAreIndependentAndLeaveNoOverrides() async {
    host.show(
      VStack {
        `Signed out`()
        `A frozen clock`()
        `Rain of errors`()
        `Search results`()
      }
    )
    await host.settle()
    #expect(host.texts.contains("01:59:30"))
    #expect(host.texts.contains("Cannot Search"))

    host.show(EmptyView())
    #expect(Overrides.active.isEmpty)
    #expect(!currentSession.isProvided)
    #expect(wallClock.current == nil)
  }
}
