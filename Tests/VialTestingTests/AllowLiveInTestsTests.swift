import Testing
import Vial
import VialTesting

@MainActor private let part = Injection(strategy: .singleton, instance: "live part", fileID: app)

/// `allowLiveInTests()` where injections and families are published, and permissions for several injections.
@MainActor struct AllowLiveInTestsTests {
  @Test func harmlessInjectionNeedsNoPermission() async throws {
    let harmless = Injection(strategy: .singleton, instance: "live", fileID: app).allowLiveInTests()

    let issues = try await liveUseIssues { expectEqual(harmless.resolve(), "live") }

    expect(issues.isEmpty)
  }

  @Test func everyKeyOfAHarmlessFamilyNeedsNoPermission() async throws {
    let family = InjectionFamily<Int, String>(strategy: .singleton, fileID: app) { "live \($0)" }.allowLiveInTests()

    let issues = try await liveUseIssues { expectEqual(family.resolve(1) + family[2].resolve(), "live 1live 2") }

    expect(issues.isEmpty)
  }

  @Test func dependencyOfAHarmlessInjectionIsReported() async throws {
    let whole = Injection(strategy: .singleton, instance: part.resolve(), fileID: app).allowLiveInTests()

    let issues = try await liveUseIssues { expectEqual(whole.resolve(), "live part") }

    expectEqual(issues.map(\.declaration), ["String (\(app):5)"])
  }

  @Test func permissionCanBeChainedInAnyOrder() async throws {
    var released: [String] = []
    let (first, second) = (
      Injection(strategy: .singleton, instance: "first", fileID: app)
        .allowLiveInTests().when(.preview, instance: "preview").onRelease { released.append($0) },
      Injection(strategy: .singleton, instance: "second", fileID: app)
        .onRelease { released.append($0) }.when(.preview, instance: "preview").allowLiveInTests()
    )
    let family = InjectionFamily<Int, String>(strategy: .singleton, fileID: app) { "\($0)" }
      .allowLiveInTests().onRelease { released.append($0) }

    let issues = try await liveUseIssues { _ = (first.resolve(), second.resolve(), family.resolve(3)) }

    expect(issues.isEmpty)
    expectEqual(released, ["3", "second", "first"])
  }

  @Test func harmlessInjectionSharesNothingWithItsReceiver() async throws {
    let receiver = Injection(strategy: .singleton, instance: "live", fileID: app)
    let harmless = receiver.allowLiveInTests()

    let issues = try await liveUseIssues {
      harmless.override(with: "mock")
      expectEqual(harmless.resolve(), "mock")
      expectEqual(receiver.resolve(), "live")
    }

    expect(harmless != receiver)
    expectEqual(issues.count, 1)
  }

  @Test func harmlessRequiredInjectionNeedsNoPermissionForItsImplementation() async throws {
    let required = Injection<String>.required("a text", fileID: app).allowLiveInTests()

    let issues = try await liveUseIssues {
      required.provide(with: "provided")
      expectEqual(required.resolve(), "provided")
    }

    expect(issues.isEmpty)
  }

  @Test func severalInjectionsAreAllowedAtOnce() async throws {
    let number = Injection(strategy: .singleton, instance: 1, fileID: app)
    let whole = Injection(strategy: .onDemand, instance: part.resolve(), fileID: app)

    let issues = try await liveUseIssues(under: .overrideScope { allowLive(number, whole) }) {
      expectEqual(number.resolve(), 1)
      expectEqual(whole.resolve(), "live part")
    }
    let none = try await liveUseIssues(under: .overrideScope { allowLive(whole, includingDependencies: true) }) {
      expectEqual(whole.resolve(), "live part")
    }

    expectEqual(issues.map(\.declaration), ["String (\(app):5)"])
    expect(none.isEmpty)
  }
}

/// The value that decides about live uses in nested scopes.
@MainActor struct LiveUseOfScopesTests {
  @Test(
    arguments: [
      ([.overrideScope], 1),
      ([.overrideScope(live: .warns)], 1),
      ([.overrideScope(live: .allowed)], 0),
      ([.overrideScope(live: .allowed), .overrideScope], 0),
      ([.overrideScope(live: .allowed), .overrideScope(.isolated)], 0),
      ([.overrideScope(live: .allowed), .overrideScope(.fresh, live: .fails)], 1),
      ([.overrideScope(live: .fails), .overrideScope(live: .allowed)], 0),
    ] as [([OverrideScopeTrait], Int)]
  )
  func innermostSpecifiedValueApplies(traits: [OverrideScopeTrait], count: Int) async throws {
    let injection = Injection(strategy: .singleton, instance: "live", fileID: app)

    let issues = try await liveUseMessages(under: traits) { expectEqual(injection.resolve(), "live") }

    expectEqual(issues.count, count)
  }

  @Test func scopeThatTheTestOpensHasTheValueOfTheTest() async throws {
    let injection = Injection(strategy: .singleton, instance: "live", fileID: app)

    let issues = try await liveUseIssues(under: .overrideScope(live: .allowed)) {
      withOverrideScope(.isolated) { expectEqual(injection.resolve(), "live") }
    }

    expect(issues.isEmpty)
  }

  @Test func freshScopeSeesTheOverridesOfItsSuiteAndBuildsItsOwnInstances() async throws {
    final class Service {}
    let service = Injection(strategy: .singleton, instance: Service())
    var outer: Service?

    try await runTest(under: [.overrideScope { service.override { Service() } }]) {
      outer = service.resolve()
      try await runTest(under: [.overrideScope(.fresh)]) {
        expect(service.isOverridden)
        expect(service.resolve() !== outer)
      }
    }

    expect(outer != nil)
  }
}
