import Foundation
import SwiftUI
import Vial
import VialSwiftUI
import WorldClockFakes
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
      overrideWithFakes()
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
