import Testing
import Vial

/// What `when(_:instance:)` makes of a family's key: while no context is active, it is that key (rules 2, 5, 6, 26).
@MainActor struct ContextualKeyTests {
  static let never = InjectionContext("never") { false }
  static let always = InjectionContext("always") { true }
  let tally = Tally()

  private func family(_ strategy: InjectionStrategy) -> InjectionFamily<Int, Probe> {
    InjectionFamily(strategy: strategy) { [tally] in Probe(tally, "key \($0)") }
  }

  @Test(arguments: [OverrideScope.Kind.inheriting, .isolated])
  func itHasTheInstanceOfTheKeyHoweverThatIsCleared(kind: OverrideScope.Kind) {
    let family = family(.singleton)
    let home = family[1].when(Self.never, instance: Probe(tally, "other"))

    withOverrideScope(kind) {
      #expect(home.resolve() === family.resolve(1))
      family.clear()
      #expect(home.current == nil)
      #expect(home.resolve() === family.resolve(1))
      home.clear()
      #expect(family[1].current == nil)
      #expect(home.resolve() === family.resolve(1))
    }
    #expect(tally.built == 3)
  }

  @Test func itExpiresWithTheKey() {
    let clock = ManualClock()
    let family = family(.expiring(after: .seconds(60), clock: clock))
    let home = family[1].when(Self.never, instance: Probe(tally, "other"))
    let first = family.resolve(1)

    clock.advance(by: .seconds(59))
    #expect(home.resolve() === first)
    clock.advance(by: .seconds(41))

    #expect(home.resolve() !== first)
    #expect(home.resolve() === family.resolve(1))
  }

  @Test func itIsProvidedAsTheFamilyIs() {
    let family = InjectionFamily<Int, Probe>.required("probes")
    let home = family[1].when(Self.never, instance: Probe(tally, "other"))
    let replaced = family[1].when(Self.always, instance: Probe(tally, "other"))
    #expect(!home.isProvided)
    #expect(replaced.isProvided)

    let provision = family.provide(with: { [tally] _ in Probe(tally, "one") })
    #expect(home.isProvided)
    #expect(home.resolve().name == "one")
    provision.withdraw()
    #expect(!home.isProvided)
    family.provide(with: { [tally] _ in Probe(tally, "two") })

    #expect(home.resolve().name == "two")
    #expect(replaced.resolve().name == "other")
  }

  @Test func itSharesAValueWithTheKey() {
    let family = InjectionFamily<Int, Sample>(strategy: .shared) { [tally] _ in Sample(tally) }
    let home = family[1].when(Self.never, instance: Sample(tally, "other"))

    let (one, other) = (Owner(home), Owner(family[1]))

    #expect(one.value.serial == other.value.serial)
    #expect(tally.built == 1)
  }

  @Test func aContextOfTheFamilyComesFirst() {
    let family = family(.singleton).when(Self.always) { [tally] _ in Probe(tally, "family's") }
    let home = family[1].when(Self.always, instance: Probe(tally, "own"))
      .when(Self.always, instance: Probe(tally, "second"))

    #expect(home.resolve() === family.resolve(1))
    #expect(home.resolve().name == "family's")
  }

  @Test func theFirstOfItsOwnContextsCounts() {
    let home = family(.singleton)[1].when(Self.never, instance: Probe(tally, "first"))
      .when(Self.always, instance: Probe(tally, "second"))
      .when(Self.always, instance: Probe(tally, "third"))

    #expect(home.resolve().name == "second")
    #expect(home.resolve() === home.resolve())
  }

  @Test func itFollowsAContextThatBegins() {
    let flag = Flag()
    let context = InjectionContext("sometimes") { MainActor.assumeIsolated { flag.isUp } }
    let family = family(.singleton)
    let home = family[1].when(context, instance: Probe(tally, "other"))
    let key = home.resolve()

    flag.isUp = true
    #expect(home.resolve().name == "other")
    flag.isUp = false

    #expect(home.resolve() === key)
  }

  @Test func anOverrideOfTheFamilyCountsAndItsOwnWins() {
    let family = family(.shared)
    let home = family[1].when(Self.never, instance: Probe(tally, "other"))

    withOverrideScope {
      family.override(with: { [tally] _ in Probe(tally, "family's mock") })
      #expect(home.resolve().name == "family's mock")
      #expect(home.debugDescription.contains("\n  overridden at "))
      #expect(home.isOverridden && home.overrideCount == 1)
      home.override(with: Probe(tally, "mock"))
      #expect(home.isOverridden && home.overrideCount == 2)
      #expect(home.resolve().name == "mock")
      #expect(family.resolve(1).name == "family's mock")
    }
  }

  @Test func anOverrideTakesTheLifetimeOfTheKeyWhoeverProvidesForThat() {
    let (family, other) = (family(.onDemand), family(.singleton))
    let home = family[1].when(Self.never, instance: Probe(tally, "other"))

    withOverrideScope {
      family.override(with: other)
      for injection in [home, family[1]] {
        injection.override(with: Probe(tally, "mock"))
        #expect(injection.resolve() !== injection.resolve())
      }
    }
  }

  @Test func anOverrideThatAContextOfItsOwnHidesIsNotInForce() {
    let family = family(.shared)
    let home = family[1].when(Self.always, instance: Probe(tally, "other"))

    withOverrideScope {
      family.override(with: { [tally] _ in Probe(tally, "family's mock") })

      #expect(home.resolve().name == "other")
      #expect(!home.isOverridden && home.overrideCount == 0)
    }
  }

  @Test func theKeyMayBeOverriddenWithIt() {
    let family = family(.shared)
    let home = family[1].when(Self.always, instance: Probe(tally, "other"))

    withOverrideScope {
      family[1].override(with: home)
      #expect(family.resolve(1).name == "other")
    }
  }
}

@MainActor private final class Flag {
  var isUp = false
}
