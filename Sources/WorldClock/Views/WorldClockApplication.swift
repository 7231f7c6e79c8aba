#if canImport(SwiftUI)
public import SwiftUI
import Vial
import VialSwiftUI
import WorldClockInterface

/// The application with windows, which an Xcode target starts with `WorldClockApplication.main()`.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
public struct WorldClockApplication: App {
  /// Composes the application and seals it.
  public init() {
    wellKnownCities.provide(with: ["London", "New York", "Tokyo"])
    Overrides.seal()
  }

  /// The windows, each with a separate scope for its account and instances.
  ///
  /// Overrides that are made at launch apply in every window.
  public var body: some Scene {
    WindowGroup {
      WindowView().overrideScope(.fresh) {}
    }
  }
}
#endif
