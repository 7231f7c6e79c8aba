import Testing
import Vial

/// What looks like a circle of overrides and is none (rules 14, 17 and 18).
@MainActor struct ForwardingReachTests {
  private let a = Injection(strategy: .singleton, instance: "a")
  private let b = Injection(strategy: .singleton, instance: "b")
  private let c = Injection(strategy: .singleton, instance: "c")

  // MARK: No circles

  @Test func halvesInSiblingScopesAreNoCircle() {
    let first = OverrideScope()
    let second = OverrideScope()

    first.run { _ = a.override(with: b) }
    second.run { _ = b.override(with: a) }

    #expect(first.run { [a.resolve(), b.resolve()] } == ["b", "b"])
    #expect(second.run { [a.resolve(), b.resolve()] } == ["a", "a"])
    first.end()
    second.end()
  }

  @Test func anIsolatedScopeInsideMayTurnTheForwardRound() {
    withOverrideScope(.isolated) {
      let outer = OverrideScope.current
      withOverrideScope(.isolated) {
        a.override(with: b)
        outer?.run { _ = b.override(with: a) }
        #expect([a.resolve(), b.resolve()] == ["b", "b"])
        #expect(outer?.run { [a.resolve(), b.resolve()] } == ["a", "a"])
      }
    }
  }

  @Test func aCircleThatWasOpenedBeforeItIsClosedIsNone() {
    withOverrideScope(.isolated) {
      let token = a.override(with: b)
      b.override(with: c)
      token.rollback()
      c.override(with: a)
      #expect([a.resolve(), b.resolve(), c.resolve()] == ["a", "a", "a"])
    }
  }

  @Test func aWithdrawnProvisionIsNoHalf() {
    let required = Injection<String>.required("a word")
    withOverrideScope(.isolated) {
      let provision = required.provide(with: a)
      #expect(required.resolve() == "a")
      provision.withdraw()
      required.provide(with: "provided")
      a.override(with: required)
      #expect(a.resolve() == "provided")
    }
  }

  @Test func manyWaysToOneInjectionAreNoCircle() {
    withOverrideScope(.isolated) {
      a.override(with: c)
      b.override(with: c)
      a.override(with: b)
      a.override(with: c)
      #expect([a.resolve(), b.resolve()] == ["c", "c"])
      #expect(a.overrideCount == 3)
    }
  }

  @Test func keysOfOneFamilyMayForwardToEachOtherInARow() {
    let family = InjectionFamily<Int, String>(strategy: .singleton) { "\($0)" }
    withOverrideScope(.isolated) {
      for key in 0..<20 { family[key].override(with: family[key + 1]) }
      #expect(family.resolve(0) == "20")
      #expect(family.resolve(13) == "20")
    }
  }

  @Test func aForwardToADecoratedInjectionIsNoCircle() {
    withOverrideScope(.isolated) {
      a.override(with: b)
      b.override(with: { "[\($0.resolve())]" })
      #expect([a.resolve(), b.resolve()] == ["[b]", "[b]"])
    }
  }

  // MARK: What a factory rolls back on the way

  @Test(arguments: [InjectionStrategy.onDemand, .shared, .singleton])
  func aForwardThatItsTargetRollsBackIsGoneAtTheNextResolve(strategy: InjectionStrategy) {
    let (a, b) = (a, b)
    let inner = Box("")
    let target = Injection<String>(strategy: strategy) {
      b.rollbackOverride()
      inner.content = a.resolve()
      return "target"
    }

    withOverrideScope(.isolated) {
      a.override(with: b)
      b.override(with: target)
      #expect(a.resolve() == "target")
      #expect(inner.content == "b")
      #expect(a.resolve() == "b")
      #expect(!b.isOverridden)
    }
  }

  @Test func aForwardOfAKeyThatItsTargetRollsBackIsGoneToo() {
    let family = InjectionFamily<Int, String>(strategy: .singleton) { "\($0)" }
    let inner = Box("")
    let target = Injection<String>(strategy: .singleton) {
      family[2].rollbackOverride()
      inner.content = family.resolve(1)
      return "target"
    }

    withOverrideScope(.isolated) {
      family[1].override(with: family[2])
      family[2].override(with: target)
      #expect(family.resolve(1) == "target")
      #expect(inner.content == "2")
      #expect(family.resolve(1) == "2")
    }
  }

  @Test func aForwardThatItsTargetRollsBackIsGoneOutsideScopesToo() {
    let (a, b) = (a, b)
    let target = Injection<String>(strategy: .singleton) {
      b.rollbackOverride()
      return "target of \(a.resolve())"
    }
    a.override(with: b)
    b.override(with: target)
    defer { a.rollbackOverride() }

    #expect(a.resolve() == "target of b")
    #expect(a.resolve() == "b")
  }

  @Test func aForwardThatItsTargetHasRolledBackMayBeTurnedRound() {
    let a = a
    let targets = Box<Injection<String>?>(nil)
    let target = Injection<String>(strategy: .onDemand) {
      if a.rollbackOverride() { targets.content?.override(with: a) }
      return "target"
    }
    targets.content = target
    a.override(with: target)
    defer { target.rollbackOverride() }

    #expect(a.resolve() == "target")
    #expect(target.resolve() == "a")
    targets.content = nil
  }

  // MARK: Cost

  @Test func lookingForCirclesLooksAtEachForwardOnce() {
    let first = Injection(strategy: .singleton, instance: -1)
    let last = Injection(strategy: .singleton, instance: -1)

    withOverrideScope(.isolated) {
      // Every way through these is another: a million of them.
      let hops = (0...20).map { Injection(strategy: .singleton, instance: $0) }
      for (index, hop) in hops.dropLast().enumerated() {
        for _ in 0..<2 { hop.override(with: hops[index + 1]) }
      }
      first.override(with: last)
      let before = Upkeep.searched
      last.override(with: hops[0])
      #expect(Upkeep.searched - before >= 20)
      #expect(Upkeep.searched - before < 2_000)
      #expect(first.resolve() == 20)
    }
  }

  @Test func forwardsBetweenTheSameTwoAreOne() {
    let first = Injection(strategy: .singleton, instance: -1)

    withOverrideScope(.isolated) {
      let stacks = (0...3).map { Injection(strategy: .singleton, instance: $0) }
      for (index, stack) in stacks.dropLast().enumerated().reversed() {
        for _ in 0..<200 { stack.override(with: stacks[index + 1]) }
      }
      first.override(with: stacks[0])
      let before = Upkeep.searched
      stacks[0].override(with: stacks[1])
      #expect(Upkeep.searched - before < 200)
      #expect(first.resolve() == 3)
    }
  }

  /// In a process of its own: it may stand where another one stood that had forwards.
  @Test func forwardsThatAreGoneAreLookedAtOnce() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let first = Injection(strategy: .singleton, instance: -1)
        let (middle, last) = (
          Injection(strategy: .singleton, instance: 0), Injection(strategy: .singleton, instance: 1)
        )
        let other = Injection(strategy: .singleton, instance: -1)

        withOverrideScope(.isolated) {
          other.override(with: first)
          for _ in 0..<20 { middle.override(with: last) }
          middle.rollbackAllOverrides()
          let looks = (0..<2).map { _ in
            let before = Upkeep.searched
            first.override(with: middle)
            first.rollbackOverride()
            return Upkeep.searched - before
          }
          precondition(looks[0] <= 20)
          precondition(looks[1] == 0)
        }
      }
    }
  }

  /// Some may stand where another one stood that a forward led to, and are searched for.
  @Test func whereNothingLeadsBackNoForwardIsLookedAt() {
    let injections = (0..<1_000).map { _ in Injection(strategy: .singleton, instance: -1) }

    withOverrideScope(.isolated) {
      let hub = Injection(strategy: .singleton, instance: 0)
      for number in 0..<20 {
        hub.override(with: Injection(strategy: .singleton, instance: number))
      }
      let looks = injections.map { injection in
        let before = Upkeep.searched
        injection.override(with: hub)
        return Upkeep.searched - before
      }
      #expect(looks.contains(0))
      #expect(injections.allSatisfy { $0.resolve() == 19 })
    }
  }
}
