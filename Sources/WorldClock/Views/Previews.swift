#if canImport(SwiftUI)
import Foundation
import SwiftUI
import Vial
import VialSwiftUI
import WorldClockFakes
import WorldClockFeature
import WorldClockInterface
import WorldClockLive

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
#Preview("Rain of errors") {
  AddCityView()
    .overrideScope(.isolated) {
      signInForPreview()
      citySearch.override { OfflineCitySearch() }
      citySearchModel.override { CitySearchModel(text: "Zurich") }
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
#Preview("A frozen clock") {
  WindowView()
    .overrideScope(.isolated) {
      signInForPreview()
      wallClock.override { FixedClock(Date(timeIntervalSince1970: 1_774_745_970)) }
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
#Preview("Search results") {
  AddCityView()
    .overrideScope(.isolated) {
      signInForPreview()
      overrideWithFakes()
      citySearchModel.override { CitySearchModel(text: "Bern") }
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
#Preview("Signed out") {
  WindowView().overrideScope(.isolated) {}
}

/// Signs in the account Ada in the scope of a preview, with Zurich and Kathmandu as favourites.
private func signInForPreview() {
  currentSession.provide(with: Session(account: "Ada"), strategy: .flow(signedIn))
  wellKnownCities.override(with: ["Zurich", "Kathmandu"])
  favouritesStorage.override { MemoryFavouritesStorage() }
}
#endif
