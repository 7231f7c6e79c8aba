import Testing
import Vial
import VialInspection

/// The text that a trace writes.
///
/// None of these tests suspends, because a trace receives the events of the whole process.
@MainActor struct TraceTests {
  /// The text of a trace of synchronous work, without the digits of durations.
  private func trace(_ body: () -> Void) -> String {
    let output = TraceOutput()
    let observation = Injections.trace(to: output)
    body()
    observation.cancel()
    return output.text.replacing(/\d+\.\d{6} s/, with: "… s")
  }

  @Test func dependenciesAreIndentedBelowTheInstanceThatResolvedThem() {
    let url = Injection(strategy: .onDemand, instance: "url", fileID: "App/Data.swift", line: 3)
    let database = Injection<any Named>(
      strategy: .singleton,
      instance: Sample(InstanceCounter(), url.resolve()),
      fileID: "App/Data.swift",
      line: 8
    )

    let text = trace {
      _ = database.resolve()
      _ = database.resolve()
    }

    expectEqual(
      text,
      """
      built Sample for any Named (App/Data.swift:8), singleton, in … s
        built String for String (App/Data.swift:3), onDemand, in … s
      reused any Named (App/Data.swift:8), singleton

      """
    )
  }

  @Test func dependencyOfTwoSiblingsIsIndentedBelowEachSibling() {
    let leaf = Injection(strategy: .singleton, instance: 1, fileID: "App/A.swift", line: 1)
    let first = Injection(strategy: .onDemand, fileID: "App/A.swift", line: 2) {
      "\(leaf.resolve())"
    }
    let second = Injection(strategy: .onDemand, fileID: "App/A.swift", line: 3) {
      "\(leaf.resolve())"
    }
    let whole = Injection(strategy: .onDemand, fileID: "App/A.swift", line: 4) {
      [first.resolve(), second.resolve()]
    }

    let text = trace { _ = whole.resolve() }

    expectEqual(
      text,
      """
      built Array<String> for Array<String> (App/A.swift:4), onDemand, in … s
        built String for String (App/A.swift:2), onDemand, in … s
          built Int for Int (App/A.swift:1), singleton, in … s
        built String for String (App/A.swift:3), onDemand, in … s
          reused Int (App/A.swift:1), singleton

      """
    )
  }

  @Test func originalIsIndentedBelowItsOverride() {
    let injection = Injection(strategy: .singleton, instance: 1, fileID: "App/A.swift", line: 3)

    let text = withOverrideScope(.isolated) {
      injection.override(with: { $0.resolve() + 1 }, fileID: "Tests/A.swift", line: 9)
      return trace { _ = injection.resolve() }
    }

    expectEqual(
      text,
      """
      built Int for Int (App/A.swift:3), singleton, overridden at Tests/A.swift:9, in … s
        built Int for Int (App/A.swift:3), singleton, in … s

      """
    )
  }

  @Test func overrideInAFactoryIsIndentedBelowTheFactory() {
    let part = Injection(strategy: .singleton, instance: 1, fileID: "App/A.swift", line: 1)
    let whole = Injection(strategy: .onDemand, fileID: "App/A.swift", line: 2) {
      part.override(with: 2, fileID: "App/A.swift", line: 3)
      return "\(part.resolve())"
    }

    let text = withOverrideScope(.isolated) { trace { _ = whole.resolve() } }

    expectEqual(
      text,
      """
      built String for String (App/A.swift:2), onDemand, in … s
        Int (App/A.swift:1) overridden at App/A.swift:3
        built Int for Int (App/A.swift:1), singleton, overridden at App/A.swift:3, in … s

      """
    )
  }

  @Test func traceHasOverridesScopesAndLiveUses() {
    let injection = Injection(strategy: .singleton, instance: 1, fileID: "App/A.swift", line: 3)

    let text = trace {
      withOverrideScope(.isolated) {
        injection.override(with: 2, fileID: "Tests/A.swift", line: 9)
        _ = injection.resolve()
        injection.rollbackOverride()
        OverrideScope.current.reportLiveUses { _ in }
        _ = injection.resolve()
      }
    }

    expectEqual(
      text,
      """
      opened an override scope, isolated
      Int (App/A.swift:3) overridden at Tests/A.swift:9
      built Int for Int (App/A.swift:3), singleton, overridden at Tests/A.swift:9, in … s
      released Int (App/A.swift:3), overridden at Tests/A.swift:9
      rolled back Int (App/A.swift:3) overridden at Tests/A.swift:9
      live use: Int (App/A.swift:3)
      built Int for Int (App/A.swift:3), singleton, in … s
      released Int (App/A.swift:3)
      ended an override scope, isolated

      """
    )
  }

  @Test func clearedFlowListsTheInjectionsOfEvictedInstances() {
    let flow = InjectionFlow("checkout")
    let injection = Injection(strategy: .flow(flow), instance: 1, fileID: "App/Cart.swift", line: 4)
    _ = injection.resolve()

    expectEqual(
      trace { flow.clear() },
      """
      released Int (App/Cart.swift:4)
      cleared checkout
        Int (App/Cart.swift:4)

      """
    )
  }

  @Test func traceIsWrittenToStandardErrorUntilItIsCancelled() async {
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

    let text = standardError(of: result)
    expect(
      text.replacing(/\d+\.\d{6} s/, with: "… s").contains(
        """
        built Array<String> for Array<String> (App/B.swift:4), singleton, in … s
          built String for String (App/A.swift:3), onDemand, in … s

        """
      )

    )
    expect(!text.contains("reused"))
  }
}

/// A stream that a test reads after the trace has written to it.
private final class TraceOutput: TextOutputStream {
  var text = ""

  func write(_ string: String) { text += string }
}
