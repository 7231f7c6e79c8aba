import Testing
import Vial
import VialTesting
import WorldClock
import WorldClockInterface
import WorldClockLive

/// What the command decides before it shows anything: the composition root.
@Suite(.overrideScope(.isolated))
@MainActor struct CompositionTests {
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func everythingRequiredIsProvidedAndNothingIsBuilt() {
    let composed = compose("--at", "2026-03-29T00:59:30Z", "--locale", "de_CH", "Zurich") {
      #expect(wellKnownCities.isProvided)
      #expect(wallClock.isOverridden)
      #expect(timeFormatter.isOverridden)
      #expect(wallClock.current == nil)
      #expect(timeZoneCatalogue.current == nil)
    }

    #expect(composed == 1)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func withoutOptionsItRunsOnWhatIsPublished() {
    let composed = compose("Zurich") {
      #expect(Overrides.active.isEmpty)
      #expect(!currentSession.isProvided)
    }

    #expect(composed == 1)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func noInstanceHoldsOneOfAShorterLife() {
    let graph = InjectionGraph.record { _ = compose("Zurich", "Tokyo") {} }

    #expect(!graph.nodes.isEmpty)
    #expect(graph.captiveDependencies.isEmpty)
  }

  /// Runs the command, and looks at it where it is composed.
  ///
  /// - Returns: How often it was.
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  private func compose(_ words: String..., look: () -> Void) -> Int {
    var (output, errors, composed) = ("", "", 0)
    let status = WorldClockApp.run(words, output: &output, errors: &errors) {
      composed += 1
      look()
    }
    #expect(status == 0)
    return composed
  }
}
