import Testing
import Vial

/// Checks that do something to what they were made for (rules 6 and 7).
@MainActor struct CachedCheckTests {
  let tally = Tally()
  let checks = Tally()

  /// A check whose life is counted.
  private func check() -> @MainActor () -> Bool {
    let life = Probe(checks)
    return { withExtendedLifetime(life) { true } }
  }

  @Test func aCheckIsKeptAsLongAsWhatItJudges() {
    let injection = Injection(strategy: .cached { check() }, instance: Probe(tally))

    _ = injection.resolve()
    #expect(checks.alive == 1)
    injection.clear()

    #expect(checks.alive == 0)
    #expect(tally.alive == 0)
  }

  /// Scopes and families that a factory uses go with it, also where they had to make room meanwhile.
  @Test func whatMadeRoomWhileAFactoryRanIsNotKept() {
    let family = InjectionFamily<Int, Int>(strategy: .singleton) { $0 }
    let api = Injection(strategy: .singleton, instance: Probe(tally))
    let outer = Injection<Bool>(strategy: .singleton) { [tally] in
      for _ in 0..<100 {
        let local = InjectionFamily<Int, Probe>(strategy: .singleton) { [tally] _ in Probe(tally) }
        withOverrideScope {
          api.override(with: Probe(tally, "mock"))
          _ = api.resolve()
          for key in 0..<40 { _ = (family.resolve(key), local.resolve(key)) }
        }
      }
      return tally.alive == 0
    }

    #expect(outer.resolve())
  }

  /// Its instance is as old as what was built from it while its check was made is young (rule 29).
  @Test func whatACheckWasMadeWithGoesBeforeItsInstance() {
    let flow = InjectionFlow("flow")
    let order = Box<[String]>([])
    let place = Box<Injection<Farewell>?>(nil)
    let strategy = InjectionStrategy.cached(in: flow) {
      _ = place.content?.resolve()
      return { true }
    }
    let base = Injection(strategy: strategy, instance: Farewell { order.content.append("base") })
    place.content = Injection(strategy: .flow(flow)) {
      _ = base.resolve()
      return Farewell { order.content.append("dependent") }
    }
    _ = base.resolve()

    flow.clear()

    #expect(order.content == ["dependent", "base"])
    place.content = nil
  }

  @Test func whatACheckClearsLivesUntilItHasReturned() {
    let order = Box<[String]>([])
    let place = Box<Injection<Farewell>?>(nil)
    let strategy = InjectionStrategy.cached {
      {
        place.content?.clear()
        order.content.append("checked")
        return true
      }
    }
    let injection = Injection(
      strategy: strategy,
      instance: Farewell { order.content.append("died") }
    )
    _ = injection.resolve()
    place.content = injection

    _ = injection.resolve()

    #expect(order.content == ["checked", "died"])
    place.content = nil
  }

  @Test func aCheckMayTakeBackWhatWasOverriddenWhenItWasMade() {
    let other = Injection(strategy: .singleton, instance: 1)
    let strategy = InjectionStrategy.cached {
      let token = other.override(with: 2)
      return {
        token.rollback()
        return true
      }
    }
    let injection = Injection(strategy: strategy, instance: Probe(tally))

    let serials = withOverrideScope(.isolated) { (0..<3).map { _ in injection.resolve().serial } }

    #expect(serials == [1, 1, 1])
  }

  @Test(arguments: [nil, InjectionFlow("flow")])
  func aCheckThatIsMadeWhenItsInstanceIsGoneIsNotKept(flow: InjectionFlow?) {
    let place = Box<Injection<Probe>?>(nil)
    let strategy = InjectionStrategy.cached(in: flow) {
      place.content?.clear()
      return check()
    }
    let injection = Injection(strategy: strategy, instance: Probe(tally))
    place.content = injection

    #expect(injection.resolve().serial == 1)
    #expect(checks.built == 1)

    #expect(checks.alive == 0)
    #expect(tally.alive == 0)
    #expect(injection.resolve().serial == 2)
    place.content = nil
  }

  @Test(arguments: [true, false])
  func aCheckThatClearsWhatItJudgesMayResolveAnew(verdict: Bool) {
    let place = Box<Injection<Probe>?>(nil)
    let asked = Box(0)
    let strategy = InjectionStrategy.cached {
      {
        asked.content += 1
        guard let injection = place.content else { return true }
        place.content = nil
        injection.clear()
        #expect(injection.resolve().serial == 2)
        return verdict
      }
    }
    let injection = Injection(strategy: strategy, instance: Probe(tally))
    _ = injection.resolve()
    place.content = injection

    // The verdict is on what is gone; the check of what is there instead is asked in its turn.
    #expect(injection.resolve().serial == 2)
    #expect(asked.content == 2)
    #expect(tally.alive == 1)
  }

  @Test func aCheckThatIsAskedMayUseItsFamilyWhenThatForgetsKeys() {
    let place = Box<InjectionFamily<Int, Int>?>(nil)
    let family = InjectionFamily<Int, Int>(
      strategy: .cached {
        {
          let family = place.content
          place.content = nil
          for key in 1...100 { _ = family?[-key] }
          return true
        }
      }
    ) { $0 }
    _ = family.resolve(1)
    place.content = family

    #expect(family.resolve(1) == 1)
    #expect(place.content == nil)
  }

}
