import Testing
import Vial
import VialTesting

@MainActor private final class Service {
  let name: String
  init(_ name: String) { self.name = name }
}

@MainActor private let service = Injection(strategy: .singleton, instance: Service("live"))
@MainActor private let other = Injection(strategy: .singleton, instance: Service("live other"))

@MainActor private final class Model {
  @Instance(service) var dependency
}

/// Without a kind, and `.strict`: the kinds that see the suite's overrides and nothing else.
private let kindsThatCompose: [OverrideScopeTrait] = [.overrideScope, .overrideScope(.strict)]

/// What the scope of a test sees of its suite's, and of what is outside both (rule 21).
@MainActor struct ComposedTraitTests {
  // MARK: Without a kind, and strict

  @Test(arguments: kindsThatCompose)
  func aTestReusesTheInstancesOfItsSuite(trait: OverrideScopeTrait) async throws {
    let built = Built()
    let suite = OverrideScopeTrait.overrideScope {
      service.override(with: Service("suite"))
      other.allowLive()
      built.instances = [service.resolve(), other.resolve()]
    }

    try await runTest(under: [suite, trait]) {
      #expect(built.instances.map(\.name) == ["suite", "live other"])
      #expect(service.resolve() === built.instances.first)
      #expect(other.resolve() === built.instances.last)
      #expect(Model().dependency === built.instances.first)
    }
  }

  @Test(arguments: kindsThatCompose)
  func aTestSeesNoOverrideOutsideItsSuite(trait: OverrideScopeTrait) async throws {
    let name = Injection(strategy: .singleton, instance: "live")
    let suite = OverrideScopeTrait.overrideScope {
      name.allowLive()
      service.override(with: Service("suite"))
    }

    try await withOpenScope(of: [suite, trait]) { scope in
      let token = name.override(with: "outside")
      defer { token.rollback() }
      scope.run {
        #expect(name.resolve() == "live")
        #expect(!name.isOverridden)
        #expect(service.resolve().name == "suite")
      }
      #expect(name.resolve() == "outside")
    }
  }

  @Test func anInheritingTestSeesWhatItsIsolatedSuiteDoesNotSee() async throws {
    let outermost = OverrideScopeTrait.overrideScope {
      service.override(with: Service("outermost"))
      other.override(with: Service("outermost other"))
    }
    let suite = OverrideScopeTrait.overrideScope(.isolated) {
      #expect(!service.isOverridden)
      other.override(with: Service("suite"))
    }

    try await runTest(under: [outermost, suite, .overrideScope(.inheriting)]) {
      #expect(service.resolve().name == "outermost")
      #expect(other.resolve().name == "suite")
      #expect(other.overrideCount == 2)
    }
  }

  @Test(arguments: kindsThatCompose)
  func aTestReusesNoInstanceOutsideItsSuite(trait: OverrideScopeTrait) async throws {
    let own = Injection(strategy: .singleton, instance: Service("live"))
    let outside = own.resolve()

    try await runTest(under: [.overrideScope { own.allowLive() }, trait]) {
      #expect(own.current == nil)
      #expect(own.resolve() !== outside)
    }

    #expect(own.current === outside)
  }

  @Test(arguments: kindsThatCompose)
  func aScopeAroundThatIsNoTraitsIsOutside(trait: OverrideScopeTrait) async throws {
    try await withOverrideScope {
      service.override(with: Service("around"))
      other.override(with: Service("around"))
      let around = service.resolve()

      try await runTest(
        under: [.overrideScope { other.override(with: Service("suite")) }, trait]
      ) {
        service.allowLive()
        #expect(service.resolve().name == "live")
        #expect(other.resolve().name == "suite")
      }

      #expect(service.resolve() === around)
    }
  }

  @Test func whatATestDoesStaysInIt() async throws {
    let suite = OverrideScopeTrait.overrideScope { service.override(with: Service("suite")) }

    try await runTest(under: [suite]) {
      let built = service.resolve()
      try await runTest(under: [.overrideScope]) {
        #expect(!service.rollbackOverride())
        service.override(with: Service("first test"))
        other.override(with: Service("first test"))
        #expect(service.overrideCount == 2)
        #expect(service.resolve().name == "first test")
      }
      #expect(service.resolve() === built)
      try await runTest(under: [.overrideScope]) {
        #expect(service.overrideCount == 1)
        #expect(service.resolve() === built)
        #expect(other.resolve().name == "live other")
      }
      #expect(other.current == nil)
    }
  }

  @Test func aTestDecoratesWhatItsSuiteProvides() async throws {
    let test = OverrideScopeTrait.overrideScope {
      service.override(with: { Service("<\($0.resolve().name)>") })
    }

    try await runTest(under: [.overrideScope { service.override(with: Service("suite")) }, test]) {
      #expect(service.resolve().name == "<suite>")
      service.rollbackOverride()
      #expect(service.resolve().name == "suite")
    }
  }

  @Test func theTraitsOfATestStandOnEachOtherInTheirOrder() async throws {
    func adds(_ text: String) -> OverrideScopeTrait {
      .overrideScope { service.override(with: { Service($0.resolve().name + text) }) }
    }

    try await runTest(under: [adds("1"), adds("2"), .overrideScope, adds("3")]) {
      #expect(service.resolve().name == "live123")
      #expect(service.overrideCount == 3)
    }
  }

  @Test func aModelOfAnEndedTestKeepsItsSuitesOverrides() async throws {
    let kept = Built()
    try await runTest(under: [.overrideScope { service.override(with: Service("suite")) }]) {
      try await runTest(under: [.overrideScope]) { kept.model = Model() }
    }

    #expect(kept.model?.dependency.name == "suite")
  }

  // MARK: Isolated and inheriting

  @Test func anIsolatedTestStartsEmpty() async throws {
    let built = Built()
    let suite = OverrideScopeTrait.overrideScope {
      service.override(with: Service("suite"))
      built.instances = [service.resolve(), other.resolve()]
    }

    try await runTest(under: [suite, .overrideScope(.isolated)]) {
      #expect(!service.isOverridden)
      #expect(other.current == nil)
      #expect(service.resolve().name == "live")
      #expect(other.resolve() !== built.instances.last)
    }
  }

  @Test func anInheritingTestSeesEverything() async throws {
    let name = Injection(strategy: .singleton, instance: "live")
    let own = Injection(strategy: .singleton, instance: Service("live"))
    let outside = own.resolve()
    let suite = OverrideScopeTrait.overrideScope(.inheriting) {
      service.override(with: Service("suite"))
    }

    for traits in [[suite], [suite, .overrideScope(.inheriting)]] {
      try await withOpenScope(of: traits) { scope in
        let token = name.override(with: "outside")
        defer { token.rollback() }
        scope.run {
          #expect(name.resolve() == "outside")
          #expect(own.resolve() === outside)
          #expect(service.resolve().name == "suite")
        }
      }
    }
  }

  @Test(arguments: kindsThatCompose)
  func aTestInAnInheritingSuiteSeesTheSuiteAlone(trait: OverrideScopeTrait) async throws {
    let (name, decorated) = (
      Injection(strategy: .singleton, instance: "live"),
      Injection(strategy: .singleton, instance: "live")
    )
    let own = Injection(strategy: .singleton, instance: Service("live"))
    let outside = own.resolve()
    let suite = OverrideScopeTrait.overrideScope(.inheriting) {
      service.override(with: Service("suite"))
      decorated.override(with: { "\($0), suite" })
      name.allowLive()
      own.allowLive()
    }

    try await withOpenScope(of: [suite, trait]) { scope in
      let tokens = [name.override(with: "outside"), decorated.override(with: "outside")]
      defer { for token in tokens { token.rollback() } }
      scope.run {
        #expect(service.resolve().name == "suite")
        #expect(name.resolve() == "live")
        #expect(decorated.resolve() == "live, suite")
        #expect(decorated.overrideCount == 1)
        #expect(own.current == nil)
        #expect(own.resolve() !== outside)
      }
    }
  }

  // MARK: Strictness

  @Test func aStrictTestInASuiteReportsWhatNeitherOverrides() async throws {
    let issues = try await issues(
      under: .overrideScope { service.override(with: Service("suite")) },
      .overrideScope(.strict)
    ) {
      #expect(service.resolve().name == "suite")
      #expect(other.resolve().name == "live other")
    }

    #expect(issues.count == 1)
    #expect(issues.first?.contains("ComposedTraitTests.swift:11") == true)
  }

  @Test(arguments: kindsThatCompose + [.overrideScope(.inheriting), .overrideScope(.isolated)])
  func everyTestInAStrictSuiteIsStrict(trait: OverrideScopeTrait) async throws {
    let issues = try await issues(under: .overrideScope(.strict), trait) {
      #expect(service.resolve().name == "live")
    }

    #expect(issues.count == 1)
  }

  @Test(
    arguments: [
      [.overrideScope(.strict) { service.allowLive() }, .overrideScope],
      [.overrideScope(.strict) { service.allowLive() }, .overrideScope(.strict)],
      [.overrideScope { service.allowLive() }, .overrideScope(.strict)],
      [.overrideScope(.inheriting) { service.allowLive() }, .overrideScope(.strict)],
    ] as [[OverrideScopeTrait]]
  )
  func whatTheSuiteAllowsMayBeLive(traits: [OverrideScopeTrait]) async throws {
    let issues = try await issues(under: traits[0], traits[1]) {
      #expect(service.resolve().name == "live")
    }

    #expect(issues.isEmpty)
  }

  @Test func whatATestAllowsIsNotAllowedInItsSuite() async throws {
    let issues = try await issues {
      try await runTest(under: [.overrideScope { service.allowLive() }]) { _ = service.resolve() }
      _ = service.resolve()
    }

    #expect(issues.count == 1)
  }
}

/// A place for what a trait's closure makes.
@MainActor private final class Built {
  var instances: [Service] = []
  var model: Model?
}
