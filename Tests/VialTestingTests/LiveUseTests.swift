import Dispatch
import Testing
import Vial
import VialTesting

private let file = app
@MainActor private let name = Injection(strategy: .singleton, instance: "live name", fileID: app)
private let nameLine = #line - 1
@MainActor private let city = Injection(
  strategy: .onDemand,
  instance: "live city of \(name.resolve())",
  fileID: app
)

@MainActor private final class Model {
  @Instance(name) var text
}

/// The resolves that the scope of a test reports, and those that it does not report.
@MainActor struct LiveUseTests {
  // MARK: Live resolves

  @Test func liveResolveRecordsAnIssue() async throws {
    let issues = try await liveUseIssues {
      expectEqual(name.resolve(), "live name")
    }

    expectEqual(issues, [LiveUseIssue("String", "\(file):\(nameLine)")])
  }

  @Test func messageNamesTheTestAndTheFixes() async throws {
    let family = InjectionFamily<Int, String>(strategy: .onDemand, fileID: app) { "live \($0)" }

    let messages = try await liveUseMessages {
      _ = name.resolve()
      _ = family.resolve(1)
    }

    expectEqual(messages.count, 2)
    expect(messages.allSatisfy { $0.contains("messageNamesTheTestAndTheFixes()") })
    expectEqual(messages.first?.contains("injection.override(with:"), true)
    expectEqual(messages.first?.contains("injection.allowLive()"), true)
    expectEqual(messages.last?.contains("family.override(with:"), true)
    expectEqual(messages.last?.contains("family.allowLive()"), true)
  }

  @Test func existentialTypeIsNamedWithAny() async throws {
    let any = Injection<any Error>(strategy: .shared, instance: CancellationError(), fileID: app)
    let line = #line - 1

    let issues = try await liveUseIssues { _ = any.resolve() }

    expectEqual(issues, [LiveUseIssue("any Error", "\(file):\(line)")])
  }

  @Test func injectionThatIsUsedRepeatedlyIsReportedOnce() async throws {
    let issues = try await liveUseIssues {
      for _ in 0..<5 {
        _ = name.resolve()
        _ = city.resolve()
        _ = Model().text
        await Task.yield()
      }
    }

    expectEqual(issues.count, 2)
  }

  @Test func liveInjectionIsReportedWhenItsDependencyIsOverridden() async throws {
    let issues = try await liveUseIssues {
      name.override(with: "mock")
      expectEqual(city.resolve(), "live city of mock")
    }

    expectEqual(issues.count, 1)
    expectEqual(issues, [LiveUseIssue("String", "\(file):\(nameLine + 2)")])
  }

  @Test func eachTestReportsTheSameInjection() async throws {
    let first = try await liveUseIssues { _ = name.resolve() }
    let second = try await liveUseIssues { _ = name.resolve() }

    expectEqual(first.count, 1)
    expectEqual(second, first)
  }

  // MARK: Resolves that are not live

  @Test func overriddenInjectionIsNotReported() async throws {
    let other = Injection(strategy: .singleton, instance: "other", fileID: app)
    let issues = try await liveUseIssues(
      under: .overrideScope { name.override(with: "mock") }
    ) {
      city.override(with: "mock city")
      expectEqual(name.resolve() + city.resolve(), "mockmock city")
      name.override(with: { "[\($0)]" })
      expectEqual(name.resolve(), "[mock]")
      name.override(with: { _ in "lazy" })
      expectEqual(name.resolve(), "lazy")
      // An injection that provides for an overridden one does not have to be overridden.
      name.override(with: other)
      expectEqual(name.resolve(), "other")
      expectEqual(Model().text, "other")
    }

    expect(issues.isEmpty)
  }

  @Test func originalOfADecoratorIsNotReported() async throws {
    let issues = try await liveUseIssues {
      name.override(with: { original in "<\(original.resolve())>" })
      expectEqual(name.resolve(), "<live name>")
    }

    expect(issues.isEmpty)
  }

  /// An override of the application, such as one of its composition, reaches the live service.
  @Test func originalAndTargetOfAnOverrideOfAnotherModuleAreReported() async throws {
    let target = Injection(strategy: .singleton, instance: "target", fileID: app)
    let forwarded = Injection(strategy: .singleton, instance: "live", fileID: app)

    let issues = try await liveUseIssues {
      name.override(with: { original in "<\(original.resolve())>" }, fileID: app, line: 77)
      forwarded.override(with: target, fileID: app, line: 78)
      expectEqual(name.resolve() + forwarded.resolve(), "<live name>target")
    }

    expectEqual(issues.count, 2)
  }

  @Test func inspectionIsNotReported() async throws {
    let issues = try await liveUseIssues {
      let model = Model()
      expect(name.current == nil)
      expect(!name.isOverridden)
      expect(!name.debugDescription.isEmpty)
      expect(!model.$text.isResolved)
      expectReleased(name)
    }

    expect(issues.isEmpty)
  }

  @Test func assignedConsumerIsNotReported() async throws {
    let issues = try await liveUseIssues {
      let model = Model()
      model.text = "assigned"
      expectEqual(model.text, "assigned")
    }

    expect(issues.isEmpty)
  }

  @Test func activeContextIsNotReported() async throws {
    let contextual = Injection(strategy: .singleton, instance: "live", fileID: app)
      .when(.test, instance: "for tests")
    let inactive = Injection(strategy: .singleton, instance: "live", fileID: app)
      .when(.launchArgument("-unused-argument"), instance: "never")

    let issues = try await liveUseIssues {
      expectEqual(contextual.resolve(), "for tests")
      expectEqual(inactive.resolve(), "live")
    }

    expectEqual(issues.count, 1)
  }

  @Test func liveResolveInAScopeThatAllowsLiveUsesIsNotReported() async throws {
    let issues = try await liveUseIssues(under: .overrideScope(live: .allowed)) {
      expectEqual(name.resolve(), "live name")
    }

    expect(issues.isEmpty)
  }

  // MARK: Rollback and required injections

  @Test func liveResolveAfterARollbackIsReported() async throws {
    let issues = try await liveUseIssues {
      let token = name.override(with: "mock")
      expectEqual(name.resolve(), "mock")
      token.rollback()
      expectEqual(name.resolve(), "live name")
    }

    expectEqual(issues.count, 1)
  }

  @Test func providedImplementationIsReported() async throws {
    let live = Injection(strategy: .singleton, instance: "live", fileID: app)
    let required = Injection<String>.required("a name", fileID: app)
    required.provide(with: live)
    let own = Injection<String>.required("another name", fileID: app)
    own.provide(with: "own")

    let issues = try await liveUseIssues {
      expectEqual(required.resolve(), "live")
      expectEqual(own.resolve(), "own")
    }

    expectEqual(issues.count, 2)
  }

  @Test func overriddenRequirementNeedsNoImplementation() async throws {
    let required = Injection<String>.required("a name", fileID: app)

    let issues = try await liveUseIssues {
      required.override(with: "mock")
      expectEqual(required.resolve(), "mock")
    }

    expect(issues.isEmpty)
  }

  // MARK: Families

  @Test func eachLiveKeyOfAFamilyIsReported() async throws {
    let family = InjectionFamily<Int, String>(strategy: .shared, fileID: app) { "live \($0)" }
    let line = #line - 1

    let issues = try await liveUseIssues {
      expectEqual(family.resolve(1), "live 1")
      expectEqual(family[1].resolve(), "live 1")
      expectEqual(family.resolve(2), "live 2")
    }

    let place = "\(file):\(line)"
    expectEqual(
      issues,
      [
        LiveUseIssue("String[1]", place),
        LiveUseIssue("String[2]", place),
      ]
    )
  }

  @Test func overriddenFamilyOrKeyIsNotReported() async throws {
    let family = InjectionFamily<Int, String>(strategy: .singleton, fileID: app) { "live \($0)" }

    let issues = try await liveUseIssues {
      family[1].override(with: "one")
      expectEqual(family.resolve(1), "one")
      family.override(with: { "mock \($0)" })
      expectEqual(family.resolve(1), "one")
      expectEqual(family.resolve(2), "mock 2")
    }

    expect(issues.isEmpty)
  }
}
