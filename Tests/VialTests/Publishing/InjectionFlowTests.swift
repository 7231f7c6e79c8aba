import Testing
import Vial

/// `.flow` caches an instance until its flow is cleared (rule 5).
@MainActor struct InjectionFlowTests {
  let counter = InstanceCounter()
  let flow = InjectionFlow("sign-up")

  @Test func instanceIsCachedUntilItsFlowIsCleared() {
    let injection = Injection(strategy: .flow(flow), instance: CountedObject(counter))
    flow.clear()
    let owner = Owner(injection)
    expectEqual(owner.value.serial, 1)
    expectEqual(injection.resolve().serial, 1)

    flow.clear()
    flow.clear()

    expect(injection.current == nil)
    expectEqual(injection.resolve().serial, 2)
    expectEqual(owner.value.serial, 1, "A consumer keeps its instance.")
  }

  @Test func clearingAFlowClearsItsDescendants() {
    let bottom = InjectionFlow("bottom")
    let left = InjectionFlow("left", children: [bottom])
    let right = InjectionFlow("right", children: [bottom])
    let top = InjectionFlow("top", children: [left, right])
    let injections = [bottom, left, right, top].map { flow in
      Injection(strategy: .flow(flow), instance: CountedObject(counter))
    }
    let cleared: [(flow: InjectionFlow, remaining: [Bool])] = [
      (bottom, [false, true, true, true]), (left, [false, false, true, true]),
      (right, [false, true, false, true]), (top, [false, false, false, false]),
    ]
    for (flow, remaining) in cleared {
      for injection in injections { _ = injection.resolve() }
      flow.clear()
      expectEqual(injections.map { $0.current != nil }, remaining, flow.name)
    }
    expectEqual(counter.alive, 0)
  }

  @Test func flowCanHaveThousandsOfDescendants() {
    let leaves = (0..<20_000).map { InjectionFlow("\($0)") }
    let broad = InjectionFlow("broad", children: leaves)
    let deep = (0..<2_000).reduce(broad) { InjectionFlow("\($1)", children: [$0]) }
    // Each level doubles the number of paths, so visiting every path would take 2^40 steps.
    let top = (0..<40).reduce(deep) { inner, level in
      let sides = [0, 1].map { InjectionFlow("\(level).\($0)", children: [inner]) }
      return InjectionFlow("\(level)", children: sides)
    }
    for leaf in [leaves[0], leaves[19_999]] {
      let injection = Injection(strategy: .flow(leaf), instance: CountedObject(counter))
      _ = injection.resolve()
      expectEqual(counter.alive, 1)
      top.clear()
      expectEqual(counter.alive, 0, leaf.name)
      extendLifetime(injection)
    }
  }

  @Test func flowRetainsNeitherInjectionsNorScopes() {
    var injection: Injection? = Injection(strategy: .flow(flow), instance: CountedObject(counter))
    weak var gone: OverrideScope?
    do {
      let held = OverrideScope(.isolated)
      gone = held
      _ = held.run { injection?.resolve() }
    }
    expect(gone == nil)
    expectEqual(counter.alive, 0)

    _ = injection?.resolve()
    injection = nil

    expect(injection == nil)
    expectEqual(counter.alive, 0)
    flow.clear()
  }

  // MARK: Override scopes

  @Test func clearingOneOfManyFlowsReleasesItsInstancesOnly() {
    let flows = (0..<500).map { InjectionFlow("flow \($0)") }
    let injections = flows.map { flow in Injection(strategy: .flow(flow)) { InstanceCounter() } }

    withOverrideScope(.isolated) {
      for injection in injections { _ = injection.resolve() }
      for (index, flow) in flows.enumerated() {
        flow.clear()
        if injections[index].current != nil { Issue.record("\(flow.name) was not cleared.") }
      }
      _ = injections[7].resolve()
      flows[8].clear()
      expect(injections[7].current != nil)
    }
  }
}
