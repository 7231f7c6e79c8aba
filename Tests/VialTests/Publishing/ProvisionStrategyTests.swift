import Testing
import Vial

/// The strategy of a provided implementation and of an override of a required injection (rule 12).
@MainActor struct ProvisionStrategyTests {
  let counter = InstanceCounter()
  private let api = Injection<CountedObject>.required("the API client")

  private static let always = InjectionContext("always") { true }

  @Test func overrideKeepsItsStrategyWhenAnImplementationIsProvided() {
    api.override(with: CountedObject(counter, "mock"))
    defer { api.rollbackOverride() }
    let before = api.resolve()

    let provision = api.provide(with: CountedObject(counter), strategy: .onDemand)

    expect(api.resolve() === before)
    expect(api.resolve() === api.resolve())
    provision.withdraw()
    expect(api.resolve() === before)
  }

  @Test func eachProvidedImplementationHasItsOwnStrategy() {
    let fresh = api.provide(with: CountedObject(counter), strategy: .onDemand)
    expect(api.resolve() !== api.resolve())
    fresh.withdraw()

    let kept = api.provide(with: CountedObject(counter), strategy: .singleton)
    expect(api.resolve() === api.resolve())
    kept.withdraw()

    let shared = api.provide(with: CountedObject(counter), strategy: .shared)
    expect(api.resolve() === api.resolve())
    expectEqual(counter.alive, 0)
    shared.withdraw()
  }

  @Test(arguments: Inspection.allCases)
  fileprivate func inspectingARequiredInjectionDoesNotAffectItsStrategy(inspection: Inspection) {
    let contextual = api.when(Self.always, instance: CountedObject(counter, "contextual"))

    inspection.inspect(contextual)
    contextual.provide(with: CountedObject(counter), strategy: .onDemand)

    expectEqual(contextual.resolve().name, "contextual")
    expect(contextual.resolve() === contextual.resolve())
    expect(contextual.debugDescription.contains("singleton"))
  }

  @Test(arguments: Inspection.allCases)
  fileprivate func inspectingARequiredInjectionInAScopeDoesNotAffectItsStrategy(inspection: Inspection) {
    let contextual = api.when(Self.always, instance: CountedObject(counter, "contextual"))
    contextual.provide(with: CountedObject(counter), strategy: .singleton)

    withOverrideScope(.isolated) {
      inspection.inspect(contextual)
      contextual.provide(with: CountedObject(counter), strategy: .onDemand)
      expect(contextual.resolve() === contextual.resolve())
    }

    expect(contextual.resolve() === contextual.resolve())
  }
}

/// A way to inspect an injection without resolving it.
private enum Inspection: CaseIterable {
  case none
  case current
  case description
  case overrides
  case provision

  @MainActor func inspect(_ injection: Injection<CountedObject>) {
    switch self {
    case .none: break
    case .current: expect(injection.current == nil)
    case .description: expect(!injection.debugDescription.isEmpty)
    case .overrides: expect(!injection.isOverridden && injection.overrideCount == 0)
    case .provision: _ = injection.isProvided
    }
  }
}
