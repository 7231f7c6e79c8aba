import Testing
import Vial
import VialTesting
@MainActor let name = Injection(strategy: .singleton, instance: "live")
@MainActor let city = Injection(strategy: .singleton, instance: "live")

@Suite(.overrideScope(.strict) { city.override(with: "mock") })
@MainActor struct StrictTests {
  @Test func overridesEverything() async {
    name.override(with: "mock")
    await Task.yield()
    #expect(name.resolve() + city.resolve() == "mockmock")
  }

  @Test func touchesSomethingLive() async {
    let scope = OverrideScope.current
    let resolved = await Task.detached { await scope.run { await name.resolve() } }.value
    #expect(resolved == "live")
    #expect(name.resolve() == "live")
    #expect(city.resolve() == "mock")
  }

  @Test(arguments: 0..<20) func runsBesideIt(number: Int) async {
    name.override(with: "\(number)")
    for _ in 0..<20 {
      await Task.yield()
      #expect(name.resolve() == "\(number)")
    }
  }

  @Test func resolvesNothing() {
    #expect(name.current == nil)
  }
}

@MainActor struct RelaxedTests {
  @Test(.overrideScope) func anIsolatedScopeMayResolveLive() {
    #expect(name.resolve() == "live")
  }

  @Test(.overrideScope(.inheriting)) func anInheritingScopeMayResolveLive() {
    #expect(name.resolve() == "live")
  }

  @Test func noScopeMayResolveLive() {
    #expect(city.resolve() == "live")
  }
}
