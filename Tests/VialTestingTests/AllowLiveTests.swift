import Testing
import Vial
import VialTesting

@MainActor private let name = Injection(strategy: .singleton, instance: "live name", fileID: app)
@MainActor private let city = Injection(
  strategy: .singleton,
  instance: "live city of \(name.resolve())",
  fileID: app
)
@MainActor private let country = Injection(
  strategy: .singleton,
  instance: "live country of \(city.resolve())",
  fileID: app
)
@MainActor private let numbers = InjectionFamily<Int, String>(strategy: .singleton, fileID: app) {
  "live \($0) of \(name.resolve())"
}

@MainActor private final class Model {
  @Instance(name) var text
}

@MainActor private let model = Injection(strategy: .singleton, instance: Model(), fileID: app)
@MainActor private let readModel = Injection(strategy: .singleton, fileID: app) {
  let model = Model()
  _ = model.text
  return model
}

/// Keys whose descriptions are equal.
private final class ObjectKey: Hashable, Sendable {
  static func == (lhs: ObjectKey, rhs: ObjectKey) -> Bool { lhs === rhs }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// `allowLive()` for injections, families and keys in the scope of a test.
@MainActor struct AllowLiveTests {
  @Test func allowedInjectionRecordsNoIssue() async throws {
    let issues = try await liveUseIssues(under: .overrideScope { name.allowLive() }) {
      expectEqual(name.resolve(), "live name")
      expectEqual(Model().text, "live name")
      await Task.yield()
      let scope = OverrideScope.current
      expectEqual(await Task.detached { await scope.run { await name.resolve() } }.value, "live name")
    }

    expect(issues.isEmpty)
  }

  @Test func injectionAllowedWithoutItsDependenciesRecordsIssuesForThem() async throws {
    let issues = try await liveUseIssues(under: .overrideScope { city.allowLive() }) {
      expectEqual(city.resolve(), "live city of live name")
    }

    expectEqual(issues.map(\.declaration), [LiveUseIssue("String", "\(app):5").declaration])
  }

  @Test func familyAllowedWithoutItsDependenciesRecordsIssuesForThem() async throws {
    let issues = try await liveUseIssues(
      under: .overrideScope { numbers.allowLive() }
    ) {
      expectEqual(numbers.resolve(1), "live 1 of live name")
    }

    expectEqual(issues.count, 1)
  }

  @Test func permissionOfAKeyDoesNotApplyToAKeyWithTheSameDescription() async throws {
    let (first, second) = (ObjectKey(), ObjectKey())
    let family = InjectionFamily<ObjectKey, Int>(strategy: .onDemand, fileID: app) { _ in 1 }

    let issues = try await liveUseIssues(under: .overrideScope { family[first].allowLive() }) {
      _ = family.resolve(first)
      _ = family.resolve(second)
    }

    expectEqual(issues.count, 1)
  }

  @Test func permissionOfAKeyThatIsNotUsedStaysInForce() async throws {
    let family = InjectionFamily<Int, Int>(strategy: .onDemand, fileID: app) { $0 }

    let issues = try await liveUseIssues {
      withOverrideScope {
        family.allowLive()
        for key in 1..<1_000 { _ = family.resolve(key) }
      }
      family[0].allowLive()
      withOverrideScope {
        family.allowLive()
        for key in 1..<1_000 { _ = family.resolve(key) }
      }
      _ = family.resolve(0)
    }

    expect(issues.isEmpty)
  }

  @Test func injectionAllowedInTheBodyOfATestRecordsNoIssue() async throws {
    let issues = try await liveUseIssues {
      name.allowLive()
      expectEqual(name.resolve(), "live name")
    }

    expect(issues.isEmpty)
  }

  @Test func allowLiveAfterTheFirstResolveKeepsTheRecordedIssue() async throws {
    let issues = try await liveUseIssues {
      _ = name.resolve()
      name.allowLive()
      _ = name.resolve()
    }

    expectEqual(issues.count, 1)
  }

  @Test func dependencyOfAnAllowedInjectionIsReportedWhenTheTestResolvesIt() async throws {
    let part = Injection(strategy: .singleton, instance: "part", fileID: app)
    let whole = Injection(strategy: .singleton, instance: part.resolve() + part.resolve(), fileID: app)

    let issues = try await liveUseIssues(under: .overrideScope { whole.allowLive(includingDependencies: true) }) {
      expectEqual(whole.resolve(), "partpart")
      expectEqual(part.resolve(), "part")
    }

    expectEqual(issues.count, 1)
  }

  @Test func injectionThatIsNotAllowedIsReported() async throws {
    let other = Injection(strategy: .singleton, instance: "live", fileID: app)

    let issues = try await liveUseIssues {
      name.allowLive()
      expectEqual(name.resolve() + other.resolve(), "live namelive")
    }

    expectEqual(issues.count, 1)
  }

  @Test func allowLiveInTheGlobalScopeDoesNotApplyInTheScopeOfATest() async throws {
    let own = Injection(strategy: .singleton, instance: "live", fileID: app)
    own.allowLive()

    let issues = try await liveUseIssues { expectEqual(own.resolve(), "live") }

    expectEqual(issues.count, 1)
  }

  @Test func allowLiveInTheGlobalScopeByCodeOfNoTestAppliesInTheScopeOfEveryTest() async throws {
    let own = Injection(strategy: .singleton, instance: "live", fileID: app)
    await Task.detached { await MainActor.run { own.allowLive() } }.value

    let issues = try await liveUseIssues { expectEqual(own.resolve(), "live") }

    expect(issues.isEmpty)
  }

  @Test func allowedInjectionCanBeOverriddenAndRolledBack() async throws {
    let issues = try await liveUseIssues(under: .overrideScope { name.allowLive() }) {
      name.override(with: "mock")
      expectEqual(name.resolve(), "mock")
      name.rollbackOverride()
      expectEqual(name.resolve(), "live name")
    }

    expect(issues.isEmpty)
  }

  // MARK: Dependencies

  @Test func dependenciesOfAnAllowedFactoryRecordNoIssue() async throws {
    let issues = try await liveUseIssues(under: .overrideScope { country.allowLive(includingDependencies: true) }) {
      expectEqual(country.resolve(), "live country of live city of live name")
    }

    expect(issues.isEmpty)
  }

  @Test func dependencyOfAnAllowedFactoryIsReportedWhenItIsResolvedLater() async throws {
    let issues = try await liveUseIssues(under: .overrideScope { city.allowLive(includingDependencies: true) }) {
      _ = city.resolve()
      expectEqual(name.resolve(), "live name")
      expectEqual(city.resolve(), "live city of live name")
    }

    expectEqual(issues.count, 1)
    expectEqual(issues.first?.declaration, "String (\(app):5)")
  }

  @Test func dependencyOfAnAllowedFactoryIsReportedWhenAnotherFactoryResolvesIt() async throws {
    let permissions = OverrideScopeTrait.overrideScope {
      city.allowLive(includingDependencies: true)
      numbers.allowLive()
    }
    let issues = try await liveUseIssues(under: permissions) {
      _ = city.resolve()
      expectEqual(numbers.resolve(1), "live 1 of live name")
    }

    expectEqual(issues.count, 1)
    expectEqual(issues.last?.requester?.hasPrefix("String[1] ("), true)
  }

  @Test func dependentOfAnAllowedInjectionIsReported() async throws {
    let issues = try await liveUseIssues(under: .overrideScope { name.allowLive() }) {
      expectEqual(city.resolve(), "live city of live name")
    }

    expectEqual(issues.count, 1)
    expectEqual(issues.first?.declaration, "String (\(app):6)")
  }

  @Test func consumerThatAnAllowedFactoryReadsRecordsNoIssue() async throws {
    let issues = try await liveUseIssues(under: .overrideScope { readModel.allowLive(includingDependencies: true) }) {
      expectEqual(readModel.resolve().text, "live name")
    }

    expect(issues.isEmpty)
  }

  @Test func consumerOfAnAllowedInstanceIsReportedWhenItIsReadLater() async throws {
    let issues = try await liveUseIssues(under: .overrideScope { model.allowLive() }) {
      let model = model.resolve()
      expectEqual(model.text, "live name")
    }

    expectEqual(issues.count, 1)
    expectEqual(issues.first?.requester?.hasPrefix("Model (VialTestingTests/AllowLiveTests.swift:"), true)
  }

  // MARK: Families

  @Test func allowedFamilyRecordsNoIssueForAnyKey() async throws {
    let issues = try await liveUseIssues(under: .overrideScope { numbers.allowLive(includingDependencies: true) }) {
      expectEqual(numbers.resolve(1), "live 1 of live name")
      expectEqual(numbers[2].resolve(), "live 2 of live name")
    }

    expect(issues.isEmpty)
  }

  @Test func allowLiveForAKeyDoesNotApplyToOtherKeys() async throws {
    let issues = try await liveUseIssues(under: .overrideScope { numbers[1].allowLive() }) {
      name.override(with: "mock")
      expectEqual(numbers.resolve(1), "live 1 of mock")
      expectEqual(numbers.resolve(2), "live 2 of mock")
    }

    expectEqual(issues.count, 1)
    expectEqual(issues.first?.declaration.hasPrefix("String[2] ("), true)
  }

  @Test func keyStaysAllowedWhenItsFamilyDropsUnusedKeys() async throws {
    let keys = InjectionFamily<Int, Model>(strategy: .shared, fileID: app) { _ in Model() }

    let issues = try await liveUseIssues(under: .overrideScope { keys[1].allowLive() }) {
      keys.override(with: { _ in Model() })
      for key in 2..<500 { _ = keys.resolve(key) }
      keys.rollbackOverride()
      _ = keys.resolve(1)
    }

    expect(issues.isEmpty)
  }

  // MARK: Scopes

  @Test(arguments: [OverrideScope.Kind.inheriting, .fresh, .isolated])
  func allowLiveAppliesInInnerScopes(kind: OverrideScope.Kind) async throws {
    let issues = try await liveUseIssues(under: .overrideScope { name.allowLive() }) {
      withOverrideScope(kind) { expectEqual(name.resolve(), "live name") }
    }

    expect(issues.isEmpty)
  }

  @Test func allowLiveInAnInnerScopeDoesNotApplyOutside() async throws {
    let issues = try await liveUseIssues {
      withOverrideScope {
        name.allowLive()
        _ = name.resolve()
      }
      _ = name.resolve()
    }

    expectEqual(issues.count, 1)
  }

  @Test func allowLiveAppliesToWorkAfterTheTest() async throws {
    let late = LateModel()

    let issues = try await liveUseIssues(under: .overrideScope { name.allowLive() }) {
      late.model = Model()
    } afterTest: {
      expectEqual(late.model?.text, "live name")
    }

    expect(issues.isEmpty)
  }
}

/// A model that outlives the scope in which it was created.
@MainActor private final class LateModel {
  var model: Model?
}
