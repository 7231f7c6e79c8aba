import Testing
import Vial

/// Dependency cycles in a program that is observed.
///
/// Observers run after the outermost operation, so they take no part in the cycle of a resolve that they observe.
@MainActor struct ObservedCycleTests {
  @Test func resolveThatClosesACycleDeliversNoEvent() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let part = Injection(strategy: .onDemand, instance: 1, fileID: "Feature/B.swift", line: 8)
        let whole = Box<Injection<String>?>(nil)
        whole.content = Injection(strategy: .singleton, fileID: "Feature/A.swift", line: 12) {
          "\(part.resolve()) \(whole.content?.resolve() ?? "")"
        }
        Injections.observe { event in fatalError("delivered \(event)") }
        _ = whole.content?.resolve()
      }
    }

    expect(standardError(of: result).contains("Dependency cycle: String → String"))
    expect(!standardError(of: result).contains("delivered"))
  }

  @Test(arguments: Strategies.all)
  func observerCanResolveTheObservedInjection(strategy: InjectionStrategy) {
    let part = Injection(strategy: strategy, instance: 1)
    let whole = Injection(strategy: strategy, instance: "\(part.resolve())")
    var resolved: [String] = []
    let observation = Injections.observe { _ in resolved.append(whole.resolve()) }

    expectEqual(whole.resolve(), "1")
    observation.cancel()

    expectEqual(resolved, ["1", "1"])
  }

  @Test(arguments: [false, true])
  func observerOfAnOnDemandKeyReceivesNoEventOfItsOwnResolve(isOverridden: Bool) {
    let part = Injection(strategy: .onDemand, instance: 1)
    let family = InjectionFamily<Int, Int>(strategy: .onDemand) { $0 + part.resolve() }
    var resolved: [Int] = []

    withOverrideScope(.isolated) {
      if isOverridden { family.override(with: { $0 + part.resolve() }) }
      let observation = Injections.observe { _ in resolved.append(family.resolve(1)) }
      expectEqual(family.resolve(1), 2)
      observation.cancel()
    }

    expectEqual(resolved, [2, 2])
  }

  @Test func cycleInAResolveOfAnObserverStopsTheProgram() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let part = Injection(strategy: .onDemand, instance: 1)
        let family = Box<InjectionFamily<Int, Int>?>(nil)
        family.content = InjectionFamily(strategy: .singleton) { key in
          family.content?.resolve(key) ?? 0
        }
        Injections.observe { _ in _ = family.content?.resolve(1) }
        _ = part.resolve()
      }
    }

    expect(standardError(of: result).contains("Dependency cycle: Int[1] → Int[1]"))
  }

  @Test func cycleIsDetectedAfterAnObserverHasResolvedTheSameInjection() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let whole = Box<Injection<String>?>(nil)
        let isCyclic = Box(false)
        whole.content = Injection(strategy: .onDemand, fileID: "Feature/A.swift", line: 12) {
          isCyclic.content ? whole.content?.resolve() ?? "" : "built"
        }
        Injections.observe { _ in _ = whole.content?.resolve() }
        precondition(whole.content?.resolve() == "built")
        isCyclic.content = true
        _ = whole.content?.resolve()
      }
    }

    expect(standardError(of: result).contains("Dependency cycle: String → String"))
  }
}
