import Testing
import Vial

/// Overriding with another injection (rule 14).
///
/// Cycles: see `ForwardingCycleTests`.
@MainActor struct ForwardingTests {
  let counter = InstanceCounter()

  @Test func forwardingOverrideUsesTheStrategyAndTheOverridesOfTheOtherInjection() {
    let flow = InjectionFlow("flow")
    let other = Injection(strategy: .flow(flow), instance: CountedObject(counter, "other"))
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let original = injection.resolve()
    injection.override(with: other)

    let first = injection.resolve()
    expect(first === other.resolve())
    expect(injection.resolve() === first)
    expect(injection.current == nil)
    flow.clear()
    expect(injection.resolve() !== first)

    let token = other.override(with: CountedObject(counter, "mock"), strategy: .onDemand)
    expectEqual(injection.resolve().name, "mock")
    expect(injection.resolve() !== injection.resolve())
    expectEqual(injection.overrideCount, 1)
    token.rollback()
    expectEqual(injection.resolve().name, "other")

    injection.rollbackOverride()
    expect(injection.resolve() === original)
  }

  @Test func chainOfForwardingOverridesResolvesTheLastInjection() {
    let injections = (0..<100).map { index in Injection(strategy: .singleton, instance: index) }
    for index in injections.indices.dropLast() {
      injections[index].override(with: injections[99])
      injections[index].override(with: injections[index + 1])
    }

    expectEqual(injections[0].resolve(), 99)
    expectEqual(injections[0].overrideCount, 2)
    injections[50].rollbackAllOverrides()
    expectEqual(injections[0].resolve(), 50)
  }

  @Test func forwardingOverrideRetainsTheOtherInjectionUntilTheRollback() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    injection.override(with: Injection(strategy: .singleton, instance: CountedObject(counter, "other")))
    expectEqual(injection.resolve().name, "other")

    injection.rollbackOverride()

    expectEqual(counter.alive, 0)
  }

  @Test func forwardingTargetIsTheInjectionToWhichTheCurrentScopeForwards() {
    let injection = Injection(strategy: .singleton, instance: 1)
    let other = Injection(strategy: .singleton, instance: 2)

    expectEqual(injection.forwardingTarget, nil)
    withOverrideScope {
      injection.override(with: other)
      expectEqual(injection.forwardingTarget, other.declaration)
      injection.override(with: 3)
      expectEqual(injection.forwardingTarget, nil)
    }
  }
}
