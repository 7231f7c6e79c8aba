import Testing
import Vial

/// Providing and withdrawing implementations (rules 18, 20, 25 and 27).
@MainActor struct ProvisionTests {
  private nonisolated static let kinds = [OverrideScope.Kind.inheriting, .isolated]

  let counter = InstanceCounter()
  private let api = Injection<CountedObject>.required("the API client")

  // MARK: Providing and withdrawing

  @Test func implementationCanBeWithdrawnOnce() {
    expect(!api.isProvided)
    let provision = api.provide(with: CountedObject(counter), strategy: .shared)
    expect(api.isProvided)
    expectEqual(counter.built, 0)

    expect(provision.withdraw())
    expect(!provision.withdraw())

    expect(!api.isProvided)
    expect(api.current == nil)
  }

  @Test(arguments: Strategies.all)
  func implementationCanBeProvidedAgainAfterAWithdrawal(strategy: InjectionStrategy) {
    for turn in 1...3 {
      let provision = api.provide(with: CountedObject(counter, "\(turn)"), strategy: strategy)
      expectEqual(api.resolve().name, "\(turn)")
      expect(provision.withdraw())
    }

    let last = api.provide(with: CountedObject(counter, "last"))
    expectEqual(api.resolve().name, "last")
    expectEqual(counter.alive, 1)
    last.withdraw()
  }

  @Test func implementationWithdrawnByItsFactoryCannotBeWithdrawnAgain() {
    let box = Box<Provision?>(nil)
    let withdrawn = Box<[Bool?]>([])
    let (api, counter) = (api, counter)
    @MainActor func first() -> CountedObject {
      withdrawn.content.append(box.content?.withdraw())
      api.provide(with: CountedObject(counter, "second"))
      withdrawn.content.append(box.content?.withdraw())
      return CountedObject(counter, "first")
    }
    box.content = api.provide(with: first())

    expectEqual(api.resolve().name, "first")

    expectEqual(withdrawn.content, [true, false])
    expectEqual(api.resolve().name, "second")
  }

  @Test func tokenDoesNotWithdrawALaterImplementation() {
    let first = api.provide(with: CountedObject(counter, "first"))
    first.withdraw()
    let second = api.provide(with: CountedObject(counter, "second"))

    expect(!first.withdraw())

    expectEqual(api.resolve().name, "second")
    expect(second.withdraw())
  }

  @Test(arguments: Strategies.retaining)
  func withdrawalEvictsOnlyTheInstanceOfTheImplementation(strategy: InjectionStrategy) {
    let other = Injection(strategy: strategy, instance: CountedObject(counter, "other"))
    let provision = api.provide(with: CountedObject(counter), strategy: strategy)
    let before = other.resolve()
    _ = api.resolve()
    expectEqual(counter.alive, 2)

    provision.withdraw()

    expectEqual(counter.alive, 1)
    expect(other.resolve() === before)
  }

  @Test func singletonKeepsTheWithdrawnInstanceThatItCaptured() {
    let whole = Injection(
      strategy: .singleton,
      instance: CountedObject(counter, "whole", parts: [api.resolve()])
    )
    let provision = api.provide(with: CountedObject(counter, "first"))
    let before = whole.resolve()

    provision.withdraw()
    api.provide(with: CountedObject(counter, "second"))

    expect(whole.resolve() === before)
    expectEqual(api.resolve().name, "second")
  }

  @Test func consumerKeepsTheInstanceOfAWithdrawnImplementation() {
    let owner = Owner(api)
    let provision = api.provide(with: CountedObject(counter, "first"))
    let held = owner.value

    provision.withdraw()
    api.provide(with: CountedObject(counter, "second"))

    expect(owner.value === held)
    owner.reset()
    expectEqual(owner.value.name, "second")
  }

  @Test func providingInjectionKeepsItsInstanceAfterTheWithdrawal() {
    let live = Injection(strategy: .singleton, instance: CountedObject(counter, "live"))
    let provision = api.provide(with: live)
    let instance = api.resolve()

    expect(provision.withdraw())

    expect(live.resolve() === instance)
    expect(!api.isProvided)
    expect(api.provide(with: live).withdraw())
  }

  @Test func deinitializerDuringTheWithdrawalCanProvideAgain() {
    let session = Injection<Any>.required("a session")
    let provision = session.provide(with: OnDeinit { session.provide(with: "next") })
    _ = session.resolve()

    expect(provision.withdraw())

    expectEqual(session.resolve() as? String, "next")
  }

  @Test func overrideStaysInForceThroughProvidingAndWithdrawing() {
    api.override(with: CountedObject(counter, "mock"))
    defer { api.rollbackOverride() }

    let provision = api.provide(with: CountedObject(counter))
    expectEqual(api.resolve().name, "mock")
    expect(api.isProvided)
    provision.withdraw()

    expectEqual(api.resolve().name, "mock")
    expect(api.isProvided)
  }

  // MARK: isProvided

  @Test func overriddenRequirementIsProvidedUntilTheRollback() {
    expect(!api.isProvided)

    let token = api.override(with: CountedObject(counter, "mock"))
    expect(api.isProvided)
    token.rollback()

    expect(!api.isProvided)
    expectEqual(counter.built, 0)
  }

  @Test(arguments: kinds)
  func requirementOverriddenInAScopeIsProvidedInThatScope(kind: OverrideScope.Kind) {
    withOverrideScope(kind) {
      api.override(with: CountedObject(counter, "mock"))
      expect(api.isProvided)
    }

    expect(!api.isProvided)
  }

  // MARK: Withdrawing without the token

  @Test func withdrawAffectsOnlyTheImplementationOfTheCurrentScope() {
    let outside = api.provide(with: CountedObject(counter, "outside"))

    withOverrideScope {
      expect(!api.withdraw())
      api.provide(with: CountedObject(counter, "inside"))
      expect(api.withdraw())
      expect(!api.withdraw())
      expectEqual(api.resolve().name, "outside")
    }
    expect(api.withdraw())

    expect(!outside.withdraw())
    expect(!api.isProvided)
    api.provide(with: CountedObject(counter, "again"))
    expectEqual(api.resolve().name, "again")
  }

  @Test func closureCanProvideTheImplementation() {
    let probe = Injection(strategy: .shared, instance: CountedObject(counter))
    api.provide(strategy: .onDemand) { probe.resolve() }
    let text = Injection<String>.required("a text")
    text.provide {
      let number = 1
      return "\(number)"
    }

    expectEqual(text.resolve(), "1")
    do {
      let first = api.resolve()
      expect(first === probe.current)
    }
    // The instance is cached by the other injection only.
    expect(probe.current == nil)
    expectEqual(api.resolve().serial, 2)
  }

  // MARK: Scopes

  @Test(arguments: kinds, [true, false])
  func compositionRootCanRunInManyScopes(kind: OverrideScope.Kind, isProvidedOutside: Bool) {
    if isProvidedOutside { api.provide(with: CountedObject(counter, "outside")) }

    for turn in 1...5 {
      withOverrideScope(kind) {
        api.provide(with: CountedObject(counter, "\(turn)"))
        expect(api.isProvided)
        expectEqual(api.resolve().name, "\(turn)")
        expect(api.resolve() === api.resolve())
      }
      expectEqual(api.isProvided, isProvidedOutside)
    }

    expect(api.current == nil)
    expectEqual(counter.alive, 0)
    if isProvidedOutside { expectEqual(api.resolve().name, "outside") }
  }

  @Test(arguments: kinds)
  func implementationProvidedOutsideIsVisibleInside(kind: OverrideScope.Kind) {
    api.provide(with: CountedObject(counter))
    let outside = api.resolve()

    withOverrideScope(kind) {
      expect(api.isProvided)
      let inside = api.resolve()
      expect((inside === outside) == (kind == .inheriting))
      expect(api.resolve() === inside)
    }

    expect(api.resolve() === outside)
  }

  @Test func scopeWithoutAnImplementationUsesTheOuterImplementation() {
    withOverrideScope {
      let outer = OverrideScope.current
      let first = api.provide(with: CountedObject(counter, "outer"))
      withOverrideScope {
        expectEqual(api.resolve().name, "outer")
        let second = api.provide(with: CountedObject(counter, "inner"))
        expectEqual(api.resolve().name, "inner")
        expectEqual(outer.run { api.resolve().name }, "outer")
        expect(second.withdraw())
        expectEqual(api.resolve().name, "outer")
        expect(first.withdraw())
        expect(!api.isProvided)
      }
      expect(!api.isProvided)
    }
  }

  @Test func withdrawalFromAnInnerScopeReleasesTheInstanceOutside() {
    let provision = api.provide(with: CountedObject(counter))

    withOverrideScope {
      _ = api.resolve()
      expectEqual(counter.alive, 1)
      expect(provision.withdraw())
      expect(!api.isProvided)
      expectEqual(counter.alive, 0)
    }

    expect(!api.isProvided)
  }

  @Test(arguments: kinds)
  func implementationOfAnEndedScopeStaysInForceForItsConsumers(kind: OverrideScope.Kind) {
    api.provide(with: CountedObject(counter, "outside"))
    let (owner, scope, provision) = withOverrideScope(kind) {
      let provision = api.provide(with: CountedObject(counter, "inside"))
      return (Owner(api), OverrideScope.current, provision)
    }

    expect(!provision.withdraw())

    expectEqual(owner.value.name, "inside")
    expectEqual(scope.run { api.isProvided }, true)
    expect(scope.run { api.resolve() } === owner.value)
    expectEqual(api.resolve().name, "outside")
  }

  @Test func implementationProvidedInAScopeSeesOverridesOfItsInjection() {
    let live = Injection(strategy: .singleton, instance: CountedObject(counter, "live"))

    withOverrideScope(.isolated) {
      api.provide(with: live)
      expect(api.resolve() === live.resolve())
      live.override(with: CountedObject(counter, "mock"))
      expectEqual(api.resolve().name, "mock")
    }

    expectEqual(counter.alive, 0)
    expect(!api.isProvided)
  }

  @Test func decoratorReceivesTheImplementationOfItsScope() {
    api.provide(with: CountedObject(counter, "outside"))

    withOverrideScope {
      api.override(
        with: { CountedObject(counter, "around \($0.resolve().name)") },
        strategy: .onDemand
      )
      expectEqual(api.resolve().name, "around outside")
      let provision = api.provide(with: CountedObject(counter, "inside"))
      expectEqual(api.resolve().name, "around inside")
      provision.withdraw()
      expectEqual(api.resolve().name, "around outside")
    }
  }

  @Test func providedImplementationIsNotCountedAsAnOverride() {
    api.provide(with: CountedObject(counter, "outside"))
    api.override(with: CountedObject(counter, "mock"))

    expectEqual(api.overrideCount, 1)
    withOverrideScope {
      api.provide(with: CountedObject(counter, "inside"))
      api.override(with: CountedObject(counter, "mock inside"))
      expectEqual(api.overrideCount, 2)
    }
    api.rollbackOverride()
    expectEqual(api.overrideCount, 0)
  }
}

/// Resolving a required injection after a withdrawal stops the program (rule 25).
@MainActor struct WithdrawnProvisionTests {
  enum ProvisionScope: CaseIterable, Codable {
    case globalScope, inheritingScope, freshScope, isolatedScope

    @MainActor func run(_ body: @MainActor () -> Void) {
      switch self {
      case .globalScope: body()
      case .inheritingScope: withOverrideScope(.inheriting, body)
      case .freshScope: withOverrideScope(.fresh, body)
      case .isolatedScope: withOverrideScope(.isolated, body)
      }
    }
  }

  @Test(arguments: ProvisionScope.allCases)
  func resolvingAfterAWithdrawalStopsInEveryScope(scope: ProvisionScope) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [scope] in
      await MainActor.run {
        let api = Injection<Int>.required("a number", fileID: "Interface/API.swift", line: 7)
        let provision = api.provide(with: 1)
        scope.run {
          _ = api.resolve()
          provision.withdraw(fileID: "App/SignOut.swift", line: 3)
          _ = api.resolve()
        }
      }
    }

    expect(
      standardError(of: result).contains(
        """
        Int (Interface/API.swift:7) is required, and no implementation was provided.

            Needed: a number
            Withdrawn at: App/SignOut.swift:3

        """
      )

    )
  }

  @Test func instanceBuiltDuringTheWithdrawalIsNotCached() {
    let counter = InstanceCounter()
    let api = Injection<CountedObject>.required("an object")
    let token = Box<Provision?>(nil)
    let flow = InjectionFlow("flow")
    let live = Injection<CountedObject>(strategy: .onDemand) {
      token.content?.withdraw()
      return CountedObject(counter)
    }
    token.content = api.provide(with: live.resolve(), strategy: .flow(flow))

    withOverrideScope {
      _ = api.resolve()
      expectEqual(counter.built, 1)
      expectEqual(counter.alive, 0)
    }

    expect(!api.isProvided)
  }
}
