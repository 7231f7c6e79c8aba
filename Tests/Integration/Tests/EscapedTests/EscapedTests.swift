import Foundation
import Services
import Testing
import Vial
import VialTesting

@MainActor private func overrideName() { nickname.override(with: "mock") }

/// Tests that run one after the other, so each live use of nobody names the running test.
///
/// The run fails for each test whose name begins with "fails", and for no other test. No test fails.
@Suite(.serialized) @MainActor struct EscapedTests {
  @Test(.overrideScope { overrideName() }) func failsOnADetachedTask() async {
    for _ in 0..<2 { await escape { #expect(nickname.resolve() == "live") } }
    #expect(nickname.resolve() == "mock")
  }

  @Test(.overrideScope { overrideName() }) func failsOnABlockOnTheMainQueue() async {
    await withCheckedContinuation { done in
      DispatchQueue.main.async {
        MainActor.assumeIsolated { _ = nickname.resolve() }
        done.resume()
      }
    }
  }

  @Test(.overrideScope { overrideName() }) func failsOnATaskOfAnotherQueue() async {
    await withCheckedContinuation { done in
      DispatchQueue.global().async {
        Task {
          _ = await nickname.resolve()
          done.resume()
        }
      }
    }
  }

  @Test(.overrideScope { overrideName() }) func failsOnANotification() async {
    let posted = Notification.Name("posted")
    let center = NotificationCenter.default
    let observer = center.addObserver(forName: posted, object: nil, queue: nil) { _ in
      MainActor.assumeIsolated { _ = nickname.resolve() }
    }
    await escape { NotificationCenter.default.post(name: posted, object: nil) }
    center.removeObserver(observer)
  }

  @Test(.overrideScope { overrideName() }) func failsOnAClosureThatIsCalledLate() async {
    makeName.allowLive()
    let makeName = makeName.resolve()
    await escape { #expect(makeName() == "live") }
  }

  @Test(.overrideScope { overrideName() }) func failsOnAConsumerThatIsCreatedOutside() async {
    await escape { #expect(Model().text == "live") }
  }

  @Test(.overrideScope) func failsWithoutAnOverride() async { await escape { _ = nickname.resolve() } }

  @Test(.overrideScope { names.override(with: { _ in "mock" }) }) func failsOnAFamilyOnce() async {
    await escape { for key in [2, 3] { _ = names.resolve(key) } }
  }

  @Test(.overrideScope { names[1].override(with: "mock") }) func failsOnOneKey() async {
    await escape { for key in 0..<3 { _ = names.resolve(key) } }
  }

  @Test(.overrideScope) func failsOnAProvidedImplementation() async {
    await escape {
      let provision = required.provide(with: "live")
      _ = required.resolve()
      provision.withdraw()
    }
  }

  @Test(.overrideScope { overrideName() }, arguments: [1]) func failsInACase(number: Int) async {
    await escape { _ = nickname.resolve() }
  }

  @Test(.overrideScope(.inheriting) { overrideName() }) func failsInAnInheritingTest() async {
    await escape { _ = nickname.resolve() }
  }

  @Suite(.overrideScope { overrideName() }) @MainActor struct NestedTests {
    @Test(.overrideScope) func failsInTheScopeOfASuite() async { await escape { _ = nickname.resolve() } }

    @Test(.overrideScope(.isolated)) func failsInAnIsolatedTest() async { await escape { _ = nickname.resolve() } }
  }

  // MARK: Nothing is reported

  @Test(.overrideScope { nickname.allowLive() }) func ignoresInjectionsThatTheTestAllows() async {
    await escape { _ = nickname.resolve() }
  }

  @Test(.overrideScope { user.allowLive(includingDependencies: true) })
  func ignoresDependenciesOfAllowedInjections() async {
    await escape { _ = user.resolve() }
  }

  @Test(.overrideScope) func ignoresInjectionsThatTheGlobalScopeAllows() async {
    OverrideScope.global.run { allowed.allowLive() }
    await escape { _ = allowed.resolve() + harmless.resolve() }
  }

  @Test(.overrideScope) func ignoresContextsAndOriginals() async {
    await escape {
      _ = inContext.resolve()
      _ = nickname.current
      let token = nickname.override(with: { original in original.resolve() })
      _ = nickname.resolve()
      token.rollback()
    }
  }

  @Test(.overrideScope { overrideName() }) func ignoresWorkThatContinuesTheScope() async {
    let scope = OverrideScope.current
    await escape { scope.run { #expect(nickname.resolve() == "mock") } }
  }

  @Test(.overrideScope { overrideName() }) func ignoresACapturedConsumer() async {
    await escape { [name = Instance(nickname)] in #expect(name() == "mock") }
  }

  @Test func ignoresWhatWasReportedWhileNoTestWithAScopeRuns() async { await escape { _ = nickname.resolve() } }
}

/// Tests that allow live uses. While only such tests have begun, a use of nobody is at most a warning.
@Suite(.serialized) @MainActor struct LenientTests {
  @Test(.overrideScope(live: .allowed)) func beginsWithAnAllowedUse() async {
    await escape { _ = nickname.resolve() }
  }

  @Test(.overrideScope(live: .allowed) { overrideName() }) func warnsBecauseTheTestOverrides() async {
    await escape { _ = nickname.resolve() }
  }

  @Test(.overrideScope(live: .allowed)) func ignoresTheOverridesOfEarlierTests() async {
    await escape { _ = nickname.resolve() }
  }
}

/// The work of an application that hosts the tests, in a process in which no test has a scope.
@Suite(.serialized) @MainActor struct HostTests {
  @Test func ignoresTheApplicationBeforeTheFirstScope() async { await escape { _ = nickname.resolve() } }
}
