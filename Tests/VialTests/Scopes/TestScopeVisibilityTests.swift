import Testing
import Vial

/// The scope of a test without a kind sees the scopes of enclosing tests only (rule 20).
@MainActor struct TestScopeVisibilityTests {
  let injection = Injection(strategy: .singleton, instance: "live")

  @Test func scopeOfATestSeesTheOverridesOfEnclosingTestsOnly() {
    let suite = OverrideScope(ofTest: .isolated)
    suite.run { _ = injection.override(with: "suite") }
    let between = suite.run { OverrideScope() }
    between.run { _ = injection.override(with: "between") }
    let test = between.run { OverrideScope(ofTest: nil) }

    expectEqual(test.kind, .isolated)
    expectEqual(test.run { injection.resolve() }, "suite")
    expectEqual(test.run { withOverrideScope { injection.resolve() } }, "suite")
    expectEqual(between.run { injection.resolve() }, "between")
  }

  @Test func scopeOfATestReusesTheInstancesOfEnclosingTestsOnly() {
    let object = Injection(strategy: .singleton) { Instance(injection) }
    let suite = OverrideScope(ofTest: .isolated)
    let between = suite.run { OverrideScope() }
    let inSuite = suite.run { object.resolve() }
    let inBetween = between.run { OverrideScope(.fresh) }.run { object.resolve() }
    let test = between.run { OverrideScope(ofTest: nil) }
    let inTest = test.run { object.resolve() }

    inSuite.wrappedValue = "suite"
    expectEqual(inTest(), "suite")
    expectEqual(inBetween(), "live")
  }

  @Test func scopeOfATestDoesNotSeeTheGlobalScope() {
    injection.override(with: "global")
    defer { injection.rollbackOverride() }

    expectEqual(OverrideScope(ofTest: nil).run { injection.resolve() }, "live")
    expectEqual(OverrideScope(ofTest: nil).run { OverrideScope() }.run { injection.resolve() }, "live")
    expectEqual(OverrideScope(ofTest: .inheriting).run { injection.resolve() }, "global")
  }
}
