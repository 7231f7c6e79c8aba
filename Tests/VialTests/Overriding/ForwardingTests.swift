import Testing
import Vial

/// Overriding with another injection (rules 14 and 18).
@MainActor struct ForwardingTests {
  let tally = Tally()

  @Test func theOtherInjectionsStrategyIsUsed() {
    let other = Injection(strategy: .onDemand, instance: Probe(tally, "other"))
    let injection = Injection(strategy: .singleton, instance: Probe(tally))
    let original = injection.resolve()
    injection.override(with: other)

    #expect(injection.resolve() !== injection.resolve())
    #expect(injection.current == nil)
    injection.rollbackOverride()
    #expect(injection.resolve() === original)
  }

  @Test func theOtherInjectionsOverridesCount() {
    let other = Injection(strategy: .singleton, instance: "other")
    let injection = Injection(strategy: .singleton, instance: "live")
    injection.override(with: other)
    #expect(injection.resolve() == "other")

    let token = other.override(with: "mock")
    #expect(injection.resolve() == "mock")
    #expect(injection.overrideCount == 1)

    token.rollback()
    #expect(injection.resolve() == "other")
  }

  @Test func aClearedScopeReachesThrough() {
    let scope = InjectionFlow("flow")
    let other = Injection(strategy: .flow(scope), instance: Probe(tally, "other"))
    let injection = Injection(strategy: .singleton, instance: Probe(tally))
    injection.override(with: other)
    let first = injection.resolve()

    scope.clear()

    #expect(injection.resolve() !== first)
    #expect(injection.resolve() === other.resolve())
  }

  @Test func chainsOfInjectionsReachTheLast() {
    let injections = (0..<100).map { index in Injection(strategy: .singleton, instance: index) }
    for index in injections.indices.dropLast() {
      injections[index].override(with: injections[index + 1])
    }

    #expect(injections[0].resolve() == 99)
    injections[50].rollbackOverride()
    #expect(injections[0].resolve() == 50)
  }

  @Test func theSameInjectionMayServeTwoOthersAndTwice() {
    let other = Injection(strategy: .singleton, instance: Probe(tally))
    let first = Injection(strategy: .singleton, instance: Probe(tally))
    let second = Injection(strategy: .singleton, instance: Probe(tally))
    first.override(with: other)
    first.override(with: other)
    second.override(with: other)
    first.override(with: second)

    #expect(first.resolve() === second.resolve())
    #expect(first.overrideCount == 3)
  }

  @Test func theOtherInjectionIsKeptAliveByTheOverrideAlone() {
    let injection = Injection(strategy: .singleton, instance: Probe(tally))
    injection.override(with: Injection(strategy: .singleton, instance: Probe(tally, "other")))
    #expect(injection.resolve().name == "other")

    injection.rollbackOverride()

    #expect(tally.alive == 0)
  }
}
