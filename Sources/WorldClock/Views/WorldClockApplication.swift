#if canImport(SwiftUI)
public import SwiftUI
import Vial
import VialSwiftUI
import WorldClockInterface

/// The application with windows, which a target in Xcode starts: `WorldClockApplication.main()`.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
public struct WorldClockApplication: App {
  /// Composes the application and seals it; a preview may do so once more.
  public init() {
    if !wellKnownCities.isProvided {
      wellKnownCities.provide(with: ["London", "New York", "Tokyo"])
    }
    Overrides.seal()
  }

  /// Each window has a scope, and so an account and instances of its own.
  public var body: some Scene {
    WindowGroup {
      WindowView().overrideScope(.isolated) {}
    }
  }
}
#endif
