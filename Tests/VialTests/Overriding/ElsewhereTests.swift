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

  @Test(arguments: Strategies.keeping)
  func aRollbackInAScopeForgetsWhatAFactoryOutsideResolvedThere(strategy: InjectionStrategy) {
    let scope = OverrideScope(.isolated)
    let whole = Injection(strategy: strategy) { [tally, part] in
      Probe(tally, "whole", parts: [scope.run { part.resolve() }])
    }
    let token = scope.run { part.override(with: Probe(tally, "mock")) }
    let held = whole.resolve()
    #expect(partName(held) == "mock")

    token.rollback()

    #expect(partName(whole.resolve()) == "part")
    scope.end()
  }

  @Test func soDoesOneOfAConsumerOfThatScope() {
    let scope = OverrideScope(.isolated)
    let token = scope.run { part.override(with: Probe(tally, "mock")) }
    let owner = scope.run { Owner(part) }
    let whole = Injection(strategy: .singleton) { [tally] in
      Probe(tally, "whole", parts: [owner.value])
    }
    #expect(partName(whole.resolve()) == "mock")

    token.rollback()

    #expect(whole.current == nil)
    scope.end()
  }

  /// The consumers keep the mock, and whatever is built with it does not.
  @Test func soDoesOneOfAConsumerThatHasReadBefore() {
    let scope = OverrideScope(.isolated)
    let token = scope.run { part.override(with: Probe(tally, "mock")) }
    let (owner, reference) = scope.run { (Owner(part), Reference(part)) }
    let (held, seen) = (owner.value, reference.value)
    let wholes = [
      Injection(strategy: .singleton) { [tally] in Probe(tally, parts: [owner.value]) },
      Injection(strategy: .singleton) { [tally] in Probe(tally, parts: [reference.value as Any]) },
    ]
    for whole in wholes { #expect(partName(whole.resolve()) == "mock") }

    token.rollback()

    for whole in wholes { #expect(whole.current == nil) }
    #expect(owner.value === held && reference.value === seen)
    scope.end()
  }

  @Test func soDoesAFactoryThatOnlyLooks() {
    let scope = OverrideScope(.isolated)
    let outer = Injection(strategy: .singleton) { [tally, part] in
      Probe(tally, "outer", parts: [scope.run { part.resolve() }])
    }
    let whole = Injection(strategy: .singleton) { [tally, part] in
      Probe(tally, "whole", parts: [scope.run { part.current } as Any])
    }
    let later = Injection(strategy: .singleton) { [tally] in
      Probe(tally, "later", parts: [outer.current as Any])
    }
    let token = scope.run { part.override(with: Probe(tally, "mock")) }
    _ = (scope.run { part.resolve() }, outer.resolve(), whole.resolve(), later.resolve())

    token.rollback()

    #expect(whole.current == nil)
    #expect(outer.current == nil)
    #expect(later.current == nil)
    scope.end()
  }

  /// What is built from it is forgotten too, though it was resolved here alone.
  @Test func soIsWhatWasBuiltFromIt() {
    let scope = OverrideScope(.isolated)
    let whole = Injection(strategy: .singleton) { [tally, part] in
      Probe(tally, "whole", parts: [scope.run { part.resolve() }])
    }
    let later = Injection(strategy: .singleton) { [tally] in
      Probe(tally, "later", parts: [whole.resolve()])
    }
    let unrelated = Injection(strategy: .singleton, instance: Probe(tally, "unrelated"))
    let token = scope.run { part.override(with: Probe(tally, "mock")) }
    _ = (whole.resolve(), later.resolve(), unrelated.resolve())

    token.rollback()

    #expect(whole.current == nil)
    #expect(later.current == nil)
    #expect(unrelated.current != nil)
    scope.end()
  }

  /// The part that resolved there keeps nothing, so what it is a part of has to know.
  @Test func soIsTheWholeOfAnOnDemandPart() {
    let scope = OverrideScope(.isolated)
    let middle = Injection(strategy: .onDemand) { [tally, part] in
      Probe(tally, "middle", parts: [scope.run { part.resolve() }])
    }
    let whole = Injection(strategy: .singleton) { [tally] in
      Probe(tally, "whole", parts: [middle.resolve()])
    }
    let token = scope.run { part.override(with: Probe(tally, "mock")) }
    _ = whole.resolve()

    token.rollback()

    #expect(whole.current == nil)
    scope.end()
  }

  @Test(arguments: [0, 1])
  func whatAFactoryResolvedInTwoScopesIsForgottenByEither(index: Int) {
    let scopes = [OverrideScope(.isolated), OverrideScope(.isolated)]
    let whole = Injection(strategy: .singleton) { [tally, part] in
      Probe(tally, "whole", parts: scopes.map { scope in scope.run { part.resolve() } })
    }
    let tokens = scopes.map { scope in
      scope.run { part.override(with: Probe(tally, "mock")) }
    }
    _ = whole.resolve()

    tokens[index].rollback()

    #expect(whole.current == nil)
    for scope in scopes { scope.end() }
  }

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

  /// What is made for the check belongs to the instance as what its factory took.
  @Test func soIsWhatACheckWasMadeWith() {
    let scope = OverrideScope(.isolated)
    let strategy = InjectionStrategy.cached { [part] in
      let judge = scope.run { part.resolve() }
      return { judge.name == "mock" || judge.name == "part" }
    }
    let whole = Injection(strategy: strategy, instance: Probe(tally, "whole"))
    let token = scope.run { part.override(with: Probe(tally, "mock")) }
    _ = whole.resolve()

    token.rollback()

    #expect(whole.current == nil)
    _ = whole.resolve()
    #expect(whole.current != nil)
    scope.end()
  }

  @Test func soIsWhatACheckHasOverriddenForItself() {
    let scope = OverrideScope(.isolated)
    let tokens = Box<[Override]>([])
    let strategy = InjectionStrategy.cached { [tally, part] in
      let judge = scope.run {
        tokens.content.append(part.override(with: Probe(tally, "mock"), strategy: .onDemand))
        return part.resolve()
      }
      return { !judge.name.isEmpty }
    }
    let whole = Injection(strategy: strategy, instance: Probe(tally, "whole"))
    _ = whole.resolve()

    for token in tokens.content { token.rollback() }

    #expect(whole.current == nil)
    scope.end()
  }

  @Test func aCheckThatRollsBackWhatItWasMadeWithKeepsNothing() {
    let scope = OverrideScope(.isolated)
    let token = scope.run { part.override(with: Probe(tally, "mock")) }
    let strategy = InjectionStrategy.cached { [part] in
      let judge = scope.run { part.resolve() }
      token.rollback()
      return { !judge.name.isEmpty }
    }
    let whole = Injection(strategy: strategy, instance: Probe(tally, "whole"))

    #expect(whole.resolve().name == "whole")

    #expect(whole.current == nil)
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

  @Test(arguments: [false, true])
  func aCheckThatCapturedAMockFromElsewhereGoesAtTheRollback(isSeenByTheFactory: Bool) {
    let scope = OverrideScope(.isolated)
    var token: Override?
    let whole = Injection(
      strategy: .cached {
        let mock = scope.run {
          token = part.override(with: Probe(tally, "mock"))
          return part.resolve()
        }
        return { mock.name == "mock" }
      }
    ) {
      if isSeenByTheFactory { scope.run { _ = part.resolve() } }
      return Probe(tally, "whole")
    }
    _ = whole.resolve()

    token?.rollback()

    #expect(whole.current == nil)
    scope.end()
  }

  @Test func soIsWhatAnObserverGivesTheFactory() {
    let (scope, owner) = (OverrideScope(.isolated), Owner(part))
    let given = Box<Probe?>(nil)
    let observed = Injection(strategy: .onDemand, instance: 1)
    let whole = Injection(strategy: .singleton) { [tally] in
      _ = observed.resolve()
      return Probe(tally, "whole", parts: given.content.map { [$0] } ?? [])
    }
    let token = part.override(with: Probe(tally, "mock"))
    let observation = Injections.observe { event in
      guard case .building(let resolution) = event, resolution.declaration.type == Int.self else {
        return
      }
      given.content = owner.value
    }
    #expect(scope.run { partName(whole.resolve()) } == "mock")
    observation.cancel()

    token.rollback()

    #expect(scope.run { whole.current } == nil)
    scope.end()
  }

  @Test func soIsWhatAnObserverTookThereItself() {
    let scope = OverrideScope(.isolated)
    let given = Box<Probe?>(nil)
    let cleared = Injection(strategy: .singleton, instance: 1)
    let whole = Injection(strategy: .singleton) { [tally] in
      scope.run { cleared.clear() }
      return Probe(tally, "whole", parts: given.content.map { [$0] } ?? [])
    }
    let token = scope.run { part.override(with: Probe(tally, "mock")) }
    scope.run { _ = cleared.resolve() }
    let observation = Injections.observe { [part] event in
      if case .released = event { given.content = part.resolve() }
    }
    #expect(partName(whole.resolve()) == "mock")
    observation.cancel()

    token.rollback()

    #expect(whole.current == nil)
    scope.end()
  }

  @Test(arguments: [0, 1])
  func whatIsBuiltFromWhatHasSomethingOfTwoScopesIsForgottenByBoth(index: Int) {
    let scopes = [OverrideScope(.isolated), OverrideScope(.isolated)]
    let whole = Injection(strategy: .singleton) { [tally, part] in
      Probe(tally, "whole", parts: scopes.map { $0.run { part.resolve() } })
    }
    let outer = Injection(strategy: .singleton) { [tally] in
      Probe(tally, "outer", parts: [whole.resolve()])
    }
    let tokens = scopes.map { scope in scope.run { part.override(with: Probe(tally, "mock")) } }
    _ = whole.resolve()
    _ = outer.resolve()

    tokens[index].rollback()

    #expect(whole.current == nil)
    #expect(outer.current == nil)
    for scope in scopes { scope.end() }
  }

  @Test func anOverrideMadeBeforeWhatIsProvidedTakesTheLifetimeOfThen() {
    let required = Injection<Probe>.required("a probe")
    let family = InjectionFamily<Int, Probe>.required("a probe")

    withOverrideScope(.isolated) {
      required.override(with: Probe(tally))
      family.override(with: { _ in Probe(tally) })
      required.provide(with: Probe(tally), strategy: .onDemand)
      family.provide(with: { _ in Probe(tally) }, strategy: .onDemand)

      #expect(required.resolve() === required.resolve())
      #expect(family.resolve(1) === family.resolve(1))
    }
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
