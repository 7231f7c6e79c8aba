import Dispatch
import Testing
import Vial
import VialTesting

@MainActor private let name = Injection(strategy: .singleton, instance: "live", fileID: app)

@MainActor private final class Model {
  @Instance(name) var text
  @WeakInstance(name) var weakText
  @DynamicInstance(name) var currentText
}

@MainActor private let outsideModel = Model()

/// Reports from all tasks, queues and scopes in which a live implementation can be resolved.
@MainActor struct LiveUseReachTests {
  @Test func consumerThatIsReadAfterASuspensionIsReported() async throws {
    let issues = try await liveUseIssues {
      let model = Model()
      await Task.yield()
      expectEqual(model.text, "live")
    }

    expectEqual(issues.count, 1)
  }

  @Test func resolveInTheClosureOfTheTraitIsReported() async throws {
    let issues = try await liveUseIssues(
      under: .overrideScope { expectEqual(name.resolve(), "live") }
    ) {
    }

    expectEqual(issues.count, 1)
  }

  @Test func weakConsumerIsReported() async throws {
    let issues = try await liveUseIssues {
      expectEqual(Model().weakText, "live")
    }

    expectEqual(issues.count, 1)
  }

  @Test func dynamicConsumerIsReportedOnce() async throws {
    let issues = try await liveUseIssues {
      let model = Model()
      expectEqual(model.currentText + model.currentText, "livelive")
    }

    expectEqual(issues.count, 1)
  }

  @Test func dynamicConsumerWithAnAssignedInstanceIsNotReported() async throws {
    let issues = try await liveUseIssues {
      let model = Model()
      model.currentText = "assigned"
      expectEqual(model.currentText, "assigned")
    }

    expect(issues.isEmpty)
  }

  @Test func resolveInAChildTaskIsReported() async throws {
    let issues = try await liveUseIssues {
      async let child = Task { @MainActor in name.resolve() }.value
      expectEqual(await child, "live")
    }

    expectEqual(issues.count, 1)
  }

  @Test func resolveInTheScopeInADetachedTaskIsReported() async throws {
    let issues = try await liveUseIssues {
      let scope = OverrideScope.current
      let resolved = await Task.detached {
        await scope.run { await name.resolve() }
      }.value
      expectEqual(resolved, "live")
    }

    expectEqual(issues.count, 1)
  }

  @Test func allResolvesInADetachedTaskAreReportedBeforeTheTestEnds() async throws {
    let injections = (0..<300).map { Injection(strategy: .onDemand, instance: $0, fileID: app) }

    let issues = try await liveUseIssues {
      let scope = OverrideScope.current
      await Task.detached {
        await scope.run { for injection in injections { _ = await injection.resolve() } }
      }.value
    }

    expectEqual(issues.count, 300)
  }

  @Test func resolveInTheScopeInADispatchBlockIsReported() async throws {
    let issues = try await liveUseIssues {
      let scope = OverrideScope.current
      let resolved = await withCheckedContinuation { continuation in
        DispatchQueue.main.async {
          continuation.resume(returning: scope.run { MainActor.assumeIsolated { name.resolve() } })
        }
      }
      expectEqual(resolved, "live")
    }

    expectEqual(issues.count, 1)
  }

  @Test func consumerThatIsReadInADetachedTaskIsReported() async throws {
    let issues = try await liveUseIssues {
      let model = Model()
      let resolved = await Task.detached { await model.text }.value
      expectEqual(resolved, "live")
    }

    expectEqual(issues.count, 1)
  }

  @Test(arguments: [OverrideScope.Kind.inheriting, .fresh, .isolated])
  func innerScopeReportsInjectionsWithoutAVisibleOverride(kind: OverrideScope.Kind) async throws {
    let issues = try await liveUseIssues {
      name.override(with: "mock")
      withOverrideScope(kind) {
        expect(name.resolve() == (kind == .isolated ? "live" : "mock"))
      }
    }

    expect(issues.count == (kind == .isolated ? 1 : 0))
  }

  @Test func overrideOfAnInnerScopeDoesNotPreventAReportOutside() async throws {
    let issues = try await liveUseIssues {
      withOverrideScope {
        name.override(with: "inner")
        expectEqual(name.resolve(), "inner")
      }
      expectEqual(name.resolve(), "live")
    }

    expectEqual(issues.count, 1)
  }

  @Test func resolveInTheGlobalScopeIsAWarning() async throws {
    let messages = try await liveUseMessages {
      OverrideScope.global.run { expectEqual(name.resolve(), "live") }
      await OverrideScope.global.run {
        await Task.yield()
        expectEqual(name.resolve(), "live")
      }
    }

    expectEqual(messages.count, 1)
    expectEqual(messages.first?.contains("outside every override scope"), true)
  }

  @Test func readOfAConsumerThatWasCreatedOutsideIsALiveUseOfTheTest() async throws {
    _ = outsideModel

    let messages = try await liveUseMessages {
      outsideModel.$text.reset()
      expectEqual(outsideModel.text, "live")
    }

    expectEqual(messages.count, 1)
    expectEqual(messages.first?.contains("with a consumer from outside the scope of the test"), true)
  }

  @Test func resolveAfterTheTestIsReportedWithTheNameOfTheTest() async throws {
    let test = try #require(Test.current)
    let late = LateModel()

    let messages = try await liveUseMessages {
      late.model = Model()
    } afterTest: {
      expectEqual(late.model?.text, "live")
    }

    let message = try #require(messages.first)
    expectEqual(messages.count, 1)
    expect(message.contains(test.name))
    expect(message.contains(String(describing: test.id)))
    expectEqual(LiveUseIssue(message)?.isLate, true)
    expectEqual(LiveUseIssue(message)?.requester?.hasPrefix("Model (VialTestingTests/LiveUseReachTests.swift:"), true)
  }

  @Test func errorAfterALiveResolveDoesNotLoseItsIssue() async throws {
    struct Failure: Error {}
    let issues = try await liveUseIssues {
      await #expect(throws: Failure.self) {
        try await OverrideScopeTrait.overrideScope
          .provideScope(for: try #require(Test.current), testCase: .current) {
            let scope = OverrideScope.current
            _ = await Task.detached { await scope.run { await name.resolve() } }.value
            throw Failure()
          }
      }
    }

    expectEqual(issues.count, 1)
  }
}

/// A model that outlives the scope in which it was created.
@MainActor private final class LateModel {
  var model: Model?
}

@MainActor private let other = Injection(strategy: .singleton, instance: "live", fileID: app)

/// A suite with a scope, applied by Swift Testing.
@Suite(.overrideScope { name.override(with: "mock") })
@MainActor struct LiveUseSuiteTests {
  @Test func injectionThatTheTraitOverridesIsNotReported() async {
    expectEqual(name.resolve(), "mock")
    await Task.yield()
    expectEqual(Model().text, "mock")
  }

  @Test func liveResolveRecordsAnIssueOfTheCurrentTest() {
    name.rollbackOverride()
    withKnownIssue {
      expectEqual(name.resolve(), "live")
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("was resolved live") }
        && issue.sourceLocation == Test.current?.sourceLocation
    }
  }

  @Test(.overrideScope) func scopeOfATestInASuiteFailsOnLiveUses() {
    expectEqual(name.resolve(), "mock")
    withKnownIssue {
      expectEqual(other.resolve(), "live")
    } matching: {
      $0.comments.contains { $0.rawValue.contains("was resolved live") }
    }
  }
}
