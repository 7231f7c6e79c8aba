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
      #expect(model.text == "live")
    }

    #expect(issues.count == 1)
  }

  @Test func resolveInTheClosureOfTheTraitIsReported() async throws {
    let issues = try await liveUseIssues(
      under: .overrideScope { #expect(name.resolve() == "live") }
    ) {
    }

    #expect(issues.count == 1)
  }

  @Test func weakConsumerIsReported() async throws {
    let issues = try await liveUseIssues {
      #expect(Model().weakText == "live")
    }

    #expect(issues.count == 1)
  }

  @Test func dynamicConsumerIsReportedOnce() async throws {
    let issues = try await liveUseIssues {
      let model = Model()
      #expect(model.currentText + model.currentText == "livelive")
    }

    #expect(issues.count == 1)
  }

  @Test func dynamicConsumerWithAnAssignedInstanceIsNotReported() async throws {
    let issues = try await liveUseIssues {
      let model = Model()
      model.currentText = "assigned"
      #expect(model.currentText == "assigned")
    }

    #expect(issues.isEmpty)
  }

  @Test func resolveInAChildTaskIsReported() async throws {
    let issues = try await liveUseIssues {
      async let child = Task { @MainActor in name.resolve() }.value
      #expect(await child == "live")
    }

    #expect(issues.count == 1)
  }

  @Test func resolveInTheScopeInADetachedTaskIsReported() async throws {
    let issues = try await liveUseIssues {
      let scope = OverrideScope.current
      let resolved = await Task.detached {
        await scope.run { await name.resolve() }
      }.value
      #expect(resolved == "live")
    }

    #expect(issues.count == 1)
  }

  @Test func allResolvesInADetachedTaskAreReportedBeforeTheTestEnds() async throws {
    let injections = (0..<300).map { Injection(strategy: .onDemand, instance: $0, fileID: app) }

    let issues = try await liveUseIssues {
      let scope = OverrideScope.current
      await Task.detached {
        await scope.run { for injection in injections { _ = await injection.resolve() } }
      }.value
    }

    #expect(issues.count == 300)
  }

  @Test func resolveInTheScopeInADispatchBlockIsReported() async throws {
    let issues = try await liveUseIssues {
      let scope = OverrideScope.current
      let resolved = await withCheckedContinuation { continuation in
        DispatchQueue.main.async {
          continuation.resume(returning: scope.run { MainActor.assumeIsolated { name.resolve() } })
        }
      }
      #expect(resolved == "live")
    }

    #expect(issues.count == 1)
  }

  @Test func consumerThatIsReadInADetachedTaskIsReported() async throws {
    let issues = try await liveUseIssues {
      let model = Model()
      let resolved = await Task.detached { await model.text }.value
      #expect(resolved == "live")
    }

    #expect(issues.count == 1)
  }

  @Test(arguments: [OverrideScope.Kind.inheriting, .fresh, .isolated])
  func innerScopeReportsInjectionsWithoutAVisibleOverride(kind: OverrideScope.Kind) async throws {
    let issues = try await liveUseIssues {
      name.override(with: "mock")
      withOverrideScope(kind) {
        #expect(name.resolve() == (kind == .isolated ? "live" : "mock"))
      }
    }

    #expect(issues.count == (kind == .isolated ? 1 : 0))
  }

  @Test func overrideOfAnInnerScopeDoesNotPreventAReportOutside() async throws {
    let issues = try await liveUseIssues {
      withOverrideScope {
        name.override(with: "inner")
        #expect(name.resolve() == "inner")
      }
      #expect(name.resolve() == "live")
    }

    #expect(issues.count == 1)
  }

  @Test func resolveInTheGlobalScopeIsAWarning() async throws {
    let messages = try await liveUseMessages {
      OverrideScope.global.run { #expect(name.resolve() == "live") }
      await OverrideScope.global.run {
        await Task.yield()
        #expect(name.resolve() == "live")
      }
    }

    #expect(messages.count == 1)
    #expect(messages.first?.contains("outside every override scope") == true)
  }

  @Test func readOfAConsumerThatWasCreatedOutsideIsALiveUseOfTheTest() async throws {
    _ = outsideModel

    let messages = try await liveUseMessages {
      outsideModel.$text.reset()
      #expect(outsideModel.text == "live")
    }

    #expect(messages.count == 1)
    #expect(messages.first?.contains("with a consumer from outside the scope of the test") == true)
  }

  @Test func resolveAfterTheTestIsReportedWithTheNameOfTheTest() async throws {
    let test = try #require(Test.current)
    let late = LateModel()

    let messages = try await liveUseMessages {
      late.model = Model()
    } afterTest: {
      #expect(late.model?.text == "live")
    }

    let message = try #require(messages.first)
    #expect(messages.count == 1)
    #expect(message.contains(test.name))
    #expect(message.contains(String(describing: test.id)))
    #expect(LiveUseIssue(message)?.isLate == true)
    #expect(LiveUseIssue(message)?.requester?.hasPrefix("Model (VialTestingTests/LiveUseReachTests.swift:") == true)
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

    #expect(issues.count == 1)
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
    #expect(name.resolve() == "mock")
    await Task.yield()
    #expect(Model().text == "mock")
  }

  @Test func liveResolveRecordsAnIssueOfTheCurrentTest() {
    name.rollbackOverride()
    withKnownIssue {
      #expect(name.resolve() == "live")
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("was resolved live") }
        && issue.sourceLocation == Test.current?.sourceLocation
    }
  }

  @Test(.overrideScope) func scopeOfATestInASuiteFailsOnLiveUses() {
    #expect(name.resolve() == "mock")
    withKnownIssue {
      #expect(other.resolve() == "live")
    } matching: {
      $0.comments.contains { $0.rawValue.contains("was resolved live") }
    }
  }
}
