import Testing
import Vial

@MainActor struct OnDemandStrategyTests {
  let counter = InstanceCounter()

  @Test func eachResolveBuildsAnInstanceThatIsNotCached() {
    let injection = Injection<any Named>(strategy: .onDemand, instance: CountedObject(counter))
    for kind in ["live", "mock"] {
      let held = injection.resolve()
      expectEqual(injection.resolve().serial, held.serial + 1, kind)
      expect(injection.current == nil, kind)
      expectEqual(counter.alive, 1, kind)
      withExtendedLifetime(held) {}
      injection.override(with: CountedObject(counter, "mock"))
    }
  }

  @Test func eachConsumerBuildsAndKeepsItsOwnInstance() {
    let injection = Injection(strategy: .onDemand, instance: CountedObject(counter))
    let first = Owner(injection)
    var second: Owner? = Owner(injection)
    expectEqual(counter.built, 0)

    expectEqual([second?.value.serial, second?.value.serial], [1, 1])
    expectEqual([first.value.serial, first.value.serial], [2, 2])
    second = nil
    expect(second == nil)
    expectEqual(counter.alive, 1)
    first.reset()
    expectEqual(counter.alive, 0)
    expectEqual(first.value.serial, 3)
  }
}

extension InjectionStrategy {
  /// Whether a resolve reuses the instance while a reference retains the instance.
  var isCaching: Bool { if case .onDemand = lifetime { false } else { true } }
}
