import Testing
import Vial
import VialTesting

@MainActor private final class Service {
  let name: String
  init(_ name: String) { self.name = name }
}

@MainActor private let service = Injection(strategy: .singleton, instance: Service("live"))
@MainActor private let other = Injection(strategy: .singleton, instance: Service("live other"))
@MainActor private let published = Injection(strategy: .singleton, instance: "live", fileID: app, line: 1)
@MainActor private let publishedOther = Injection(strategy: .singleton, instance: "live other", fileID: app, line: 2)

@MainActor private final class Model {
  @Instance(service) var dependency
}

/// The traits whose scopes see the scopes of enclosing tests and nothing else.
private let composingTraits: [OverrideScopeTrait] = [.overrideScope, .overrideScope(live: .allowed)]

/// Visibility of overrides and instances in nested test scopes.
@MainActor struct ComposedTraitTests {
  // MARK: No kind

  @Test(arguments: composingTraits)
  func testReusesTheInstancesOfItsSuite(trait: OverrideScopeTrait) async throws {
    let built = Results()
    let suite = OverrideScopeTrait.overrideScope {
      service.override(with: Service("suite"))
      built.instances = [service.resolve(), other.resolve()]
    }

    try await runTest(under: [suite, trait]) {
      expectEqual(built.instances.map(\.name), ["suite", "live other"])
      expect(service.resolve() === built.instances.first)
      expect(other.resolve() === built.instances.last)
      expect(Model().dependency === built.instances.first)
    }
  }

  @Test(arguments: composingTraits)
  func testSeesNoGlobalOverride(trait: OverrideScopeTrait) async throws {
    let name = Injection(strategy: .singleton, instance: "live")
    let suite = OverrideScopeTrait.overrideScope {
      service.override(with: Service("suite"))
    }

    try await withOpenScope(of: [suite, trait]) { scope in
      let token = name.override(with: "outside")
      defer { token.rollback() }
      scope.run {
        expectEqual(name.resolve(), "live")
        expect(!name.isOverridden)
        expectEqual(service.resolve().name, "suite")
      }
      expectEqual(name.resolve(), "outside")
    }
  }

  @Test func inheritingTestSeesNothingOutsideOfItsIsolatedSuite() async throws {
    let outermost = OverrideScopeTrait.overrideScope {
      service.override(with: Service("outermost"))
      other.override(with: Service("outermost other"))
    }
    let suite = OverrideScopeTrait.overrideScope(.isolated) {
      expect(!service.isOverridden)
      other.override(with: Service("suite"))
    }

    try await runTest(under: [outermost, suite, .overrideScope(.inheriting)]) {
      expectEqual(service.resolve().name, "live")
      expectEqual(other.resolve().name, "suite")
      expectEqual(other.overrideCount, 1)
    }
  }

  @Test(arguments: composingTraits)
  func testReusesNoGlobalInstance(trait: OverrideScopeTrait) async throws {
    let own = Injection(strategy: .singleton, instance: Service("live"))
    let outside = own.resolve()

    try await runTest(under: [.overrideScope, trait]) {
      expect(own.current == nil)
      expect(own.resolve() !== outside)
    }

    expect(own.current === outside)
  }

  @Test(arguments: composingTraits)
  func testSeesNothingOfAnEnclosingScopeWithoutATest(trait: OverrideScopeTrait) async throws {
    try await withOverrideScope {
      service.override(with: Service("around"))
      other.override(with: Service("around"))
      let around = service.resolve()

      try await runTest(
        under: [.overrideScope { other.override(with: Service("suite")) }, trait]
      ) {
        expectEqual(service.resolve().name, "live")
        expectEqual(other.resolve().name, "suite")
      }

      expect(service.resolve() === around)
    }
  }

  @Test func overridesOfATestDoNotReachItsSuite() async throws {
    let suite = OverrideScopeTrait.overrideScope { service.override(with: Service("suite")) }

    try await runTest(under: [suite]) {
      let built = service.resolve()
      try await runTest(under: [.overrideScope]) {
        expect(!service.rollbackOverride())
        service.override(with: Service("first test"))
        other.override(with: Service("first test"))
        expectEqual(service.overrideCount, 2)
        expectEqual(service.resolve().name, "first test")
      }
      expect(service.resolve() === built)
      try await runTest(under: [.overrideScope]) {
        expectEqual(service.overrideCount, 1)
        expect(service.resolve() === built)
        expectEqual(other.resolve().name, "live other")
      }
      expect(other.current == nil)
    }
  }

  @Test func overrideOfATestDecoratesTheOverrideOfItsSuite() async throws {
    let test = OverrideScopeTrait.overrideScope {
      service.override(with: { Service("<\($0.resolve().name)>") })
    }

    try await runTest(under: [.overrideScope { service.override(with: Service("suite")) }, test]) {
      expectEqual(service.resolve().name, "<suite>")
      service.rollbackOverride()
      expectEqual(service.resolve().name, "suite")
    }
  }

  @Test func traitsOfATestDecorateEachOtherInOrder() async throws {
    func adds(_ text: String) -> OverrideScopeTrait {
      .overrideScope { service.override(with: { Service($0.resolve().name + text) }) }
    }

    try await runTest(under: [adds("1"), adds("2"), .overrideScope, adds("3")]) {
      expectEqual(service.resolve().name, "live123")
      expectEqual(service.overrideCount, 3)
    }
  }

  @Test func modelOfAnEndedTestKeepsTheOverridesOfItsSuite() async throws {
    let kept = Results()
    try await runTest(under: [.overrideScope { service.override(with: Service("suite")) }]) {
      try await runTest(under: [.overrideScope]) { kept.model = Model() }
    }

    expectEqual(kept.model?.dependency.name, "suite")
  }

  // MARK: Isolated and inheriting

  @Test func isolatedTestDoesNotSeeItsSuite() async throws {
    let built = Results()
    let suite = OverrideScopeTrait.overrideScope {
      service.override(with: Service("suite"))
      built.instances = [service.resolve(), other.resolve()]
    }

    try await runTest(under: [suite, .overrideScope(.isolated)]) {
      expect(!service.isOverridden)
      expect(other.current == nil)
      expectEqual(service.resolve().name, "live")
      expect(other.resolve() !== built.instances.last)
    }
  }

  @Test func inheritingTestSeesGlobalOverridesAndInstances() async throws {
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
          expectEqual(name.resolve(), "outside")
          expect(own.resolve() === outside)
          expectEqual(service.resolve().name, "suite")
        }
      }
    }
  }

  @Test func inheritingTestSeesNothingOutsideOfASuiteWithoutAKind() async throws {
    let name = Injection(strategy: .singleton, instance: "live")
    let own = Injection(strategy: .singleton, instance: Service("live"))
    let outside = own.resolve()
    let suite = OverrideScopeTrait.overrideScope { service.override(with: Service("suite")) }

    try await withOpenScope(of: [suite, .overrideScope(.inheriting)]) { scope in
      let token = name.override(with: "outside")
      defer { token.rollback() }
      scope.run {
        expectEqual(name.resolve(), "live")
        expect(own.resolve() !== outside)
        expectEqual(service.resolve().name, "suite")
      }
    }
  }

  @Test func inheritingTestSeesAnEnclosingScopeWithoutATest() async throws {
    try await withOverrideScope {
      service.override(with: Service("around"))
      let around = service.resolve()

      try await runTest(under: [.overrideScope(.inheriting)]) {
        expect(service.resolve() === around)
      }
    }
  }

  @Test(arguments: composingTraits)
  func testInAnInheritingSuiteSeesWhatTheSuiteSees(trait: OverrideScopeTrait) async throws {
    let (name, decorated) = (
      Injection(strategy: .singleton, instance: "live"),
      Injection(strategy: .singleton, instance: "live")
    )
    let own = Injection(strategy: .singleton, instance: Service("live"))
    let outside = own.resolve()
    let suite = OverrideScopeTrait.overrideScope(.inheriting) {
      service.override(with: Service("suite"))
      decorated.override(with: { "\($0), suite" })
    }

    try await withOpenScope(of: [suite, trait]) { scope in
      let tokens = [name.override(with: "outside"), decorated.override(with: "outside")]
      defer { for token in tokens { token.rollback() } }
      scope.run {
        expectEqual(service.resolve().name, "suite")
        expectEqual(name.resolve(), "outside")
        expectEqual(decorated.resolve(), "outside, suite")
        expectEqual(decorated.overrideCount, 2)
        expect(own.current === outside)
        expect(own.resolve() === outside)
      }
    }
  }

  // MARK: Live uses

  @Test func testReportsInjectionsThatNeitherSuiteNorTestOverrides() async throws {
    let issues = try await liveUseIssues(
      under: .overrideScope { published.override(with: "suite") },
      .overrideScope
    ) {
      expectEqual(published.resolve(), "suite")
      expectEqual(publishedOther.resolve(), "live other")
    }

    expectEqual(issues.count, 1)
    expectEqual(issues.first?.declaration, "String (\(app):2)")
  }

  @Test(
    arguments: [
      .overrideScope, .overrideScope(.inheriting), .overrideScope(.isolated), .overrideScope(.fresh),
    ] as [OverrideScopeTrait]
  )
  func everyTestInASuiteWithAScopeFailsOnLiveUses(trait: OverrideScopeTrait) async throws {
    let issues = try await liveUseIssues(under: .overrideScope, trait) {
      expectEqual(published.resolve(), "live")
    }

    expectEqual(issues.count, 1)
  }

  @Test(
    arguments: [
      [.overrideScope { published.allowLive() }, .overrideScope],
      [.overrideScope { published.allowLive() }, .overrideScope(.isolated)],
      [.overrideScope(live: .allowed) { published.allowLive() }, .overrideScope(live: .fails)],
      [.overrideScope(.inheriting) { published.allowLive() }, .overrideScope],
    ] as [[OverrideScopeTrait]]
  )
  func injectionThatTheSuiteAllowsRecordsNoIssue(traits: [OverrideScopeTrait]) async throws {
    let issues = try await liveUseIssues(under: traits[0], traits[1]) {
      expectEqual(published.resolve(), "live")
    }

    expect(issues.isEmpty)
  }

  @Test func allowLiveInATestDoesNotApplyInItsSuite() async throws {
    let issues = try await liveUseIssues {
      try await runTest(under: [.overrideScope { published.allowLive() }]) { _ = published.resolve() }
      _ = published.resolve()
    }

    expectEqual(issues.count, 1)
  }
}

/// Instances and a model that outlive the closure of a trait.
@MainActor private final class Results {
  var instances: [Service] = []
  var model: Model?
}
