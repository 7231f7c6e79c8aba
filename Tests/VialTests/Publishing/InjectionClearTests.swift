import Testing
import Vial

/// One injection lets go of what it has cached (rules 5 and 19).
@MainActor struct InjectionClearTests {
  let tally = Tally()
  private let publications = Publications()

  @Test(arguments: Shape.allCases, Strategies.keeping)
  func whatIsCachedGoesAndWhatConsumersHoldStays(shape: Shape, strategy: InjectionStrategy) {
    let injection = publications.publish(shape, strategy) { Probe(tally) }
    let owner = Owner(injection)
    #expect(injection.resolve().serial == 1)
    injection.clear()
    #expect(tally.alive == 0)
    #expect(injection.current == nil)

    let held = owner.value
    injection.clear()

    #expect(owner.value === held)
    #expect(injection.current == nil)
    #expect(injection.resolve().serial == 3)
    #expect(injection.resolve().serial == 3)
  }

  @Test(arguments: Strategies.all)
  func nothingIsBuiltByClearing(strategy: InjectionStrategy) {
    let injection = Injection(strategy: strategy, instance: Probe(tally))
    injection.override(with: { Probe(tally, "mock", parts: [$0.resolve()]) })
    defer { injection.rollbackOverride() }

    for _ in 1...2 { injection.clear() }

    #expect(tally.built == 0)
    #expect(injection.overrideCount == 1)
  }

  @Test func whatIsProvidedForOneWithContextsGoes() {
    let session = Injection<Probe>.required("a session")
      .when(InjectionContext("never") { false }, instance: Probe(tally, "context"))
    session.provide(with: Probe(tally, "provided"))
    let outside = session.resolve().serial

    withOverrideScope {
      session.provide(with: Probe(tally, "inside"))
      let inside = session.resolve().serial
      session.clear()

      #expect(tally.alive == 0)
      #expect(session.resolve().serial > inside)
    }
    session.clear()

    #expect(tally.alive == 0)
    #expect(session.resolve().serial > outside)
  }

  private enum Switch {
    @TaskLocal static var isOn = false
  }

  @Test func aSharedInstanceIsNoLongerTheOne() {
    let injection = Injection(strategy: .shared, instance: Probe(tally))
    let owner = Owner(injection)
    let held = owner.value

    injection.clear()

    #expect(injection.current == nil)
    #expect(injection.resolve() !== held)
    #expect(owner.value === held)
  }

  @Test(arguments: Strategies.keeping)
  func everyLayerOfTheStackLetsGo(strategy: InjectionStrategy) {
    let injection = Injection(strategy: strategy, instance: Probe(tally))
    let token = injection.override(with: { Probe(tally, "mock", parts: [$0.resolve()]) })
    defer { token.rollback() }
    let first = injection.resolve().serial
    #expect(tally.alive == 2)

    injection.clear()

    #expect(tally.alive == 0)
    #expect(injection.resolve().serial > first)
    #expect(tally.built == 4)
  }

  @Test(arguments: Strategies.keeping)
  func everyLayerOfAScopesStackLetsGo(strategy: InjectionStrategy) {
    let injection = Injection<Probe>.required("a probe")

    withOverrideScope(.isolated) {
      injection.provide(with: Probe(tally, "provided"), strategy: strategy)
      for number in 0..<3 {
        #expect(injection.resolve().serial == number + 1)
        injection.override(with: Probe(tally, "\(number)"))
      }
      #expect(injection.resolve().serial == 4)
      #expect(tally.alive == 4)

      injection.clear()

      #expect(tally.alive == 0)
      injection.rollbackAllOverrides()
      #expect(injection.resolve().name == "provided")
      #expect(tally.built == 5)
    }
  }

  @Test func theOriginalBelowAnOverrideGoesToo() {
    let injection = Injection(strategy: .singleton, instance: Probe(tally))
    _ = injection.resolve()
    let token = injection.override(with: Probe(tally, "mock"))
    defer { token.rollback() }

    injection.clear()
    token.rollback()

    #expect(injection.current == nil)
    #expect(injection.resolve().serial == 2)
  }

  @Test func othersKeepWhatTheyHave() {
    let part = Injection(strategy: .singleton, instance: Probe(tally, "part"))
    let whole = Injection(
      strategy: .singleton,
      instance: Probe(tally, "whole", parts: [part.resolve()])
    )
    let before = whole.resolve()

    part.clear()

    #expect(whole.resolve() === before)
    #expect(part.resolve() !== before.parts.first as? Probe)
  }

  @Test func anInstanceThatDiesMayResolveItsSuccessor() {
    let place = Box<Injection<Farewell>?>(nil)
    let successor = Box<Farewell?>(nil)
    let injection = Injection(
      strategy: .singleton,
      instance: Farewell { successor.content = place.content?.resolve() }
    )
    _ = injection.resolve()
    place.content = injection

    injection.clear()

    #expect(successor.content != nil)
    #expect(injection.resolve() === successor.content)
    place.content = nil
    successor.content = nil
  }

  @Test func anInstanceWhoseFactoryClearsIsKept() {
    let place = Box<Injection<Probe>?>(nil)
    let injection = Injection<Probe>(strategy: .singleton) { [tally] in
      place.content?.clear()
      return Probe(tally)
    }
    place.content = injection

    #expect(injection.resolve() === injection.resolve())
    place.content = nil
  }

  // MARK: In scopes

  @Test func anInheritingScopeClearsWhatItSees() {
    let (outer, own) = (
      Injection(strategy: .singleton, instance: Probe(tally, "outer")),
      Injection(strategy: .singleton, instance: Probe(tally, "own"))
    )
    _ = outer.resolve()

    withOverrideScope {
      _ = (outer.resolve(), own.resolve())
      own.clear()
      #expect(tally.alive == 1)
      outer.clear()
      #expect(tally.alive == 0)
      #expect(outer.current == nil)
    }

    #expect(outer.current == nil)
  }

  @Test func anIsolatedScopeClearsItsOwnAlone() {
    let injection = Injection(strategy: .singleton, instance: Probe(tally))
    let outside = injection.resolve()

    withOverrideScope(.isolated) {
      injection.override(with: { Probe(tally, "mock", parts: [$0.resolve()]) })
      _ = injection.resolve()
      injection.clear()
      #expect(injection.current == nil)
      #expect(tally.alive == 1)
    }

    #expect(injection.resolve() === outside)
  }

  @Test func whatOtherScopesKeepIsNotTouched() {
    let injection = Injection(strategy: .singleton, instance: Probe(tally))
    let scopes = [OverrideScope(.isolated), OverrideScope(.inheriting)]
    let before = scopes.map { $0.run { injection.resolve() } }

    scopes[0].run { injection.clear() }
    injection.clear()

    #expect(scopes[1].run { injection.resolve() } === before[1])
    #expect(scopes[0].run { injection.resolve() } !== before[0])
    for scope in scopes { scope.end() }
  }
}

/// Lifetimes of time and of one's own that also end with a flow (rules 5 and 6).
@MainActor struct FlowLifetimeTests {
  let tally = Tally()

  @Test func whatExpiresInAFlowGoesWhenTheFlowIsCleared() {
    let (flow, clock) = (InjectionFlow("flow"), ManualClock())
    let injection = Injection(
      strategy: .expiring(after: .seconds(10), in: flow, clock: clock),
      instance: Probe(tally)
    )
    #expect([injection.resolve(), injection.resolve()].map(\.serial) == [1, 1])

    flow.clear()
    #expect(tally.alive == 0)
    #expect([injection.resolve(), injection.resolve()].map(\.serial) == [2, 2])
    clock.advance(by: .seconds(10))

    #expect([injection.resolve(), injection.resolve()].map(\.serial) == [3, 3])
  }

  @Test func whatIsCachedInAFlowGoesWhenTheFlowOrItsParentIsCleared() {
    let isValid = Box(true)
    let flow = InjectionFlow("flow")
    let parent = InjectionFlow("parent", children: [flow])
    let injection = Injection(
      strategy: .cached(in: flow) { { isValid.content } },
      instance: Probe(tally)
    )
    let owner = Owner(injection)
    #expect(owner.value.serial == 1)

    flow.clear()
    #expect(injection.resolve().serial == 2)
    parent.clear()
    #expect(injection.resolve().serial == 3)
    isValid.content = false

    #expect(injection.resolve().serial == 4)
    #expect(owner.value.serial == 1)
  }

  @Test func withoutAFlowAClearingChangesNothing() {
    let flow = InjectionFlow("flow")
    let injections = [
      Injection(strategy: .cached { { true } }, instance: Probe(tally)),
      Injection(strategy: .expiring(after: .seconds(3600)), instance: Probe(tally)),
      Injection(strategy: .expiring(after: .seconds(3600), in: nil), instance: Probe(tally)),
    ]
    let before = injections.map { $0.resolve() }

    flow.clear()

    for (injection, instance) in zip(injections, before) {
      #expect(injection.resolve() === instance)
    }
  }

  @Test func keysOfAFamilyAndOverridesGoWithTheFlowToo() {
    let flow = InjectionFlow("flow")
    let family = InjectionFamily<Int, Probe>(strategy: .cached(in: flow) { { true } }) { [tally] in
      Probe(tally, "\($0)")
    }
    withOverrideScope(.isolated) {
      _ = family.resolve(1)
      family[1].override(with: Probe(tally, "mock"))
      _ = family.resolve(1)
      #expect(tally.alive == 2)
      flow.clear()
      #expect(tally.alive == 0)
    }
  }
}
