import Testing
import Vial
import VialTesting

@MainActor private let greeting = Injection(strategy: .singleton, instance: "live")

@Suite(.overrideScope { greeting.override(with: "suite") })
@MainActor struct OverrideScopeTraitTests {
  @Test func suiteTraitOverridesForEachTest() async {
    #expect(greeting.resolve() == "suite")
    await Task.yield()
    #expect(greeting.resolve() == "suite")
  }

  @Test(.overrideScope(.inheriting) { greeting.override(with: { $0 + "+test" }) })
  func inheritingTraitAddsToTheSuite() {
    #expect(greeting.resolve() == "suite+test")
  }

  @Test(.overrideScope) func isolatedTraitStartsEmpty() {
    #expect(greeting.resolve() == "live")
  }

  @Test(arguments: 0..<50) func eachCaseHasAScope(number: Int) async {
    #expect(!greeting.isOverridden || greeting.overrideCount == 1)
    greeting.override(with: "\(number)")
    for _ in 0..<5 {
      await Task.yield()
      #expect(greeting.resolve() == "\(number)")
    }
  }
}
