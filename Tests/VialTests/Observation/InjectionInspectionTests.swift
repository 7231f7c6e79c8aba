import Testing
import Vial

/// The description of an injection names the lines that published and overrode it.
@MainActor struct InjectionInspectionTests {
  private let injection = Injection<any Named>(
    strategy: .shared,
    instance: CountedObject(InstanceCounter()),
    fileID: "App/Service.swift",
    line: 12
  )

  @Test func descriptionHasTheDeclarationTheStrategyAndTheCacheState() {
    expectEqual(injection.debugDescription, "any Named (App/Service.swift:12), shared, not cached")
    let held = injection.resolve()
    expectEqual(injection.debugDescription, "any Named (App/Service.swift:12), shared, cached")
    withExtendedLifetime(held) {}

    let flow = InjectionFlow("checkout")
    let names: [(InjectionStrategy, String)] = [
      (.shared, "shared"), (.singleton, "singleton"), (.onDemand, "onDemand"), (.flow(flow), "flow(checkout)"),
      (.cached { { true } }, "cached"), (.cached(in: flow) { { true } }, "cached(in: checkout)"),
      (.expiring(after: .seconds(1)), "expiring(after: 1.0 seconds)"),
      (.expiring(after: .seconds(1), in: flow), "expiring(after: 1.0 seconds, in: checkout)"),
    ]
    for (strategy, name) in names {
      let injection = Injection(strategy: strategy, instance: 1, fileID: "App/A.swift", line: 1)
      expectEqual(injection.debugDescription, "Int (App/A.swift:1), \(name), not cached")
    }
  }

  @Test func descriptionListsTheOverridesOfTheCurrentScopeNewestFirst() {
    let counter = InstanceCounter()
    injection.override(with: Sample(counter), fileID: "Tests/A.swift", line: 1)
    injection.override(with: { _ in Sample(counter) }, strategy: .onDemand, fileID: "Tests/A.swift", line: 2)
    defer { injection.rollbackAllOverrides() }
    expectEqual(
      injection.debugDescription,
      """
      any Named (App/Service.swift:12), shared, not cached
        overridden at Tests/A.swift:2, onDemand
        overridden at Tests/A.swift:1, shared
      """
    )
    expectEqual(counter.built, 0)

    withOverrideScope {
      injection.override(with: Sample(counter), fileID: "Tests/A.swift", line: 3)
      expect(injection.debugDescription.contains("cached\n  overridden at Tests/A.swift:3, shared\n  overridden at"))
    }
    withOverrideScope(.isolated) {
      expectEqual(injection.debugDescription, "any Named (App/Service.swift:12), shared, not cached")
    }
  }

  @Test func descriptionOfAKeyListsTheOverridesOfItsFamily() {
    let family = InjectionFamily<String, Int>(strategy: .singleton, fileID: "App/Family.swift", line: 7) { $0.count }
    expectEqual(family["a"].debugDescription, "Int[a] (App/Family.swift:7), singleton, not cached")

    withOverrideScope(.isolated) {
      family.override(with: { $0.count + 1 }, strategy: .onDemand, fileID: "Tests/A.swift", line: 1)
      family["a"].override(with: 5, fileID: "Tests/A.swift", line: 2)
      family.override(with: { $0.count + 2 }, strategy: .shared, fileID: "Tests/A.swift", line: 3)
      expectEqual(
        family["a"].debugDescription,
        """
        Int[a] (App/Family.swift:7), singleton, not cached
          overridden at Tests/A.swift:2, singleton
          overridden at Tests/A.swift:3, shared
          overridden at Tests/A.swift:1, onDemand
        """
      )
      expectEqual(
        family["b"].debugDescription,
        """
        Int[b] (App/Family.swift:7), singleton, not cached
          overridden at Tests/A.swift:3, shared
          overridden at Tests/A.swift:1, onDemand
        """
      )
    }
  }

  @Test func descriptionNamesTheImplementationOrTheActiveContext() {
    let required = Injection<Int>.required("an account number", fileID: "App/Account.swift", line: 3)
    expectEqual(
      required.debugDescription,
      """
      Int (App/Account.swift:3), singleton, not cached
        not provided: an account number
      """
    )
    required.provide(with: 1, strategy: .onDemand, fileID: "App/Main.swift", line: 4)
    defer { required.withdraw() }
    expectEqual(
      required.debugDescription,
      """
      Int (App/Account.swift:3), onDemand, not cached
        provided at App/Main.swift:4, onDemand
      """
    )

    let published = Injection(strategy: .onDemand, instance: 1, fileID: "App/A.swift", line: 3)
    expectEqual(
      published.when(.init("demo") { true }, instance: 2).debugDescription,
      """
      Int (App/A.swift:3), onDemand, not cached
        published for the context demo
      """
    )
    expectEqual(
      published.when(.init("demo") { false }, instance: 2).debugDescription,
      "Int (App/A.swift:3), onDemand, not cached"
    )
  }

  @Test func callSitesAreEqualIfTheirFilesAndLinesAreEqual() {
    func callSite(_ fileID: StaticString, _ line: UInt) -> CallSite {
      // vial-graph: ignore because the test is about the call site
      let token = injection.override(with: Sample(InstanceCounter()), fileID: fileID, line: line)
      token.rollback()
      return token.callSite
    }

    let first = callSite("App/A.swift", 1)
    let same = callSite("App/A.swift", 1)
    expectEqual(first, same)
    expectEqual(Set([first, same, callSite("App/B.swift", 1), callSite("App/A.swift", 2)]).count, 3)
  }
}
