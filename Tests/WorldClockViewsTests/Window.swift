import Foundation
import SwiftUI
import Vial
import VialSwiftUI
import WorldClockFeature
import WorldClockInterface
import WorldClockLive

@testable import WorldClockViews

/// A window of the application without live implementations.
@MainActor final class Window {
  /// The scope of the window; `nil` until the window is shown.
  private(set) var scope: OverrideScope?

  /// The number of models of each type that were built in the window.
  private(set) var built: [ObjectIdentifier: Int] = [:]

  var view: some View {
    WindowView().overrideScope(.isolated) { [unowned self] in
      scope = OverrideScope.current
      wellKnownCities.override(with: ["Zurich"])
      wallClock.override { FixedClock(Date(timeIntervalSince1970: 1_774_745_970)) }
      favouritesStorage.override { MemoryFavouritesStorage() }
      citySearch.override { Atlas() }
      typingPause.override(with: .zero)
      count(accountModel)
      count(currentFavourites)
      count(worldClockModel)
      count(citySearchModel)
    }
  }

  func built<Model>(_ type: Model.Type) -> Int { built[ObjectIdentifier(type), default: 0] }

  private func count<Model>(_ model: Injection<Model>) {
    model.override(with: { [unowned self] original in
      built[ObjectIdentifier(Model.self), default: 0] += 1
      return original.resolve()
    })
  }
}

/// A search that finds each city in the time zone of Switzerland.
struct Atlas: CitySearch {
  func cities(named name: String) async throws -> [City] {
    guard let zone = TimeZone(identifier: "Europe/Zurich") else { return [] }
    return [City(name: name, timeZone: zone)]
  }
}
