import Testing
import Vial
import VialTesting
import WorldClockFakes
import WorldClockFeature
import WorldClockInterface
import WorldClockLive

@testable import WorldClock

/// Composes the application as its launch does, and then overrides the services that leave the process.
@MainActor private func compose() throws {
  Composition.compose(try Arguments([]))
  overrideWithFakes()
}

/// An application whose composition root provides its required injections.
///
/// The scope of each test has its own composition, so nothing is provided outside of the tests.
@Suite(.overrideScope { try compose() })
@MainActor struct ComposedApplicationTests {
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func overriddenCitiesAreShown() {
    wellKnownCities.override(with: ["Zurich"])
    let model = WorldClockModel()

    model.show()

    #expect(model.cityTimes.map(\.city) == ["Zurich"])
  }

  /// In a test, the implementation that the composition provides is live.
  ///
  /// Without the composition, a resolve of the required injection would stop the process, and no test would have a result.
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func forgottenOverrideOfARequiredInjectionIsAnIssue() {
    let model = WorldClockModel()

    withKnownIssue {
      model.show()
    } matching: { issue in
      issue.comments.first?.rawValue.contains("was resolved live") == true
    }

    #expect(model.cityTimes.count == 7)
  }

  @Test func compositionIsComplete() {
    expectProvided(wellKnownCities)
  }
}
