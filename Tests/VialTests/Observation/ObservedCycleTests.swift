import Testing
import Vial

/// Dependency cycles, and other mistakes that stop the program, in a program that is observed (rule 28).
///
/// Observers run after the outermost operation, so they take no part in the cycle of a resolve that they observe.
@MainActor struct ObservedCycleTests {
  private static let programs: [StoppingProgram] = [
    StoppingProgram(
      "A resolve that closes a cycle delivers no event",
      contains: "Dependency cycle: String → String",
      lacks: ["delivered"]
    ) {
      let part = Injection(strategy: .onDemand, instance: 1)
      let whole = Variable<Injection<String>?>(nil)
      whole.content = Injection(strategy: .singleton) { "\(part.resolve()) \(whole.content?.resolve() ?? "")" }
      Injections.observe { event in fatalError("delivered \(event)") }
      _ = whole.content?.resolve()
    },
    StoppingProgram("A cycle in a resolve of an observer", contains: "Dependency cycle: Int[1] → Int[1]") {
      let part = Injection(strategy: .onDemand, instance: 1)
      let family = Variable<InjectionFamily<Int, Int>?>(nil)
      family.content = InjectionFamily(strategy: .singleton) { key in family.content?.resolve(key) ?? 0 }
      Injections.observe { _ in _ = family.content?.resolve(1) }
      _ = part.resolve()
    },
    StoppingProgram(
      "A cycle after an observer has resolved the same injection",
      contains: "Dependency cycle: String → String"
    ) {
      let whole = Variable<Injection<String>?>(nil)
      let isCyclic = Variable(false)
      whole.content = Injection(strategy: .onDemand) {
        isCyclic.content ? whole.content?.resolve() ?? "" : "built"
      }
      Injections.observe { _ in _ = whole.content?.resolve() }
      precondition(whole.content?.resolve() == "built")
      isCyclic.content = true
      _ = whole.content?.resolve()
    },
    StoppingProgram(
      "A resolve without an implementation delivers no live use",
      contains: "is required, and no implementation was provided",
      lacks: ["delivered"]
    ) {
      let required = Injection<Int>.required("a number")
      let scope = OverrideScope()
      scope.reportLiveUses { _ in }
      Injections.observe { event in if case .liveUse = event { fatalError("delivered \(event)") } }
      _ = scope.run { required.resolve() }
    },
  ]

  @Test(.exitTest) func resolveThatStopsTheProgramDeliversNoEvent() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run { StoppingProgram.writeFailures(of: Self.programs) }
    }
    expectEqual(standardError(of: result), "")
  }

  @Test func observerCanResolveTheObservedInjection() {
    for strategy in Strategies.all {
      let part = Injection(strategy: strategy, instance: 1)
      let whole = Injection(strategy: strategy, instance: "\(part.resolve())")
      var resolved: [String] = []
      let observation = Injections.observe { _ in resolved.append(whole.resolve()) }
      expectEqual(whole.resolve(), "1")
      observation.cancel()

      expectEqual(resolved, ["1", "1"], "\(strategy)")
    }
    let part = Injection(strategy: .onDemand, instance: 1)
    let family = InjectionFamily<Int, Int>(strategy: .onDemand) { $0 + part.resolve() }
    for isOverridden in [false, true] {
      var resolved: [Int] = []
      withOverrideScope(.isolated) {
        if isOverridden { family.override(with: { $0 + part.resolve() }) }
        let observation = Injections.observe { _ in resolved.append(family.resolve(1)) }
        expectEqual(family.resolve(1), 2)
        observation.cancel()
      }
      expectEqual(resolved, [2, 2], "overridden: \(isOverridden)")
    }
  }
}
