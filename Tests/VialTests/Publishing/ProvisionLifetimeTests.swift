import Testing
import Vial

/// When the lifetime of what is provided, and of what replaces it, is decided (rules 2 to 4).
@MainActor struct ProvisionLifetimeTests {
  let tally = Tally()
  private let api = Injection<Probe>.required("the API client")

  private static let always = InjectionContext("always") { true }

  @Test func anOverrideBeforeTheProvisionKeepsTheLifetimeThatItWasMadeWith() {
    api.override(with: Probe(tally, "mock"))
    defer { api.rollbackOverride() }
    let before = api.resolve()

    let provision = api.provide(with: Probe(tally), strategy: .onDemand)

    #expect(api.resolve() === before)
    #expect(api.resolve() === api.resolve())
    provision.withdraw()
    #expect(api.resolve() === before)
  }

  @Test func eachProvisionHasALifetimeOfItsOwn() {
    let fresh = api.provide(with: Probe(tally), strategy: .onDemand)
    #expect(api.resolve() !== api.resolve())
    fresh.withdraw()

    let kept = api.provide(with: Probe(tally), strategy: .singleton)
    #expect(api.resolve() === api.resolve())
    kept.withdraw()

    let shared = api.provide(with: Probe(tally), strategy: .shared)
    #expect(api.resolve() === api.resolve())
    #expect(tally.alive == 0)
    shared.withdraw()
  }

  @Test(arguments: Look.allCases)
  fileprivate func aLookDecidesNothing(look: Look) {
    let contextual = api.when(Self.always, instance: Probe(tally, "contextual"))

    look.look(at: contextual)
    contextual.provide(with: Probe(tally), strategy: .onDemand)

    #expect(contextual.resolve().name == "contextual")
    #expect(contextual.resolve() === contextual.resolve())
    #expect(contextual.debugDescription.contains("singleton"))
  }

  @Test(arguments: Look.allCases)
  fileprivate func aLookInAScopeDecidesNothingEither(look: Look) {
    let contextual = api.when(Self.always, instance: Probe(tally, "contextual"))
    contextual.provide(with: Probe(tally), strategy: .singleton)

    withOverrideScope(.isolated) {
      look.look(at: contextual)
      contextual.provide(with: Probe(tally), strategy: .onDemand)
      #expect(contextual.resolve() === contextual.resolve())
    }

    #expect(contextual.resolve() === contextual.resolve())
  }
}

/// A way to look at an injection without resolving it.
private enum Look: CaseIterable {
  case none
  case current
  case description
  case overrides
  case provision

  @MainActor func look(at injection: Injection<Probe>) {
    switch self {
    case .none: break
    case .current: #expect(injection.current == nil)
    case .description: #expect(!injection.debugDescription.isEmpty)
    case .overrides: #expect(!injection.isOverridden && injection.overrideCount == 0)
    case .provision: _ = injection.isProvided
    }
  }
}

/// Providing twice in one place, and needing what nobody provides, stop the program (rule 26).
@MainActor struct ProvisionFaultTests {
  private func message(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  enum Place: CaseIterable, Codable {
    case outside
    case inAnInheritingScope
    case inAnIsolatedScope
    case inAScopeThoughProvidedOutside

    @MainActor func run(_ body: () -> Void) {
      switch self {
      case .outside: body()
      case .inAnIsolatedScope: withOverrideScope(.isolated) { body() }
      case .inAnInheritingScope, .inAScopeThoughProvidedOutside: withOverrideScope { body() }
      }
    }
  }

  @Test(arguments: Place.allCases)
  func providingTwiceInOnePlaceStopsWithBothLines(place: Place) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [place] in
      await MainActor.run {
        let api = Injection<Int>.required("a number", fileID: "Interface/API.swift", line: 7)
        if place == .inAScopeThoughProvidedOutside {
          api.provide(with: 0, fileID: "App/Outside.swift", line: 3)
        }
        place.run {
          api.provide(with: 1, fileID: "App/Root.swift", line: 1)
          _ = api.resolve()
          api.provide(with: 2, fileID: "App/Root.swift", line: 2)
        }
      }
    }

    #expect(message(result).contains("Int (Interface/API.swift:7)"))
    #expect(message(result).contains("App/Root.swift:1"))
    #expect(message(result).contains("App/Root.swift:2"))
    #expect(!message(result).contains("App/Outside.swift"))
  }

  @Test func theLineThatIsNamedIsThatOfTheProvisionInForce() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let api = Injection<Int>.required("a number")
        api.provide(with: 1, fileID: "App/Root.swift", line: 1).withdraw()
        api.provide(with: 2, fileID: "App/Root.swift", line: 2)
        api.provide(with: 3, fileID: "App/Root.swift", line: 3)
      }
    }

    #expect(!message(result).contains("App/Root.swift:1"))
    #expect(message(result).contains("App/Root.swift:2"))
    #expect(message(result).contains("App/Root.swift:3"))
  }

  @Test(arguments: Place.allCases)
  func resolvingWhatWasWithdrawnStops(place: Place) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [place] in
      await MainActor.run {
        let api = Injection<Int>.required("a number", fileID: "Interface/API.swift", line: 7)
        let provision = api.provide(with: 1)
        place.run {
          _ = api.resolve()
          provision.withdraw()
          _ = api.resolve()
        }
      }
    }

    #expect(message(result).contains("Int (Interface/API.swift:7) is required"))
    #expect(message(result).contains("nothing was provided: a number"))
  }
}

/// What is withdrawn while it is being built (rules 17 and 26).
@MainActor struct ProvisionWithdrawnTests {
  @Test func anInstanceThatWithdrawsItselfIsNotKept() {
    let tally = Tally()
    let api = Injection<Probe>.required("a probe")
    let token = Box<Provision?>(nil)
    let flow = InjectionFlow("flow")
    let live = Injection<Probe>(strategy: .onDemand) {
      token.content?.withdraw()
      return Probe(tally)
    }
    token.content = api.provide(with: live.resolve(), strategy: .flow(flow))

    withOverrideScope {
      _ = api.resolve()
      #expect(tally.built == 1)
      #expect(tally.alive == 0)
    }

    #expect(!api.isProvided)
  }

}
