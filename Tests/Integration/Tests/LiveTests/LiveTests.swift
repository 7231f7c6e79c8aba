import Services
import Testing
import Vial
import VialTesting

/// Tests whose scope fails on live uses.
///
/// Each test whose name begins with "fails" fails, and no other test.
@Suite(.overrideScope { city.override(with: "mock") }) @MainActor struct LiveTests {
  @Test func overridesEverything() async {
    nickname.override(with: "mock")
    await Task.yield()
    #expect(nickname.resolve() + city.resolve() == "mockmock")
  }

  @Test func failsOnALiveUse() async {
    let scope = OverrideScope.current
    let resolved = await Task.detached { await scope.run { await nickname.resolve() } }.value
    #expect(resolved == "live")
    #expect(nickname.resolve() == "live")
    #expect(city.resolve() == "mock")
  }

  @Test func failsOnTheDependencyOfAnAllowedInjection() {
    client.allowLive()
    #expect(client.resolve() == "client of live")
  }

  @Test(.overrideScope(.isolated)) func failsInAnIsolatedScope() { #expect(city.resolve() == "live") }

  @Test(.overrideScope(.inheriting)) func failsInAnInheritingScope() { #expect(nickname.resolve() == "live") }

  @Test func allowsWithDependencies() {
    client.allowLive(includingDependencies: true)
    #expect(client.resolve() == "client of live")
  }

  @Test func allowsSeveral() {
    allowLive(client, nickname)
    #expect(client.resolve() == "client of live")
  }

  @Test func usesWhatIsHarmless() { #expect(harmless.resolve() == "live") }

  @Test(arguments: 0..<20) func runsBesideIt(number: Int) async {
    nickname.override(with: "\(number)")
    for _ in 0..<20 {
      await Task.yield()
      #expect(nickname.resolve() == "\(number)")
    }
  }

  @Test func resolvesNothing() { #expect(nickname.current == nil) }

  @Test func startsWorkThatIsOver() async {
    nickname.override(with: "mock")
    Task { _ = Model().text }
    await withTaskGroup { group in group.addTask { _ = await Model().text } }
  }
}

@Suite(.overrideScope(live: .allowed)) @MainActor struct AllowedTests {
  @Test func mayUseLiveImplementations() { #expect(nickname.resolve() == "live") }

  @Test(.overrideScope) func inheritsTheValueOfItsSuite() { #expect(nickname.resolve() == "live") }

  @Test(.overrideScope(.isolated, live: .warns)) func warnsOnALiveUse() { #expect(nickname.resolve() == "live") }

  @Test(.overrideScope(live: .fails)) func failsAgain() { #expect(nickname.resolve() == "live") }
}

/// The scope of each test has the default of the run.
@MainActor struct DefaultTests {
  @Test(.overrideScope) func usesALiveImplementationInItsScope() { #expect(nickname.resolve() == "live") }

  @Test func usesALiveImplementationWithoutAScope() { #expect(nickname.resolve() == "live") }

  @Test(.overrideScope(live: .fails)) func failsInEachRun() { #expect(nickname.resolve() == "live") }
}
