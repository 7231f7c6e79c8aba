import Testing
import Vial

/// Whether an injection that forwards to others has an implementation (rules 14 and 25).
@MainActor struct ProvisionForwardingTests {
  private let api = Injection<String>.required("an API")
  private let other = Injection<String>.required("another API")

  @Test func requirementThatForwardsIsProvidedIfItsTargetIs() {
    api.provide(with: other)
    expect(!api.isProvided)

    let provision = other.provide(with: "provided")
    expect(api.isProvided)
    provision.withdraw()
    expect(!api.isProvided)

    other.override(with: "mock")
    expect(api.isProvided)
    other.rollbackOverride()
    api.withdraw()
  }

  @Test func overriddenRequirementIsProvidedIfTheInjectionItIsOverriddenWithIs() {
    api.provide(with: "provided")
    let token = api.override(with: other)
    expect(!api.isProvided)

    withOverrideScope {
      other.provide(with: "provided in a scope")
      expect(api.isProvided)
    }
    expect(!api.isProvided)

    token.rollback()
    expect(api.isProvided)
    api.withdraw()
  }

  @Test(arguments: [1, 2, 50]) func chainOfForwardsIsProvidedIfItsEndIs(length: Int) {
    let injections = (0..<length).map { _ in Injection<String>.required("a link") } + [other]
    for index in 0..<length { injections[index].provide(with: injections[index + 1]) }
    expect(injections.allSatisfy { !$0.isProvided })

    other.provide(with: "provided")

    expect(injections.allSatisfy { $0.isProvided })
    expectEqual(injections[0].resolve(), "provided")
  }

  @Test(arguments: [1, 2, 3, 50]) func injectionsThatForwardToEachOtherAreNotProvided(length: Int) {
    let injections = (0..<length).map { _ in Injection<String>.required("a link") }
    for index in 0..<length { injections[index].provide(with: injections[(index + 1) % length]) }
    api.provide(with: injections[0])

    expect(injections.allSatisfy { !$0.isProvided })
    expect(!api.isProvided)

    injections[length - 1].override(with: "mock")
    expect(injections.allSatisfy { $0.isProvided })
    expect(api.isProvided)
    injections[length - 1].rollbackOverride()
    for injection in injections { injection.withdraw() }
  }

  @Test func forwardToAnInjectionThatIsNotRequiredIsProvided() {
    let live = Injection(strategy: .singleton, instance: "live")
    api.provide(with: live)
    expect(api.isProvided)

    live.override(with: other)
    expect(!api.isProvided)
    expect(live.isProvided)
    live.rollbackOverride()
    api.withdraw()
  }

  @Test func forwardThroughTheKeyOfAFamilyIsProvidedIfTheKeyIs() {
    let family = InjectionFamily<Int, String>(strategy: .onDemand) { "live \($0)" }
    let mocks = InjectionFamily<Int, String>(strategy: .onDemand) { "mock \($0)" }
    api.provide(with: family[1])
    family.override(with: mocks)
    expect(api.isProvided)

    mocks[1].override(with: other)
    expect(!api.isProvided)
    mocks[2].override(with: other)
    mocks[1].rollbackOverride()
    expect(api.isProvided)

    mocks.override(with: family)
    expect(!api.isProvided)
    mocks.rollbackOverride()
    family.rollbackOverride()
    mocks[2].rollbackOverride()
    api.withdraw()
  }

  @Test func targetWithAnActiveContextIsAnImplementation() {
    let context = InjectionContext("context") { true }
    let withContext = Injection<String>.required("an API").when(context, instance: "sample")
    api.provide(with: withContext)

    expect(api.isProvided)
    expectEqual(api.resolve(), "sample")
    api.withdraw()
  }

  @Test func inspectingBuildsNothing() {
    let counter = InstanceCounter()
    let live = Injection(strategy: .singleton, instance: Sample(counter).name)
    api.provide(with: live)

    expect(api.isProvided)
    expectEqual(counter.built, 0)
    api.withdraw()
  }

  @Test func sealStopsIfTheTargetOfAForwardHasNoImplementation() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let api = Injection<Int>.required("the API", fileID: "App/API.swift", line: 1)
        let other = Injection<Int>.required("another API", fileID: "App/API.swift", line: 2)
        let itself = Injection<Int>.required("a number", fileID: "App/API.swift", line: 3)
        api.provide(with: other)
        itself.provide(with: itself)
        Overrides.seal(requiring: api, itself, fileID: "App/Main.swift", line: 9)
      }
    }

    expect(
      standardError(of: result).hasPrefix(
        """
        App/Main.swift:9: Fatal error: Not every required injection has an implementation.

            Int (App/API.swift:1): the API
            Int (App/API.swift:3): a number

        - Call provide(with:strategy:) on each of them before Overrides.seal(requiring:).
        """
      )

    )
  }

  @Test func sealAcceptsAForwardToAnImplementation() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let api = Injection<Int>.required("the API")
        let other = Injection<Int>.required("another API")
        api.provide(with: other)
        other.provide(with: 1)
        Overrides.seal(requiring: api)
        precondition(api.resolve() == 1)
      }
    }
  }

  @Test(arguments: [false, true]) func endOfAChainOfForwardsDecidesWhetherItsBeginningIsProvided(isProvided: Bool) {
    let chain = (0..<2_000).map { Injection<Int>.required("number \($0)") }
    for (injection, next) in zip(chain, chain.dropFirst()) { injection.provide(with: next) }
    if isProvided { chain.last?.provide(with: 1) }

    expectEqual(chain.first?.isProvided, isProvided)
  }

  @Test(arguments: 0..<12) func circleBehindAChainOfForwardsProvidesNothing(start: Int) {
    let chain = (0..<12).map { Injection<Int>.required("number \($0)") }
    for (injection, next) in zip(chain, chain.dropFirst()) { injection.provide(with: next) }
    chain.last?.provide(with: chain[start])

    expect(chain.allSatisfy { !$0.isProvided })
  }
}
