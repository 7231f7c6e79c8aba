import Testing
import Vial

/// What is printed of an injection: enough to open the line that put an instance there.
@MainActor struct InjectionInspectionTests {
  private let injection = Injection<any Named>(
    strategy: .shared,
    instance: Probe(Tally()),
    fileID: "App/Service.swift",
    line: 12
  )

  @Test func theTypeTheDeclarationTheStrategyAndWhetherOneIsAlive() {
    #expect(injection.debugDescription == "any Named (App/Service.swift:12), shared, not alive")

    let held = injection.resolve()

    #expect(injection.debugDescription == "any Named (App/Service.swift:12), shared, alive")
    withExtendedLifetime(held) {}
  }

  @Test func theTypeIsSpelledAsInSwift() {
    func name<Value>(_ instance: Value) -> String {
      Injection(strategy: .onDemand, instance: instance, fileID: "App/A.swift", line: 1)
        .debugDescription.split(separator: " (App")[0].description
    }

    #expect(name(1) == "Int")
    #expect(name(1 as Any) == "Any")
    #expect(name(Tally() as AnyObject) == "AnyObject")
    #expect(name(Probe(Tally()) as any Named) == "any Named")
    #expect(name(Probe(Tally()) as (any Named)?) == "Optional<Named>")
  }

  @Test func everyStrategyIsNamedWithItsFlow() {
    let flow = InjectionFlow("checkout")
    let strategies: [InjectionStrategy] = [
      .shared, .singleton, .onDemand, .flow(flow), .cached { { true } },
      .cached(in: flow) { { true } }, .expiring(after: .seconds(1)),
      .expiring(after: .seconds(1), in: flow),
    ]

    let names = strategies.map { strategy in
      Injection(strategy: strategy, instance: 1, fileID: "App/A.swift", line: 1).debugDescription
    }

    #expect(
      names
        == [
          "shared", "singleton", "onDemand", "flow(checkout)", "cached", "cached(in: checkout)",
          "expiring(after: 1.0 seconds)", "expiring(after: 1.0 seconds, in: checkout)",
        ].map { "Int (App/A.swift:1), \($0), not alive" }
    )
  }

  @Test func callSitesAreToldApartByFileAndLine() {
    func callSite(_ fileID: StaticString, _ line: UInt) -> CallSite {
      let injection = Injection(strategy: .onDemand, instance: 1)
      let token = injection.override(with: 2, fileID: fileID, line: line)
      token.rollback()
      return token.callSite
    }

    #expect(callSite("App/A.swift", 1) == callSite("App/A.swift", 1))
    #expect(callSite("App/A.swift", 1) != callSite("App/B.swift", 1))
    #expect(callSite("App/A.swift", 1) != callSite("App/A.swift", 2))
    #expect(Set([callSite("App/A.swift", 1), callSite("App/A.swift", 1)]).count == 1)
  }

  @Test func printingDoesNotBuild() {
    let tally = Tally()
    let injection = Injection(strategy: .singleton, instance: Probe(tally))
    injection.override(with: { $0 })
    defer { injection.rollbackOverride() }

    _ = injection.debugDescription

    #expect(tally.built == 0)
  }

  @Test func eachOverrideIsNamedWithItsLineNewestFirst() {
    injection.override(with: Sample(Tally()), fileID: "Tests/A.swift", line: 1)
    injection.override(
      with: { _ in Sample(Tally()) },
      strategy: .onDemand,
      fileID: "Tests/A.swift",
      line: 2
    )
    defer { injection.rollbackAllOverrides() }

    #expect(
      injection.debugDescription == """
        any Named (App/Service.swift:12), shared, not alive
          overridden at Tests/A.swift:2, onDemand
          overridden at Tests/A.swift:1, shared
        """
    )
  }

  @Test func aScopeShowsWhatIsInForceInIt() {
    injection.override(with: Sample(Tally()), fileID: "Tests/A.swift", line: 1)
    defer { injection.rollbackOverride() }

    withOverrideScope {
      injection.override(with: Sample(Tally()), fileID: "Tests/A.swift", line: 2)
      #expect(
        injection.debugDescription.hasSuffix(
          "\n  overridden at Tests/A.swift:2, shared\n  overridden at Tests/A.swift:1, shared"
        )
      )
    }
    withOverrideScope(.isolated) {
      #expect(injection.debugDescription == "any Named (App/Service.swift:12), shared, not alive")
    }
  }

  @Test func aFamilysOverrideIsNamedAtEachKey() {
    let family = InjectionFamily<String, Int>(
      strategy: .singleton,
      fileID: "App/Family.swift",
      line: 7
    ) { $0.count }
    #expect(family["a"].debugDescription == "Int[a] (App/Family.swift:7), singleton, not alive")

    family.override(with: { $0.count + 1 }, strategy: .onDemand, fileID: "Tests/A.swift", line: 1)
    family["a"].override(with: 5, fileID: "Tests/A.swift", line: 2)
    defer {
      family["a"].rollbackOverride()
      family.rollbackOverride()
    }

    #expect(
      family["a"].debugDescription == """
        Int[a] (App/Family.swift:7), singleton, not alive
          overridden at Tests/A.swift:2, singleton
          overridden at Tests/A.swift:1, onDemand
        """
    )
    #expect(
      family["b"].debugDescription == """
        Int[b] (App/Family.swift:7), singleton, not alive
          overridden at Tests/A.swift:1, onDemand
        """
    )
  }

  @Test func allOverridesOfAFamilyAreNamedAtItsKeysNewestFirst() {
    let family = InjectionFamily<String, Int>(
      strategy: .singleton,
      fileID: "App/Family.swift",
      line: 7
    ) { $0.count }
    family.override(with: { $0.count + 1 }, strategy: .onDemand, fileID: "Tests/A.swift", line: 1)
    family.override(with: { $0.count + 2 }, strategy: .shared, fileID: "Tests/A.swift", line: 2)
    defer { family.rollbackAllOverrides() }

    #expect(
      family["a"].debugDescription == """
        Int[a] (App/Family.swift:7), singleton, not alive
          overridden at Tests/A.swift:2, shared
          overridden at Tests/A.swift:1, onDemand
        """
    )
  }

  @Test func aContextThatIsActiveIsNamed() {
    let published = Injection(strategy: .onDemand, instance: 1, fileID: "App/A.swift", line: 3)

    #expect(
      published.when(.init("demo") { true }, instance: 2).debugDescription == """
        Int (App/A.swift:3), onDemand, not alive
          published for the context demo
        """
    )
    #expect(
      published.when(.init("demo") { false }, instance: 2).debugDescription
        == "Int (App/A.swift:3), onDemand, not alive"
    )
  }

  @Test func aConsumerDumpsItsInjectionAndItsInstance() {
    let injection = Injection(strategy: .onDemand, instance: 7, fileID: "App/A.swift", line: 3)
    let consumer = Instance(injection)

    #expect(
      lines(of: consumer).dropFirst() == [
        "  - injection: \"Int (App/A.swift:3)\"", "  - value: \"not read yet\"",
      ]
    )
    _ = consumer.wrappedValue
    #expect(
      lines(of: consumer).dropFirst() == [
        "  - injection: \"Int (App/A.swift:3)\"", "  - value: 7",
      ]
    )
  }

  @Test func aWeakConsumerDumpsWhatIsAlive() {
    let injection = Injection(
      strategy: .shared,
      instance: Farewell {},
      fileID: "App/A.swift",
      line: 3
    )
    let consumer = WeakInstance(injection)
    let none = ["  - injection: \"Farewell (App/A.swift:3)\"", "  - value: \"none\""]

    #expect(lines(of: consumer).dropFirst() == none[...])
    var held = consumer.wrappedValue
    #expect(lines(of: consumer).contains { $0.contains("value: VialTests.Farewell") })
    withExtendedLifetime(held) {}
    held = nil
    #expect(lines(of: consumer).dropFirst() == none[...])
  }

  private func lines(of subject: some Any) -> [String] {
    var text = ""
    dump(subject, to: &text)
    return text.split(separator: "\n").map(String.init)
  }
}

/// All overrides as a table.
@MainActor struct OverrideListTests {
  @Test func columnsAreAlignedAndOverridesStandOldestFirst() {
    let service = Injection<any Named>(
      strategy: .shared,
      instance: Sample(Tally()),
      fileID: "App/Service.swift",
      line: 12
    )
    let number = Injection(strategy: .shared, instance: 1, fileID: "App/A.swift", line: 3)

    withOverrideScope(.isolated) {
      service.override(with: Sample(Tally()), fileID: "Tests/ServiceTests.swift", line: 31)
      number.override(with: 2, fileID: "Tests/A.swift", line: 5)

      #expect(
        "\(Overrides.active)" == """
          injection  declared at           overridden at
          any Named  App/Service.swift:12  Tests/ServiceTests.swift:31
          Int        App/A.swift:3         Tests/A.swift:5
          """
      )
      #expect(Overrides.active.debugDescription == Overrides.active.description)
    }
  }

  @Test func noOverridesAreOneLine() {
    withOverrideScope(.isolated) {
      #expect("\(Overrides.active)" == "no overrides")
    }
  }
}
