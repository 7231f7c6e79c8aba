import Testing
import Vial

/// What a factory resolves in another scope counts as seen, and an original is resolved where its override
/// belongs (rules 13 and 16).
@MainActor struct ElsewhereTests {
  let tally = Tally()
  let part: Injection<Probe>

  init() {
    part = Injection(strategy: .singleton, instance: Probe(Tally(), "part"))
  }

  private func partName(_ probe: Probe) -> String? { (probe.parts.first as? Probe)?.name }

  /// What is built later, without that scope, is no part of it (rule 16).
  @Test func whatWasBuiltAnewSinceIsNotForgotten() {
    let scope = OverrideScope(.isolated)
    let isElsewhere = Box(true)
    let whole = Injection(strategy: .singleton) { [tally, part] in
      Probe(tally, parts: [isElsewhere.content ? scope.run { part.resolve() } : part.resolve()])
    }
    let token = scope.run { part.override(with: Probe(tally, "mock")) }
    _ = whole.resolve()
    whole.clear()
    isElsewhere.content = false
    let anew = whole.resolve()

    token.rollback()

    #expect(whole.current === anew)
    scope.end()
  }

  @Test func anOriginalIsResolvedInItsOwnScopeAlsoInsideAnother() {
    let number = Injection(strategy: .singleton, instance: 1)
    let other = OverrideScope(.isolated)
    other.run { _ = number.override(with: 2) }
    let text = Injection(strategy: .singleton, instance: "\(number.resolve())")
    let token = text.override(with: { original in
      other.run { original.resolve() } + "!"
    })
    defer { token.rollback() }

    #expect(text.resolve() == "1!")
    #expect(other.run { text.current } == nil)
    other.end()
  }

  @Test func theOverrideOfAFamilyThatIsGoneCanBeRolledBackWhileAKeyIsHeld() {
    var family: InjectionFamily<Int, Probe>? = InjectionFamily(strategy: .singleton) { [tally] _ in
      Probe(tally)
    }
    let key = family?[1]
    let token = family?.override(with: { [tally] _ in Probe(tally, "mock") })
    #expect(key?.resolve().name == "mock")

    family = nil

    #expect(token?.isActive == true)
    #expect(Overrides.active.contains { $0.callSite == token?.callSite })
    #expect(token?.rollback() == true)
    #expect(key?.resolve().name == "live")
  }

  /// Each scope has an override whose mock was made with the other's.
  @Test func scopesWhoseMocksWereMadeWithEachOthersGo() {
    var first: OverrideScope? = OverrideScope(.isolated)
    var second: OverrideScope? = OverrideScope(.isolated)
    let other = Injection(strategy: .singleton, instance: Probe(tally, "other"))
    let leaf = Injection(strategy: .onDemand, instance: Probe(tally, "leaf"))
    weak let one = first
    weak let two = second
    one?.run {
      _ = part.override { [tally] in
        Probe(tally, "mock", parts: two.map { $0.run { [other.resolve()] } } ?? [])
      }
    }
    two?.run {
      _ = other.override { [tally] in
        Probe(tally, "mock", parts: one.map { $0.run { [leaf.resolve()] } } ?? [])
      }
    }
    _ = one?.run { part.resolve() }
    #expect(tally.alive == 3)

    first = nil
    second = nil

    #expect(one == nil && two == nil)
    #expect(tally.alive == 0)
  }
}
