import Testing
import Vial

/// Providing again in the same scope replaces the implementation of a required injection.
///
/// The instances of the replaced implementation are evicted. Instances that captured them stay.
@MainActor struct ProvisionReplacementTests {
  let counter = InstanceCounter()
  private let api = Injection<CountedObject>.required("the API client")

  @discardableResult private func provide(_ name: String, _ strategy: InjectionStrategy = .singleton) -> Provision {
    let counter = counter
    return api.provide(with: CountedObject(counter, name), strategy: strategy)
  }

  @Test func providingAgainInAScopeReplacesTheImplementationOfThatScope() {
    for scope in [OverrideScope.global] + OverrideScope.Kind.all.map({ OverrideScope($0) }) {
      // Implementations of the global scope are visible in the other scopes.
      let outside = scope.isGlobal ? nil : provide("outside")
      let instance = outside == nil ? nil : api.resolve()
      scope.run {
        let first = provide("first")
        expectEqual(api.resolve().name, "first", "\(scope)")

        let second = provide("second")
        expect(api.isProvided, "\(scope)")
        expect(api.current == nil, "\(scope)")
        expectEqual(counter.alive, outside == nil ? 0 : 1, "\(scope)")
        expect(!first.withdraw(), "\(scope)")
        expectEqual(api.resolve().name, "second", "\(scope)")
        expect(api.resolve() === api.resolve(), "\(scope)")

        expect(second.withdraw(), "\(scope)")
        expect(!second.withdraw(), "\(scope)")
        expect(!first.withdraw(), "\(scope)")
        expect(!api.withdraw(), "\(scope)")
        expectEqual(api.isProvided, outside != nil, "\(scope)")
        if outside != nil { expectEqual(api.resolve().name, "outside", "\(scope)") }
        provide("third")
      }
      if let outside {
        expect(api.resolve() === instance, "\(scope)")
        expect(outside.withdraw(), "\(scope)")
        scope.end()
      } else {
        expect(api.withdraw())
      }
    }
  }

  @Test(arguments: Strategies.all)
  func instancesOfAReplacedImplementationAreReleasedInEveryScope(strategy: InjectionStrategy) {
    provide("first", strategy)
    let scopes = OverrideScope.Kind.all.map { OverrideScope($0) }
    for scope in scopes { scope.run { expectEqual(api.resolve().name, "first") } }

    provide("second", strategy)

    expectEqual(counter.alive, 0)
    for scope in scopes {
      scope.run {
        expect(api.current == nil)
        expectEqual(api.resolve().name, "second")
      }
      scope.end()
    }
  }

  @Test func capturedInstancesOfAReplacedImplementationStay() {
    let whole = Injection(strategy: .singleton) { [api, counter] in
      CountedObject(counter, "whole", parts: [api.resolve()])
    }
    provide("first", .shared)
    let owner = Owner(api)
    let held = owner.value
    let before = whole.resolve()

    provide("second", .shared)

    expect(whole.resolve() === before)
    expect(before.parts.first as? CountedObject === held)
    expect(owner.value === held)
    expectEqual(api.resolve().name, "second", "A replaced instance that is alive is not reused.")
    owner.reset()
    expectEqual(owner.value.name, "second")
  }

  @Test func anotherInjectionCanReplaceTheImplementation() {
    let live = Injection(strategy: .singleton, instance: CountedObject(counter, "live"))
    let first = provide("first")
    _ = api.resolve()

    let second = api.provide(with: live)
    expect(!first.withdraw())
    expect(api.resolve() === live.resolve())
    provide("third")

    expect(!second.withdraw())
    expectEqual(api.resolve().name, "third")
    expectEqual(live.current?.name, "live")
  }
}
