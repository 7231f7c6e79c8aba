import Testing
import Vial
import VialInspection

/// The text that a trace writes.
///
/// None of these tests suspends, because a trace receives the events of the whole process.
@MainActor struct TraceTests {
  /// The text of a trace of synchronous work, without the digits of durations.
  private func trace(_ body: () -> Void) -> String {
    let output = ReportOutput()
    let observation = Injections.trace(to: output)
    body()
    observation.cancel()
    return output.textWithoutDurations
  }

  @Test func dependenciesAreIndentedBelowTheInstanceThatResolvedThem() {
    let leaf = Injection(strategy: .singleton, instance: 1, fileID: "App/A.swift", line: 1)
    let first = Injection(strategy: .onDemand, fileID: "App/A.swift", line: 2) { "\(leaf.resolve())" }
    let second = Injection<any Named>(strategy: .onDemand, fileID: "App/A.swift", line: 3) {
      Sample(InstanceCounter(), "\(leaf.resolve())")
    }
    let whole = Injection(strategy: .onDemand, fileID: "App/A.swift", line: 4) {
      [first.resolve(), second.resolve().name]
    }

    expectEqual(
      trace {
        _ = whole.resolve()
        _ = leaf.resolve()
      },
      """
      built Array<String> for Array<String> (App/A.swift:4), onDemand, in … s
        built String for String (App/A.swift:2), onDemand, in … s
          built Int for Int (App/A.swift:1), singleton, in … s
        built Sample for any Named (App/A.swift:3), onDemand, in … s
          reused Int (App/A.swift:1), singleton
      reused Int (App/A.swift:1), singleton

      """
    )
  }

  @Test func originalAndOverrideInAFactoryAreIndented() {
    let part = Injection(strategy: .singleton, instance: 1, fileID: "App/A.swift", line: 1)
    let whole = Injection(strategy: .onDemand, fileID: "App/A.swift", line: 2) {
      part.override(with: { $0.resolve() + 1 }, fileID: "App/A.swift", line: 3)
      return "\(part.resolve())"
    }

    let text = withOverrideScope(.isolated) { trace { _ = whole.resolve() } }

    expectEqual(
      text,
      """
      built String for String (App/A.swift:2), onDemand, in … s
        Int (App/A.swift:1) overridden at App/A.swift:3
        built Int for Int (App/A.swift:1), singleton, overridden at App/A.swift:3, in … s
          built Int for Int (App/A.swift:1), singleton, in … s

      """
    )
  }

  @Test func traceHasOverridesScopesFlowsAndLiveUses() {
    let flow = InjectionFlow("checkout")
    let injection = Injection(strategy: .flow(flow), instance: 1, fileID: "App/A.swift", line: 3)

    let text = trace {
      withOverrideScope(.isolated) {
        injection.override(with: 2, fileID: "Tests/A.swift", line: 9)
        _ = injection.resolve()
        injection.rollbackOverride()
        OverrideScope.current.reportLiveUses { _ in }
        _ = injection.resolve()
        flow.clear()
      }
    }

    expectEqual(
      text,
      """
      opened an override scope, isolated
      Int (App/A.swift:3) overridden at Tests/A.swift:9
      built Int for Int (App/A.swift:3), flow(checkout), overridden at Tests/A.swift:9, in … s
      released Int (App/A.swift:3), overridden at Tests/A.swift:9
      rolled back Int (App/A.swift:3) overridden at Tests/A.swift:9
      live use: Int (App/A.swift:3)
      built Int for Int (App/A.swift:3), flow(checkout), in … s
      released Int (App/A.swift:3)
      cleared checkout
        Int (App/A.swift:3)
      ended an override scope, isolated

      """
    )
  }

  @Test(.exitTest) func traceIsWrittenToStandardErrorUntilItIsCancelled() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let url = Injection(strategy: .singleton, instance: "ü", fileID: "App/A.swift", line: 3)
        let trace = Injections.trace()
        _ = url.resolve()
        precondition(trace.cancel())
        _ = url.resolve()
      }
    }

    let text = standardError(of: result).replacing(/\d+\.\d{6} s/, with: "… s")
    expect(text.contains("built String for String (App/A.swift:3), singleton, in … s\n"), text)
    expect(!text.contains("reused"), text)
  }
}
