import Testing
import Vial
import VialInspection
import VialTesting
import WorldClock
import WorldClockInterface
import WorldClockLive

/// The composition root of the command, which the tests run with its live implementations.
@Suite(.overrideScope(.isolated, live: .allowed))
@MainActor struct CompositionTests {
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func compositionProvidesAllRequirementsAndBuildsNothing() {
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
  @Test func compositionWithoutOptionsOverridesNothing() {
    let composed = compose("Zurich") {
      #expect(Overrides.active.isEmpty)
      #expect(!currentSession.isProvided)
    }

    #expect(composed == 1)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func commandHasNoCaptiveDependencies() {
    let graph = InjectionGraph.record { _ = compose("Zurich", "Tokyo") {} }

    #expect(!graph.nodes.isEmpty)
    #expect(graph.captiveDependencies.isEmpty)
  }

  /// Runs the command, and inspects the injections when it is composed.
  ///
  /// - Returns: How many times the command was composed.
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  private func compose(_ words: String..., inspect: () -> Void) -> Int {
    var (output, errors, composed) = ("", "", 0)
    let status = WorldClockApp.run(words, output: &output, errors: &errors) {
      composed += 1
      inspect()
    }
    #expect(status == 0)
    return composed
  }
}
