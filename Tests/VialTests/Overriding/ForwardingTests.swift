import Testing
import Vial

/// Overriding with another injection (rule 14).
///
/// Cycles: see `ForwardingCycleTests`.
@MainActor struct ForwardingTests {
  let counter = InstanceCounter()

  @Test func forwardingOverrideUsesTheStrategyOfTheOtherInjection() {
    let other = Injection(strategy: .onDemand, instance: CountedObject(counter, "other"))
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let original = injection.resolve()
    injection.override(with: other)

    expect(injection.resolve() !== injection.resolve())
    expect(injection.current == nil)
    injection.rollbackOverride()
    expect(injection.resolve() === original)
  }

  @Test func forwardingOverrideSeesTheOverridesOfTheOtherInjection() {
    let other = Injection(strategy: .singleton, instance: "other")
    let injection = Injection(strategy: .singleton, instance: "live")
    injection.override(with: other)
    expectEqual(injection.resolve(), "other")

    let token = other.override(with: "mock")
    expectEqual(injection.resolve(), "mock")
    expectEqual(injection.overrideCount, 1)

    token.rollback()
    expectEqual(injection.resolve(), "other")
  }

  @Test func clearedFlowOfTheOtherInjectionTakesEffectAtTheNextResolve() {
    let flow = InjectionFlow("flow")
    let other = Injection(strategy: .flow(flow), instance: CountedObject(counter, "other"))
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    injection.override(with: other)
    let first = injection.resolve()

    flow.clear()

    expect(injection.resolve() !== first)
    expect(injection.resolve() === other.resolve())
  }

  @Test func chainOfForwardingOverridesResolvesTheLastInjection() {
    let injections = (0..<100).map { index in Injection(strategy: .singleton, instance: index) }
    for index in injections.indices.dropLast() {
      injections[index].override(with: injections[index + 1])
    }

    expectEqual(injections[0].resolve(), 99)
    injections[50].rollbackOverride()
    expectEqual(injections[0].resolve(), 50)
  }

  @Test func severalInjectionsCanForwardToTheSameInjection() {
    let other = Injection(strategy: .singleton, instance: CountedObject(counter))
    let first = Injection(strategy: .singleton, instance: CountedObject(counter))
    let second = Injection(strategy: .singleton, instance: CountedObject(counter))
    first.override(with: other)
    first.override(with: other)
    second.override(with: other)
    first.override(with: second)

    expect(first.resolve() === second.resolve())
    expectEqual(first.overrideCount, 3)
  }

  @Test func forwardingOverrideRetainsTheOtherInjectionUntilTheRollback() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    injection.override(
      with: Injection(strategy: .singleton, instance: CountedObject(counter, "other"))
    )
    expectEqual(injection.resolve().name, "other")

    injection.rollbackOverride()

    expectEqual(counter.alive, 0)
  }

}
