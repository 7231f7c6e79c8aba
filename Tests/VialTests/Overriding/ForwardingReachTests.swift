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

}
