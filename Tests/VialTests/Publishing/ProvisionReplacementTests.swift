import Testing
import Vial

/// Providing again in the same scope replaces the implementation of a required injection.
///
/// The instances of the replaced implementation are evicted. Instances that captured them stay.
@MainActor struct ProvisionReplacementTests {
  /// Where an implementation is provided twice.
  enum ProvisionScope: CaseIterable {
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

  let counter = InstanceCounter()
  private let api = Injection<CountedObject>.required("the API client")

  @Test(arguments: ProvisionScope.allCases)
  func providingAgainReplacesTheImplementation(scope: ProvisionScope) {
    scope.run {
      api.provide(with: CountedObject(counter, "first"))
      expectEqual(api.resolve().name, "first")

      api.provide(with: CountedObject(counter, "second"))

      expect(api.isProvided)
      expect(api.current == nil)
      expectEqual(counter.alive, 0)
      expectEqual(api.resolve().name, "second")
      expect(api.resolve() === api.resolve())
    }
  }

  @Test(arguments: ProvisionScope.allCases)
  func tokenOfAReplacedImplementationWithdrawsNothing(scope: ProvisionScope) {
    scope.run {
      let first = api.provide(with: CountedObject(counter, "first"))
      let second = api.provide(with: CountedObject(counter, "second"))

      expect(!first.withdraw())
      expectEqual(api.resolve().name, "second")
      expect(second.withdraw())
      expect(!second.withdraw())
      expect(!first.withdraw())
    }
  }

  @Test(arguments: ProvisionScope.allCases)
  func withdrawalDoesNotRestoreTheReplacedImplementation(scope: ProvisionScope) {
    scope.run {
      api.provide(with: CountedObject(counter, "first"))
      api.provide(with: CountedObject(counter, "second"))

      expect(api.withdraw())

      expect(!api.isProvided)
      expect(!api.withdraw())
    }
  }

  @Test(arguments: OverrideScope.Kind.all)
  func withdrawalInAScopeRestoresTheImplementationOutside(kind: OverrideScope.Kind) {
    api.provide(with: CountedObject(counter, "outside"))
    let outside = api.resolve()

    withOverrideScope(kind) {
      api.provide(with: CountedObject(counter, "first"))
      api.provide(with: CountedObject(counter, "second"))
      expectEqual(api.resolve().name, "second")
      expect(api.withdraw())
      expectEqual(api.resolve().name, "outside")
    }

    expect(api.resolve() === outside)
  }

  @Test(arguments: Strategies.all)
  func instancesOfAReplacedImplementationAreReleasedInEveryScope(strategy: InjectionStrategy) {
    let kinds: [OverrideScope.Kind] = [.inheriting, .fresh, .isolated]
    api.provide(with: CountedObject(counter, "first"), strategy: strategy)
    let scopes = kinds.map { OverrideScope($0) }
    for scope in scopes { scope.run { expectEqual(api.resolve().name, "first") } }

    api.provide(with: CountedObject(counter, "second"), strategy: strategy)

    expectEqual(counter.alive, 0)
    for scope in scopes {
      scope.run {
        expect(api.current == nil)
        expectEqual(api.resolve().name, "second")
      }
      scope.end()
    }
  }

  @Test func liveSharedInstanceOfAReplacedImplementationIsNotReused() {
    api.provide(with: CountedObject(counter, "first"), strategy: .shared)
    let first = api.resolve()

    api.provide(with: CountedObject(counter, "second"), strategy: .shared)

    expectEqual(api.resolve().name, "second")
    expectEqual(first.name, "first")
  }

  @Test func singletonKeepsTheReplacedInstanceThatItCaptured() {
    let whole = Injection(
      strategy: .singleton,
      instance: CountedObject(counter, "whole", parts: [api.resolve()])
    )
    api.provide(with: CountedObject(counter, "first"))
    let before = whole.resolve()

    api.provide(with: CountedObject(counter, "second"))

    expect(whole.resolve() === before)
    expectEqual((before.parts.first as? CountedObject)?.name, "first")
    expectEqual(counter.alive, 2)
  }

  @Test func consumerKeepsTheInstanceOfAReplacedImplementation() {
    api.provide(with: CountedObject(counter, "first"))
    let owner = Owner(api)
    let held = owner.value

    api.provide(with: CountedObject(counter, "second"))

    expect(owner.value === held)
    owner.reset()
    expectEqual(owner.value.name, "second")
  }

  @Test(arguments: Strategies.all)
  func instanceBuiltDuringTheReplacementIsReturnedButNotCached(
    strategy: InjectionStrategy
  ) {
    let (api, counter) = (api, counter)
    let replacement = Box<(@MainActor () -> Void)?>(nil)
    api.provide(strategy: strategy) {
      replacement.content.take()?()
      return CountedObject(counter, "first")
    }
    replacement.content = {
      api.provide(with: CountedObject(counter, "second"), strategy: strategy)
    }

    let built = api.resolve()

    expectEqual(built.name, "first")
    expect(api.current == nil)
    expectEqual(api.resolve().name, "second")
  }

  @Test func instanceThatCapturedAReplacedImplementationIsCached() {
    let (api, counter) = (api, counter)
    let whole = Injection<CountedObject>(strategy: .singleton) {
      let part = api.resolve()
      api.provide(with: CountedObject(counter, "second"))
      return CountedObject(counter, "whole", parts: [part])
    }
    api.provide(with: CountedObject(counter, "first"))

    let before = whole.resolve()

    expectEqual((before.parts.first as? CountedObject)?.name, "first")
    expect(whole.resolve() === before)
    expectEqual(api.resolve().name, "second")
  }

  @Test func deinitializerOfAReplacedInstanceSeesTheNewImplementation() {
    let session = Injection<Any>.required("a session")
    let seen = Box<[String]>([])
    session.provide(with: OnDeinit { seen.content.append(session.resolve() as? String ?? "") })
    _ = session.resolve()

    session.provide(with: "second")

    expectEqual(seen.content, ["second"])
  }

  @Test func deinitializerOfAReplacedInstanceCanProvideAgain() {
    let session = Injection<Any>.required("a session")
    session.provide(with: OnDeinit { session.provide(with: "third") })
    _ = session.resolve()

    let second = session.provide(with: "second")

    expectEqual(session.resolve() as? String, "third")
    expect(!second.withdraw())
    expect(session.withdraw())
    expect(!session.isProvided)
  }

  @Test func overrideStaysInForceWhenTheImplementationIsReplaced() {
    api.provide(with: CountedObject(counter, "first"))
    let token = api.override(with: { CountedObject(counter, "mock", parts: [$0.resolve()]) })
    let before = api.resolve()

    api.provide(with: CountedObject(counter, "second"))

    expect(api.resolve() === before)
    expectEqual((before.parts.first as? CountedObject)?.name, "first")
    token.rollback()
    expectEqual(api.resolve().name, "second")
  }

  @Test func providingWithAnotherInjectionReplacesTheImplementation() {
    let live = Injection(strategy: .singleton, instance: CountedObject(counter, "live"))
    let first = api.provide(with: CountedObject(counter, "first"))
    _ = api.resolve()

    let second = api.provide(with: live)
    expect(!first.withdraw())
    expect(api.resolve() === live.resolve())
    api.provide(with: CountedObject(counter, "third"))

    expect(!second.withdraw())
    expectEqual(api.resolve().name, "third")
    expectEqual(live.current?.name, "live")
  }

  @Test(arguments: OverrideScope.Kind.all)
  func providingInAScopeDoesNotReplaceTheImplementationOutside(kind: OverrideScope.Kind) {
    let outer = api.provide(with: CountedObject(counter, "outside"))
    let outside = api.resolve()

    withOverrideScope(kind) {
      api.provide(with: CountedObject(counter, "inside"))
      expectEqual(api.resolve().name, "inside")
    }

    expect(api.resolve() === outside)
    expect(outer.withdraw())
  }

  @Test func replacingAnImplementationReportsTheReleasedInstance() {
    api.provide(with: CountedObject(counter, "first"))
    _ = api.resolve()

    let events = events { api.provide(with: CountedObject(counter, "second")) }

    expectEqual(events.summaries, ["released CountedObject", "withdrawn CountedObject", "provided CountedObject"])
  }

  @Test func providingReportsTheImplementation() {
    let events = events { api.provide(with: CountedObject(counter, "first")) }

    expectEqual(events.summaries, ["provided CountedObject"])
  }
}
