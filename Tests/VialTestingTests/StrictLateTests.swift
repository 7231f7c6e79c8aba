import Testing
import Vial
import VialTesting

private let file = "VialTestingTests/StrictLateTests.swift"
@MainActor private let name = Injection(strategy: .singleton, instance: "live name")
private let nameLine = #line - 1

@MainActor private final class Model {
  @Instance(name) var text
}

/// Scopes inside a strict one, and work that runs on after its test, are held to it (rules 22 and 23).
@MainActor struct StrictLateTests {
  private let lateText = strictText("String", "\(file):\(nameLine)", isLate: true)
  private let late = Late()

  // MARK: Late work

  @Test func aTaskThatRunsOn() async throws {
    let issues = try await issues { [late] in
      late.task = Task {
        await late.wait()
        #expect(name.resolve() == "live name")
      }
    } late: { [late] in
      await late.finish()
    }

    #expect(issues == [lateText])
  }

  @Test func aDetachedTaskThatContinuesTheScope() async throws {
    let issues = try await issues(expecting: 1) { [late] in
      let scope = OverrideScope.current
      late.task = Task.detached {
        await late.wait()
        await scope?.run { #expect(await name.resolve() == "live name") }
      }
    } late: { [late] in
      await late.finish()
    }

    #expect(issues == [lateText])
  }

  @Test func aConsumerThatIsReadLater() async throws {
    let issues = try await issues(expecting: 1) { [late] in
      late.model = Model()
    } late: { [late] in
      #expect(await Task.detached { await late.model?.text }.value == "live name")
    }

    #expect(
      issues == [strictText("String", "\(file):\(nameLine)", neededBy: "Model", isLate: true)]
    )
  }

  @Test func aTaskThatATaskStartsLater() async throws {
    let issues = try await issues { [late] in
      late.task = Task {
        await late.wait()
        let resolved = await Task { Model().text }.value
        #expect(resolved == "live name")
      }
    } late: { [late] in
      await late.finish()
    }

    #expect(issues.count == 1)
  }

  @Test func whatTheTestReportedIsNotReportedAgain() async throws {
    let issues = try await issues { [late] in
      _ = name.resolve()
      late.scope = OverrideScope.current
    } late: { [late] in
      late.scope?.run { #expect(name.resolve() == "live name") }
    }

    #expect(issues == [strictText("String", "\(file):\(nameLine)")])
  }

  @Test func whatTheTestOverrodeIsNotLive() async throws {
    let issues = try await issues(
      under: .overrideScope(.strict) { name.override(with: "mock") }
    ) { [late] in
      late.model = Model()
      late.scope = OverrideScope.current
      late.task = Task {
        await late.wait()
        #expect(name.resolve() == "mock")
      }
    } late: { [late] in
      await late.finish()
      late.scope?.run { #expect(name.resolve() == "mock") }
      #expect(late.model?.text == "mock")
    }

    #expect(issues.isEmpty)
  }

  @Test func aRequirementThatTheTestOverrodeNeedsNoProvider() async throws {
    let required = Injection<String>.required("a name")

    let issues = try await issues(
      under: .overrideScope(.strict) { required.override(with: "mock") }
    ) { [late] in
      late.task = Task {
        await late.wait()
        #expect(required.resolve() == "mock")
      }
    } late: { [late] in
      await late.finish()
    }

    #expect(issues.isEmpty)
  }

  @Test func aRequirementThatTheTestProvidedIsStillProvided() async throws {
    let required = Injection<String>.required("a name")

    try await runTest(under: [.overrideScope]) { [late] in
      required.provide(with: "mock")
      late.task = Task {
        await late.wait()
        #expect(required.isProvided)
        #expect(required.resolve() == "mock")
      }
    }

    #expect(!required.isProvided)
    await late.finish()
  }

  // MARK: Scopes inside

  @Test(arguments: [OverrideScope.Kind.inheriting, .isolated])
  func aScopeThatTheTestOpens(kind: OverrideScope.Kind) async throws {
    let issues = try await issues {
      await withOverrideScope(kind) {
        await Task.yield()
        #expect(name.resolve() == "live name")
      }
    }

    #expect(issues == [strictText("String", "\(file):\(nameLine)")])
  }

  @Test(arguments: [OverrideScope.Kind.inheriting, .isolated])
  func aScopeThatLateWorkOpens(kind: OverrideScope.Kind) async throws {
    let issues = try await issues { [late] in
      late.task = Task {
        await late.wait()
        withOverrideScope(kind) { #expect(name.resolve() == "live name") }
      }
    } late: { [late] in
      await late.finish()
    }

    #expect(issues == [lateText])
  }

  @Test func aScopeThatLateWorkOpensMayOverrideAndAllow() async throws {
    let other = Injection(strategy: .singleton, instance: "live")

    let issues = try await issues { [late] in
      late.scope = OverrideScope.current
    } late: { [late] in
      late.scope?.run {
        withOverrideScope {
          name.override(with: "late mock")
          other.allowLive()
          #expect(name.resolve() + other.resolve() == "late mocklive")
        }
      }
    }

    #expect(issues.isEmpty)
  }

  @Test func aScopeThatIsHeldByTheTestIsStrictAfterIt() async throws {
    let issues = try await issues { [late] in
      late.scope = OverrideScope()
    } late: { [late] in
      late.scope?.run { #expect(name.resolve() == "live name") }
      late.scope?.end()
    }

    #expect(issues == [lateText])
  }
}

/// What outlives a test's scope.
@MainActor private final class Late {
  var scope: OverrideScope?
  var model: Model?
  var task: Task<Void, Never>?

  private let gate = AsyncStream<Void>.makeStream()

  /// Waits until the test is over.
  func wait() async {
    for await _ in gate.stream {}
  }

  /// Lets the task go on, and waits for it.
  func finish() async {
    gate.continuation.finish()
    await task?.value
  }
}
