import Testing
import Vial

/// What is provided, where, and until when (rules 19, 22, 26 and 28).
@MainActor struct ProvisionTests {
  private nonisolated static let kinds = [OverrideScope.Kind.inheriting, .isolated]

  let tally = Tally()
  private let api = Injection<Probe>.required("the API client")

  // MARK: Providing and withdrawing

  @Test func withdrawingIsTrueOnce() {
    #expect(!api.isProvided)
    let provision = api.provide(with: Probe(tally), strategy: .shared)
    #expect(api.isProvided)
    #expect(tally.built == 0)

    #expect(provision.withdraw())
    #expect(!provision.withdraw())

    #expect(!api.isProvided)
    #expect(api.current == nil)
  }

  @Test(arguments: Strategies.all)
  func afterAWithdrawalItMayBeProvidedAgain(strategy: InjectionStrategy) {
    for turn in 1...3 {
      let provision = api.provide(with: Probe(tally, "\(turn)"), strategy: strategy)
      #expect(api.resolve().name == "\(turn)")
      #expect(provision.withdraw())
    }

    let last = api.provide(with: Probe(tally, "last"))
    #expect(api.resolve().name == "last")
    #expect(tally.alive == 1)
    last.withdraw()
  }

  @Test func aProvisionThatItsOwnFactoryReplacesWithdrawsNothing() {
    let place = Box<Provision?>(nil)
    let withdrawn = Box<[Bool?]>([])
    let (api, tally) = (api, tally)
    @MainActor func first() -> Probe {
      withdrawn.content.append(place.content?.withdraw())
      api.provide(with: Probe(tally, "second"))
      withdrawn.content.append(place.content?.withdraw())
      return Probe(tally, "first")
    }
    place.content = api.provide(with: first())

    #expect(api.resolve().name == "first")

    #expect(withdrawn.content == [true, false])
    #expect(api.resolve().name == "second")
  }

  @Test func aProvisionThatWasReplacedWithdrawsNothing() {
    let first = api.provide(with: Probe(tally, "first"))
    first.withdraw()
    let second = api.provide(with: Probe(tally, "second"))

    #expect(!first.withdraw())

    #expect(api.resolve().name == "second")
    #expect(second.withdraw())
  }

  @Test(arguments: Strategies.keeping)
  func aWithdrawalLetsGoOfItsOwnInstanceAndOfNoOther(strategy: InjectionStrategy) {
    let other = Injection(strategy: strategy, instance: Probe(tally, "other"))
    let provision = api.provide(with: Probe(tally), strategy: strategy)
    let before = other.resolve()
    _ = api.resolve()
    #expect(tally.alive == 2)

    provision.withdraw()

    #expect(tally.alive == 1)
    #expect(other.resolve() === before)
  }

  @Test func aSingletonThatHasTheInstanceStaysAndKeepsIt() {
    let whole = Injection(
      strategy: .singleton,
      instance: Probe(tally, "whole", parts: [api.resolve()])
    )
    let provision = api.provide(with: Probe(tally, "first"))
    let before = whole.resolve()

    provision.withdraw()
    api.provide(with: Probe(tally, "second"))

    #expect(whole.resolve() === before)
    #expect(api.resolve().name == "second")
  }

  @Test func whatAConsumerHoldsItKeeps() {
    let owner = Owner(api)
    let provision = api.provide(with: Probe(tally, "first"))
    let held = owner.value

    provision.withdraw()
    api.provide(with: Probe(tally, "second"))

    #expect(owner.value === held)
    owner.reset()
    #expect(owner.value.name == "second")
  }

  @Test func anInjectionThatProvidedKeepsItsInstance() {
    let live = Injection(strategy: .singleton, instance: Probe(tally, "live"))
    let provision = api.provide(with: live)
    let instance = api.resolve()

    #expect(provision.withdraw())

    #expect(live.resolve() === instance)
    #expect(!api.isProvided)
    #expect(api.provide(with: live).withdraw())
  }

  @Test func anInstanceThatDiesInTheWithdrawalMayProvideTheNext() {
    let session = Injection<Any>.required("a session")
    let provision = session.provide(with: Farewell { session.provide(with: "next") })
    _ = session.resolve()

    #expect(provision.withdraw())

    #expect(session.resolve() as? String == "next")
  }

  @Test func overridesStayThroughProvidingAndWithdrawing() {
    api.override(with: Probe(tally, "mock"))
    defer { api.rollbackOverride() }

    let provision = api.provide(with: Probe(tally))
    #expect(api.resolve().name == "mock")
    #expect(api.isProvided)
    provision.withdraw()

    #expect(api.resolve().name == "mock")
    #expect(api.isProvided)
  }

  // MARK: Whether a resolve would find something (rule 26)

  @Test func whatIsOverriddenIsProvidedUntilTheRollback() {
    #expect(!api.isProvided)

    let token = api.override(with: Probe(tally, "mock"))
    #expect(api.isProvided)
    token.rollback()

    #expect(!api.isProvided)
    #expect(tally.built == 0)
  }

  @Test(arguments: kinds)
  func whatAScopeOverridesIsProvidedThere(kind: OverrideScope.Kind) {
    withOverrideScope(kind) {
      api.override(with: Probe(tally, "mock"))
      #expect(api.isProvided)
    }

    #expect(!api.isProvided)
  }

  // MARK: Withdrawing without the token

  @Test func theInjectionWithdrawsWhatThePlaceProvides() {
    let outside = api.provide(with: Probe(tally, "outside"))

    withOverrideScope {
      #expect(!api.withdraw())
      api.provide(with: Probe(tally, "inside"))
      #expect(api.withdraw())
      #expect(!api.withdraw())
      #expect(api.resolve().name == "outside")
    }
    #expect(api.withdraw())

    #expect(!outside.withdraw())
    #expect(!api.isProvided)
    api.provide(with: Probe(tally, "again"))
    #expect(api.resolve().name == "again")
  }

  @Test func aClosureProvidesAsAnExpressionDoes() {
    let probe = Injection(strategy: .shared, instance: Probe(tally))
    api.provide(strategy: .onDemand) { probe.resolve() }
    let text = Injection<String>.required("a text")
    text.provide {
      let number = 1
      return "\(number)"
    }

    #expect(text.resolve() == "1")
    do {
      let first = api.resolve()
      #expect(first === probe.current)
    }
    // What it hands on is kept by the other injection alone.
    #expect(probe.current == nil)
    #expect(api.resolve().serial == 2)
  }

  // MARK: In scopes

  @Test(arguments: kinds, [true, false])
  func aCompositionRootMayRunInManyScopes(kind: OverrideScope.Kind, isProvidedOutside: Bool) {
    if isProvidedOutside { api.provide(with: Probe(tally, "outside")) }

    for turn in 1...5 {
      withOverrideScope(kind) {
        api.provide(with: Probe(tally, "\(turn)"))
        #expect(api.isProvided)
        #expect(api.resolve().name == "\(turn)")
        #expect(api.resolve() === api.resolve())
      }
      #expect(api.isProvided == isProvidedOutside)
    }

    #expect(api.current == nil)
    #expect(tally.alive == 0)
    if isProvidedOutside { #expect(api.resolve().name == "outside") }
  }

  @Test(arguments: kinds)
  func whatIsProvidedOutsideIsProvidedInside(kind: OverrideScope.Kind) {
    api.provide(with: Probe(tally))
    let outside = api.resolve()

    withOverrideScope(kind) {
      #expect(api.isProvided)
      let inside = api.resolve()
      #expect((inside === outside) == (kind == .inheriting))
      #expect(api.resolve() === inside)
    }

    #expect(api.resolve() === outside)
  }

  @Test func eachScopeHasItsOwnAndFallsBackOnTheOneAround() {
    withOverrideScope {
      let outer = OverrideScope.current
      let first = api.provide(with: Probe(tally, "outer"))
      withOverrideScope {
        #expect(api.resolve().name == "outer")
        let second = api.provide(with: Probe(tally, "inner"))
        #expect(api.resolve().name == "inner")
        #expect(outer?.run { api.resolve().name } == "outer")
        #expect(second.withdraw())
        #expect(api.resolve().name == "outer")
        #expect(first.withdraw())
        #expect(!api.isProvided)
      }
      #expect(!api.isProvided)
    }
  }

  @Test func aProvisionFromOutsideIsWithdrawnFromInsideAndItsInstancesGoWithIt() {
    let provision = api.provide(with: Probe(tally))

    withOverrideScope {
      _ = api.resolve()
      #expect(tally.alive == 1)
      #expect(provision.withdraw())
      #expect(!api.isProvided)
      #expect(tally.alive == 0)
    }

    #expect(!api.isProvided)
  }

  @Test(arguments: kinds)
  func aProvisionOfAScopeThatHasEndedStaysInForceForItsConsumers(kind: OverrideScope.Kind) {
    api.provide(with: Probe(tally, "outside"))
    let (owner, scope, provision) = withOverrideScope(kind) {
      let provision = api.provide(with: Probe(tally, "inside"))
      return (Owner(api), OverrideScope.current, provision)
    }

    #expect(!provision.withdraw())

    #expect(owner.value.name == "inside")
    #expect(scope?.run { api.isProvided } == true)
    #expect(scope?.run { api.resolve() } === owner.value)
    #expect(api.resolve().name == "outside")
  }

  @Test func anInjectionThatProvidesInAScopeIsUsedLive() {
    let live = Injection(strategy: .singleton, instance: Probe(tally, "live"))

    withOverrideScope(.isolated) {
      api.provide(with: live)
      #expect(api.resolve() === live.resolve())
      live.override(with: Probe(tally, "mock"))
      #expect(api.resolve().name == "mock")
    }

    #expect(tally.alive == 0)
    #expect(!api.isProvided)
  }

  @Test func aDecoratorStandsOnWhatItsScopeProvides() {
    api.provide(with: Probe(tally, "outside"))

    withOverrideScope {
      api.override(with: { Probe(tally, "around \($0.resolve().name)") }, strategy: .onDemand)
      #expect(api.resolve().name == "around outside")
      let provision = api.provide(with: Probe(tally, "inside"))
      #expect(api.resolve().name == "around inside")
      provision.withdraw()
      #expect(api.resolve().name == "around outside")
    }
  }

  @Test func whatIsProvidedIsNotCountedAmongTheOverrides() {
    api.provide(with: Probe(tally, "outside"))
    api.override(with: Probe(tally, "mock"))

    #expect(api.overrideCount == 1)
    withOverrideScope {
      api.provide(with: Probe(tally, "inside"))
      api.override(with: Probe(tally, "mock inside"))
      #expect(api.overrideCount == 2)
    }
    api.rollbackOverride()
    #expect(api.overrideCount == 0)
  }
}
