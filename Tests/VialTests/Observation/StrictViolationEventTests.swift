import Testing
import Vial
import VialTesting

/// The event of a live implementation that is resolved in a strict scope (rule 28).
@MainActor struct StrictViolationEventTests {
  @Test func observerCanOverrideTheLiveInjectionForTheNextResolve() {
    let injection = Injection(strategy: .singleton, instance: "live")
    let scope = OverrideScope()
    scope.becomeStrict { _ in }
    let observation = Injections.observe { event in
      guard case .strictViolation = event else { return }
      scope.run { _ = injection.override(with: "mock") }
    }

    #expect(scope.run { injection.resolve() } == "live")
    #expect(scope.run { injection.resolve() } == "mock")
    observation.cancel()
    scope.end()
  }

  @Test func resolveThatStopsTheProgramDeliversNoStrictViolation() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let required = Injection<Int>.required("a number")
        let scope = OverrideScope()
        scope.becomeStrict { _ in }
        Injections.observe { event in
          if case .strictViolation = event { fatalError("delivered \(event)") }
        }
        _ = scope.run { required.resolve() }
      }
    }

    let message = standardError(of: result)
    #expect(message.contains("is required, and no implementation was provided"))
    #expect(!message.contains("delivered"))
  }
}
