import Testing
import Vial

/// The strategy of a provided implementation and of an override of a required injection (rule 12).
@MainActor struct ProvisionLifetimeTests {
  let counter = InstanceCounter()
  private let api = Injection<CountedObject>.required("the API client")

  private static let always = InjectionContext("always") { true }

  @Test func overrideKeepsItsStrategyWhenAnImplementationIsProvided() {
    api.override(with: CountedObject(counter, "mock"))
    defer { api.rollbackOverride() }
    let before = api.resolve()

    let provision = api.provide(with: CountedObject(counter), strategy: .onDemand)

    #expect(api.resolve() === before)
    #expect(api.resolve() === api.resolve())
    provision.withdraw()
    #expect(api.resolve() === before)
  }

  @Test func eachProvidedImplementationHasItsOwnStrategy() {
    let fresh = api.provide(with: CountedObject(counter), strategy: .onDemand)
    #expect(api.resolve() !== api.resolve())
    fresh.withdraw()

    let kept = api.provide(with: CountedObject(counter), strategy: .singleton)
    #expect(api.resolve() === api.resolve())
    kept.withdraw()

    let shared = api.provide(with: CountedObject(counter), strategy: .shared)
    #expect(api.resolve() === api.resolve())
    #expect(counter.alive == 0)
    shared.withdraw()
  }

  @Test(arguments: Look.allCases)
  fileprivate func inspectingARequiredInjectionDoesNotAffectItsStrategy(look: Look) {
    let contextual = api.when(Self.always, instance: CountedObject(counter, "contextual"))

    look.look(at: contextual)
    contextual.provide(with: CountedObject(counter), strategy: .onDemand)

    #expect(contextual.resolve().name == "contextual")
    #expect(contextual.resolve() === contextual.resolve())
    #expect(contextual.debugDescription.contains("singleton"))
  }

  @Test(arguments: Look.allCases)
  fileprivate func inspectingARequiredInjectionInAScopeDoesNotAffectItsStrategy(look: Look) {
    let contextual = api.when(Self.always, instance: CountedObject(counter, "contextual"))
    contextual.provide(with: CountedObject(counter), strategy: .singleton)

    withOverrideScope(.isolated) {
      look.look(at: contextual)
      contextual.provide(with: CountedObject(counter), strategy: .onDemand)
      #expect(contextual.resolve() === contextual.resolve())
    }

    #expect(contextual.resolve() === contextual.resolve())
  }
}

/// A way to inspect an injection without resolving it.
private enum Look: CaseIterable {
  case none
  case current
  case description
  case overrides
  case provision

  @MainActor func look(at injection: Injection<CountedObject>) {
    switch self {
    case .none: break
    case .current: #expect(injection.current == nil)
    case .description: #expect(!injection.debugDescription.isEmpty)
    case .overrides: #expect(!injection.isOverridden && injection.overrideCount == 0)
    case .provision: _ = injection.isProvided
    }
  }
}

/// Resolving a required injection after a withdrawal stops the program (rule 25).
@MainActor struct WithdrawnProvisionTests {
  enum Place: CaseIterable, Codable {
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

  @Test(arguments: Place.allCases)
  func resolvingAfterAWithdrawalStopsInEveryScope(place: Place) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [place] in
      await MainActor.run {
        let api = Injection<Int>.required("a number", fileID: "Interface/API.swift", line: 7)
        let provision = api.provide(with: 1)
        place.run {
          _ = api.resolve()
          provision.withdraw(fileID: "App/SignOut.swift", line: 3)
          _ = api.resolve()
        }
      }
    }

    #expect(
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
      #expect(counter.built == 1)
      #expect(counter.alive == 0)
    }

    #expect(!api.isProvided)
  }
}
