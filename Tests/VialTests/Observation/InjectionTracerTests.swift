import Testing
import Vial

/// The text that the tracer writes.
@MainActor struct InjectionTracerTests {
  private func trace(_ body: () -> Void) -> String {
    let tracer = InjectionTracer(to: "")
    let observation = Injections.observe(tracer.receive)
    body()
    observation.cancel()
    return tracer.target.replacing(/\d+\.\d{6} s/, with: "… s")
  }

  @Test func nestedBuildsAreIndented() {
    let url = Injection(strategy: .onDemand, instance: "url", fileID: "App/Data.swift", line: 3)
    let database = Injection<any Named>(
      strategy: .singleton,
      instance: Sample(Tally(), url.resolve()),
      fileID: "App/Data.swift",
      line: 8
    )

    let text = trace {
      _ = database.resolve()
      _ = database.resolve()
    }

    #expect(
      text == """
        building any Named (App/Data.swift:8), singleton
          building String (App/Data.swift:3), onDemand
          built String in … s
        built Sample in … s
        reused any Named (App/Data.swift:8), singleton

        """
    )
  }

  @Test func overridesAndScopesAreNamedWithTheirLines() {
    let injection = Injection(strategy: .singleton, instance: 1, fileID: "App/A.swift", line: 3)

    let text = trace {
      withOverrideScope(.isolated) {
        injection.override(with: 2, fileID: "Tests/A.swift", line: 9)
        _ = injection.resolve()
        injection.rollbackOverride()
        OverrideScope.current?.becomeStrict { _ in }
        _ = injection.resolve()
      }
    }

    #expect(
      text == """
        opened an override scope, isolated
        Int (App/A.swift:3) overridden at Tests/A.swift:9
        building Int (App/A.swift:3), singleton, overridden at Tests/A.swift:9
        built Int in … s
        released Int (App/A.swift:3)
        rolled back Int (App/A.swift:3) overridden at Tests/A.swift:9
        resolved live in a strict scope: Int (App/A.swift:3)
        building Int (App/A.swift:3), singleton
        built Int in … s
        released Int (App/A.swift:3)
        closed an override scope, isolated

        """
    )
  }

  @Test func aClearedFlowListsWhatItKept() {
    let scope = InjectionFlow("checkout")
    let injection = Injection(
      strategy: .flow(scope),
      instance: 1,
      fileID: "App/Cart.swift",
      line: 4
    )
    _ = injection.resolve()

    #expect(
      trace { scope.clear() } == """
        cleared checkout
          Int (App/Cart.swift:4)
        released Int (App/Cart.swift:4)

        """
    )
  }

  @Test func timesAreWrittenToTheMicrosecond() {
    let tracer = InjectionTracer(to: "")
    let injection = Injection(strategy: .onDemand, instance: 1)
    let durations: [Duration] = [
      .zero, .nanoseconds(1_999), .microseconds(250_001), .seconds(61),
    ]
    for case .building(let resolution) in events(of: { _ = injection.resolve() }) {
      for duration in durations {
        tracer.receive(.built(resolution, instance: Int.self, duration: duration))
      }
    }

    #expect(
      tracer.target == """
        built Int in 0.000000 s
        built Int in 0.000001 s
        built Int in 0.250001 s
        built Int in 61.000000 s

        """
    )
  }

  @Test func aTracerThatComesInTheMiddleOfABuildDoesNotIndent() {
    let tracer = InjectionTracer(to: "")
    var observation: InjectionObservation?
    let injection = Injection<Int>(strategy: .onDemand) {
      observation = Injections.observe(tracer.receive)
      return 1
    }

    _ = events { _ = injection.resolve() }
    observation?.cancel()

    #expect(tracer.target.hasPrefix("built Int in "))
  }

  @Test func aTraceIsWrittenToStandardError() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let url = Injection(strategy: .onDemand, instance: "ü", fileID: "App/A.swift", line: 3)
        let whole = Injection(
          strategy: .singleton,
          instance: [url.resolve()],
          fileID: "App/B.swift",
          line: 4
        )
        let trace = Injections.trace()
        _ = whole.resolve()
        precondition(trace.cancel())
        _ = whole.resolve()
      }
    }

    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.replacing(/\d+\.\d{6} s/, with: "… s").contains(
        """
        building Array<String> (App/B.swift:4), singleton
          building String (App/A.swift:3), onDemand
          built String in … s
        built Array<String> in … s

        """
      )
    )
    #expect(!text.contains("reused"))
  }
}
