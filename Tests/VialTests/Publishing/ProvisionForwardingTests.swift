import Testing
import Vial

/// Whether an injection that forwards to others has an implementation (rules 14 and 25).
///
/// Seals: see `OverridesSealTests`.
@MainActor struct ProvisionForwardingTests {
  private let api = Injection<String>.required("an API")
  private let other = Injection<String>.required("another API")

  private func requirements(_ count: Int) -> [Injection<String>] {
    (0..<count).map { _ in Injection<String>.required("a link") }
  }

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
  }

  @Test func targetThatNeedsNoImplementationProvides() {
    let counter = InstanceCounter()
    let live = Injection(strategy: .singleton, instance: Sample(counter).name)
    api.provide(with: live)
    expect(api.isProvided)
    expectEqual(counter.built, 0, "`isProvided` builds nothing.")

    live.override(with: other)
    expect(!api.isProvided)
    expect(live.isProvided)

    let context = InjectionContext("context") { true }
    api.provide(with: Injection<String>.required("an API").when(context, instance: "sample"))
    expect(api.isProvided)
    expectEqual(api.resolve(), "sample")
  }

  @Test func endOfAChainOfForwardsDecidesWhetherItIsProvided() {
    for length in [1, 2, 50, 2_000] {
      let chain = requirements(length + 1)
      for (link, next) in zip(chain, chain.dropFirst()) { link.provide(with: next) }
      let inspected = [chain[0], chain[length / 2], chain[length]]
      expect(!inspected.contains { $0.isProvided }, "\(length)")

      chain[length].provide(with: "provided")

      expect(inspected.allSatisfy { $0.isProvided }, "\(length)")
      if length == 50 { expectEqual(chain[0].resolve(), "provided") }
    }
  }

  @Test func circleOfForwardsProvidesNothing() {
    for (length, start) in [(1, 0), (2, 0), (2, 1), (3, 0), (50, 0)] + (0..<12).map({ (12, $0) }) {
      let chain = requirements(length)
      for (link, next) in zip(chain, chain.dropFirst()) { link.provide(with: next) }
      chain[length - 1].provide(with: chain[start])
      expect(!chain.contains { $0.isProvided }, "a circle of \(length - start) behind \(start)")

      chain[length - 1].override(with: "mock")
      expect(chain.allSatisfy { $0.isProvided }, "a circle of \(length - start) behind \(start), overridden")
      chain[length - 1].rollbackOverride()
      for link in chain { link.withdraw() }
    }
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
  }
}
