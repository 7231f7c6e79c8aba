import Testing
import Vial
import VialTesting

private let file = app
@MainActor private let name = Injection(strategy: .singleton, instance: "live name", fileID: app)
private let nameLine = #line - 1

@MainActor private final class Model {
  @Instance(name) var text
}
private let consumerLine = #line - 2

/// Reports about work that runs after the test, and about scopes inside the scope of the test.
@MainActor struct LateLiveUseTests {
  private let lateIssue = LiveUseIssue("String", "\(file):\(nameLine)", isLate: true)
  private let late = LateWork()

  // MARK: Work after the test

  @Test func taskThatOutlivesTheTestIsReported() async throws {
    let issues = try await liveUseIssues { [late] in
      late.task = Task {
        await late.wait()
        expectEqual(name.resolve(), "live name")
      }
    } afterTest: { [late] in
      await late.finish()
    }

    expectEqual(issues, [lateIssue])
  }

  @Test func detachedTaskThatRunsInTheScopeAfterTheTestIsReported() async throws {
    let issues = try await liveUseIssues(waitingFor: 1) { [late] in
      let scope = OverrideScope.current
      late.task = Task.detached {
        await late.wait()
        await scope.run { expectEqual(await name.resolve(), "live name") }
      }
    } afterTest: { [late] in
      await late.finish()
    }

    expectEqual(issues, [lateIssue])
  }

  @Test func consumerThatIsReadAfterTheTestIsReported() async throws {
    let issues = try await liveUseIssues(waitingFor: 1) { [late] in
      late.model = Model()
    } afterTest: { [late] in
      expectEqual(await Task.detached { await late.model?.text }.value, "live name")
    }

    expectEqual(
      issues,
      [
        LiveUseIssue(
          "String",
          "\(file):\(nameLine)",
          neededBy: "Model (VialTestingTests/LateLiveUseTests.swift:\(consumerLine))",
          isLate: true
        )
      ]
    )
  }

  @Test func taskThatIsStartedAfterTheTestIsReported() async throws {
    let issues = try await liveUseIssues { [late] in
      late.task = Task {
        await late.wait()
        let resolved = await Task { Model().text }.value
        expectEqual(resolved, "live name")
      }
    } afterTest: { [late] in
      await late.finish()
    }

    expectEqual(issues.count, 1)
  }

  @Test func injectionReportedDuringTheTestIsNotReportedAgain() async throws {
    let issues = try await liveUseIssues { [late] in
      _ = name.resolve()
      late.scope = OverrideScope.current
    } afterTest: { [late] in
      late.scope?.run { expectEqual(name.resolve(), "live name") }
    }

    expectEqual(issues, [LiveUseIssue("String", "\(file):\(nameLine)")])
  }

  @Test func overriddenInjectionIsNotReportedAfterTheTest() async throws {
    let issues = try await liveUseIssues(
      under: .overrideScope { name.override(with: "mock") }
    ) { [late] in
      late.model = Model()
      late.scope = OverrideScope.current
      late.task = Task {
        await late.wait()
        expectEqual(name.resolve(), "mock")
      }
    } afterTest: { [late] in
      await late.finish()
      late.scope?.run { expectEqual(name.resolve(), "mock") }
      expectEqual(late.model?.text, "mock")
    }

    expect(issues.isEmpty)
  }

  @Test func overriddenRequirementNeedsNoImplementationAfterTheTest() async throws {
    let required = Injection<String>.required("a name", fileID: app)

    let issues = try await liveUseIssues(
      under: .overrideScope { required.override(with: "mock") }
    ) { [late] in
      late.task = Task {
        await late.wait()
        expectEqual(required.resolve(), "mock")
      }
    } afterTest: { [late] in
      await late.finish()
    }

    expect(issues.isEmpty)
  }

  @Test func implementationProvidedByTheTestStaysInForceAfterTheTest() async throws {
    let required = Injection<String>.required("a name")

    try await runTest(under: [.overrideScope]) { [late] in
      required.provide(with: "mock")
      late.task = Task {
        await late.wait()
        expect(required.isProvided)
        expectEqual(required.resolve(), "mock")
      }
    }

    expect(!required.isProvided)
    await late.finish()
  }

  // MARK: Inner scopes

  @Test(arguments: [OverrideScope.Kind.inheriting, .fresh, .isolated])
  func liveUseInAScopeThatTheTestOpensIsReported(kind: OverrideScope.Kind) async throws {
    let issues = try await liveUseIssues {
      await withOverrideScope(kind) {
        await Task.yield()
        expectEqual(name.resolve(), "live name")
      }
    }

    expectEqual(issues, [LiveUseIssue("String", "\(file):\(nameLine)")])
  }

  @Test(arguments: [OverrideScope.Kind.inheriting, .fresh, .isolated])
  func liveUseInAScopeThatIsOpenedAfterTheTestIsReported(kind: OverrideScope.Kind) async throws {
    let issues = try await liveUseIssues { [late] in
      late.task = Task {
        await late.wait()
        withOverrideScope(kind) { expectEqual(name.resolve(), "live name") }
      }
    } afterTest: { [late] in
      await late.finish()
    }

    expectEqual(issues, [lateIssue])
  }

  @Test func scopeThatIsOpenedAfterTheTestCanOverrideAndAllow() async throws {
    let other = Injection(strategy: .singleton, instance: "live", fileID: app)

    let issues = try await liveUseIssues { [late] in
      late.scope = OverrideScope.current
    } afterTest: { [late] in
      late.scope?.run {
        withOverrideScope {
          name.override(with: "late mock")
          other.allowLive()
          expectEqual(name.resolve() + other.resolve(), "late mocklive")
        }
      }
    }

    expect(issues.isEmpty)
  }

  @Test func liveUseInAScopeThatTheTestCreatesIsReportedAfterTheTest() async throws {
    let issues = try await liveUseIssues { [late] in
      late.scope = OverrideScope()
    } afterTest: { [late] in
      late.scope?.run { expectEqual(name.resolve(), "live name") }
      late.scope?.end()
    }

    expectEqual(issues, [lateIssue])
  }
}

/// A scope, a model and a task that outlive a test.
@MainActor private final class LateWork {
  var scope: OverrideScope?
  var model: Model?
  var task: Task<Void, Never>?

  private let gate = AsyncStream<Void>.makeStream()

  /// Waits until the test has ended.
  func wait() async {
    for await _ in gate.stream {}
  }

  /// Resumes the task, and waits for its end.
  func finish() async {
    gate.continuation.finish()
    await task?.value
  }
}
