import Dispatch
import Testing
import Vial
import VialTesting

@MainActor private let name = Injection(strategy: .singleton, instance: "live")

@MainActor private final class Model {
  @Instance(name) var text
  @WeakInstance(name) var weakText
}

@MainActor private let outsideModel = Model()

/// A strict scope hears of a live resolve wherever the scope reaches (rules 20 and 23).
@MainActor struct StrictReachTests {
  @Test func aConsumerFirstReadAfterASuspension() async throws {
    let issues = try await issues {
      let model = Model()
      await Task.yield()
      #expect(model.text == "live")
    }

    #expect(issues.count == 1)
  }

  @Test func theTraitsOwnClosure() async throws {
    let issues = try await issues(
      under: .overrideScope(.strict) { #expect(name.resolve() == "live") }
    ) {
    }

    #expect(issues.count == 1)
  }

  @Test func aWeakConsumer() async throws {
    let issues = try await issues {
      #expect(Model().weakText == "live")
    }

    #expect(issues.count == 1)
  }

  @Test func aChildTask() async throws {
    let issues = try await issues {
      async let child = Task { @MainActor in name.resolve() }.value
      #expect(await child == "live")
    }

    #expect(issues.count == 1)
  }

  @Test func aDetachedTaskThatContinuesTheScope() async throws {
    let issues = try await issues {
      let scope = OverrideScope.current
      let resolved = await Task.detached {
        await scope?.run { await name.resolve() }
      }.value
      #expect(resolved == "live")
    }

    #expect(issues.count == 1)
  }

  @Test func everyReportOfADetachedTaskIsThereWhenTheTestEnds() async throws {
    let injections = (0..<300).map { Injection(strategy: .onDemand, instance: $0) }

    let issues = try await issues {
      let scope = OverrideScope.current
      await Task.detached {
        await scope?.run { for injection in injections { _ = await injection.resolve() } }
      }.value
    }

    #expect(issues.count == 300)
  }

  @Test func aDispatchBlockThatContinuesTheScope() async throws {
    let issues = try await issues {
      let scope = OverrideScope.current
      let resolved = await withCheckedContinuation { continuation in
        DispatchQueue.main.async {
          continuation.resume(returning: scope?.run { MainActor.assumeIsolated { name.resolve() } })
        }
      }
      #expect(resolved == "live")
    }

    #expect(issues.count == 1)
  }

  @Test func aConsumerReadInACallbackBelongsToItsScope() async throws {
    let issues = try await issues {
      let model = Model()
      let resolved = await Task.detached { await model.text }.value
      #expect(resolved == "live")
    }

    #expect(issues.count == 1)
  }

  @Test(arguments: [OverrideScope.Kind.inheriting, .isolated])
  func aScopeInsideIsStrictToo(kind: OverrideScope.Kind) async throws {
    let issues = try await issues {
      name.override(with: "mock")
      withOverrideScope(kind) {
        #expect(name.resolve() == (kind == .inheriting ? "mock" : "live"))
      }
    }

    #expect(issues.count == (kind == .inheriting ? 0 : 1))
  }

  @Test func aScopeInsideReportsWhatItsOwnOverrideHidNoMore() async throws {
    let issues = try await issues {
      withOverrideScope {
        name.override(with: "inner")
        #expect(name.resolve() == "inner")
      }
      #expect(name.resolve() == "live")
    }

    #expect(issues.count == 1)
  }

  @Test func aConsumerMadeOutsideBelongsOutside() async throws {
    _ = outsideModel

    let issues = try await issues {
      outsideModel.$text.reset()
      #expect(outsideModel.text == "live")
    }

    #expect(issues.isEmpty)
  }

  @Test func lateWorkIsReportedWithTheTestThatStartedIt() async throws {
    let test = try #require(Test.current)
    let place = Late()

    let issues = try await issues {
      place.model = Model()
    } late: {
      #expect(place.model?.text == "live")
    }

    #expect(issues.count == 1)
    #expect(issues.first?.contains("by the test \(test.name) (") == true)
    #expect(issues.first?.contains("after its end, needed by Model.") == true)
  }

  @Test func anErrorAfterALiveResolveLosesNoIssue() async throws {
    struct Failure: Error {}
    let issues = try await issues {
      await #expect(throws: Failure.self) {
        try await OverrideScopeTrait.overrideScope(.strict)
          .provideScope(for: try #require(Test.current), testCase: .current) {
            let scope = OverrideScope.current
            _ = await Task.detached { await scope?.run { await name.resolve() } }.value
            throw Failure()
          }
      }
    }

    #expect(issues.count == 1)
  }
}

/// A place for what outlives a scope.
@MainActor private final class Late {
  var model: Model?
}

@MainActor private let other = Injection(strategy: .singleton, instance: "live")

/// The same as users write it.
@Suite(.overrideScope(.strict) { name.override(with: "mock") })
@MainActor struct StrictSuiteTests {
  @Test func whatTheTraitOverridesIsNotLive() async {
    #expect(name.resolve() == "mock")
    await Task.yield()
    #expect(Model().text == "mock")
  }

  @Test func aLiveResolveIsAnIssueOfThisTest() {
    name.rollbackOverride()
    withKnownIssue {
      #expect(name.resolve() == "live")
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("was resolved live") }
        && issue.sourceLocation == Test.current?.sourceLocation
    }
  }

  @Test(.overrideScope) func aTestsOwnScopeInAStrictSuiteIsStrict() {
    #expect(name.resolve() == "mock")
    withKnownIssue {
      #expect(other.resolve() == "live")
    } matching: {
      $0.comments.contains { $0.rawValue.contains("was resolved live") }
    }
  }
}
