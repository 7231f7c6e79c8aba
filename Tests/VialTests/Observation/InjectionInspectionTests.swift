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
  }

  @Test func descriptionSpellsTheTypeAsInSourceCode() {
    func name<Value>(_ instance: Value) -> String {
      Injection(strategy: .onDemand, instance: instance, fileID: "App/A.swift", line: 1)
        .debugDescription.split(separator: " (App")[0].description
    }

    expectEqual(name(1), "Int")
    expectEqual(name(1 as Any), "Any")
    expectEqual(name(InstanceCounter() as AnyObject), "AnyObject")
    expectEqual(name(CountedObject(InstanceCounter()) as any Named), "any Named")
    expectEqual(name(CountedObject(InstanceCounter()) as (any Named)?), "(any Named)?")
  }

  @Test func descriptionHasTheStrategyWithItsFlow() {
    let flow = InjectionFlow("checkout")
    let strategies: [InjectionStrategy] = [
      .shared, .singleton, .onDemand, .flow(flow), .cached { { true } },
      .cached(in: flow) { { true } }, .expiring(after: .seconds(1)),
      .expiring(after: .seconds(1), in: flow),
    ]

    let names = strategies.map { strategy in
      Injection(strategy: strategy, instance: 1, fileID: "App/A.swift", line: 1).debugDescription
    }

    expectEqual(
      names,
      [
        "shared", "singleton", "onDemand", "flow(checkout)", "cached", "cached(in: checkout)",
        "expiring(after: 1.0 seconds)", "expiring(after: 1.0 seconds, in: checkout)",
      ].map { "Int (App/A.swift:1), \($0), not cached" }
    )
  }

  @Test func callSitesAreEqualIfTheirFilesAndLinesAreEqual() {
    func callSite(_ fileID: StaticString, _ line: UInt) -> CallSite {
      let injection = Injection(strategy: .onDemand, instance: 1)
      // vial-graph: ignore because the test is about the call site
      let token = injection.override(with: 2, fileID: fileID, line: line)
      token.rollback()
      return token.callSite
    }

    expectEqual(callSite("App/A.swift", 1), callSite("App/A.swift", 1))
    expect(callSite("App/A.swift", 1) != callSite("App/B.swift", 1))
    expect(callSite("App/A.swift", 1) != callSite("App/A.swift", 2))
    expectEqual(Set([callSite("App/A.swift", 1), callSite("App/A.swift", 1)]).count, 1)
  }

  @Test func descriptionBuildsNothing() {
    let counter = InstanceCounter()
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    injection.override(with: { $0 })
    defer { injection.rollbackOverride() }

    _ = injection.debugDescription

    expectEqual(counter.built, 0)
  }

  @Test func descriptionListsTheOverridesNewestFirst() {
    injection.override(with: Sample(InstanceCounter()), fileID: "Tests/A.swift", line: 1)
    injection.override(
      with: { _ in Sample(InstanceCounter()) },
      strategy: .onDemand,
      fileID: "Tests/A.swift",
      line: 2
    )
    defer { injection.rollbackAllOverrides() }

    expectEqual(
      injection.debugDescription,
      """
      any Named (App/Service.swift:12), shared, not cached
        overridden at Tests/A.swift:2, onDemand
        overridden at Tests/A.swift:1, shared
      """
    )
  }

  @Test func descriptionOfARequiredInjectionNamesTheImplementationOrThePurpose() {
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
  }

  @Test func descriptionListsTheOverridesThatTheCurrentScopeSees() {
    injection.override(with: Sample(InstanceCounter()), fileID: "Tests/A.swift", line: 1)
    defer { injection.rollbackOverride() }

    withOverrideScope {
      injection.override(with: Sample(InstanceCounter()), fileID: "Tests/A.swift", line: 2)
      expect(
        injection.debugDescription.hasSuffix(
          "\n  overridden at Tests/A.swift:2, shared\n  overridden at Tests/A.swift:1, shared"
        )

      )
    }
    withOverrideScope(.isolated) {
      expectEqual(injection.debugDescription, "any Named (App/Service.swift:12), shared, not cached")
    }
  }

  @Test func descriptionOfAKeyListsTheOverridesOfItsFamily() {
    let family = InjectionFamily<String, Int>(
      strategy: .singleton,
      fileID: "App/Family.swift",
      line: 7
    ) { $0.count }
    expectEqual(family["a"].debugDescription, "Int[a] (App/Family.swift:7), singleton, not cached")

    family.override(with: { $0.count + 1 }, strategy: .onDemand, fileID: "Tests/A.swift", line: 1)
    family["a"].override(with: 5, fileID: "Tests/A.swift", line: 2)
    defer {
      family["a"].rollbackOverride()
      family.rollbackOverride()
    }

    expectEqual(
      family["a"].debugDescription,
      """
      Int[a] (App/Family.swift:7), singleton, not cached
        overridden at Tests/A.swift:2, singleton
        overridden at Tests/A.swift:1, onDemand
      """
    )
    expectEqual(
      family["b"].debugDescription,
      """
      Int[b] (App/Family.swift:7), singleton, not cached
        overridden at Tests/A.swift:1, onDemand
      """
    )
  }

  @Test func descriptionOfAKeyListsSeveralFamilyOverridesNewestFirst() {
    let family = InjectionFamily<String, Int>(
      strategy: .singleton,
      fileID: "App/Family.swift",
      line: 7
    ) { $0.count }
    family.override(with: { $0.count + 1 }, strategy: .onDemand, fileID: "Tests/A.swift", line: 1)
    family.override(with: { $0.count + 2 }, strategy: .shared, fileID: "Tests/A.swift", line: 2)
    defer { family.rollbackAllOverrides() }

    expectEqual(
      family["a"].debugDescription,
      """
      Int[a] (App/Family.swift:7), singleton, not cached
        overridden at Tests/A.swift:2, shared
        overridden at Tests/A.swift:1, onDemand
      """
    )
  }

  @Test func descriptionNamesTheActiveContext() {
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

  @Test func dumpOfAConsumerHasOnlyItsInstance() {
    let injection = Injection(strategy: .onDemand, instance: 7)
    let consumer = Instance(injection)

    expectEqual(lines(of: consumer).dropFirst(), ["  - value: \"not resolved\""])
    _ = consumer.wrappedValue
    expectEqual(lines(of: consumer).dropFirst(), ["  - value: 7"])
  }

  @Test func dumpOfAWeakConsumerHasItsInstanceWhileTheInstanceIsAlive() {
    let injection = Injection(strategy: .shared, instance: OnDeinit {})
    let consumer = WeakInstance(injection)
    let notResolved = ["  - value: \"not resolved\""]

    expectEqual(lines(of: consumer).dropFirst(), notResolved[...])
    var held = consumer.wrappedValue
    expect(lines(of: consumer).contains { $0.contains("value: VialTests.OnDeinit") })
    withExtendedLifetime(held) {}
    held = nil
    expectEqual(lines(of: consumer).dropFirst(), notResolved[...])
  }

  private func lines(of subject: some Any) -> [String] {
    var text = ""
    dump(subject, to: &text)
    return text.split(separator: "\n").map(String.init)
  }
}
