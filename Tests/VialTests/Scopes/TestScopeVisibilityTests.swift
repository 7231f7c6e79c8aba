import Testing
import Vial

/// The scope of a test without a kind sees the scopes of enclosing tests only (rule 20).
@MainActor struct TestScopeVisibilityTests {
  @Test func scopeOfATestSeesOverridesAndInstancesOfEnclosingTestsOnly() {
    let injection = Injection(strategy: .singleton, instance: "live")
    let object = Injection(strategy: .singleton, instance: Variable("built in the suite"))
    let suite = OverrideScope(ofTest: .isolated)
    suite.run {
      injection.override(with: "suite")
      _ = object.resolve()
    }
    let between = suite.run { OverrideScope() }
    between.run { _ = injection.override(with: "between") }
    let test = between.run { OverrideScope(ofTest: nil) }

    expectEqual(test.kind, .isolated)
    expectEqual(test.run { injection.resolve() }, "suite")
    expectEqual(test.run { withOverrideScope { injection.resolve() } }, "suite")
    expect(test.run { object.resolve() } === suite.run { object.resolve() })
    expectEqual(between.run { injection.resolve() }, "between")
  }

  @Test func scopeOfATestDoesNotSeeTheGlobalScope() {
    let injection = Injection(strategy: .singleton, instance: "live")
    injection.override(with: "global")
    defer { injection.rollbackOverride() }

    expectEqual(OverrideScope(ofTest: nil).run { injection.resolve() }, "live")
    expectEqual(OverrideScope(ofTest: nil).run { OverrideScope() }.run { injection.resolve() }, "live")
    expectEqual(OverrideScope(ofTest: .inheriting).run { injection.resolve() }, "global")
  }
}
