import Foundation
import Services
import Testing
import Vial
import VialTesting

/// Tests that run one after the other, so each live use of nobody names the running test, and use another injection each, because a
/// use of nobody is reported once in the process.
///
/// The run fails for each test whose name begins with "fails", and for no other test. No test fails.
@Suite(.serialized) @MainActor struct EscapedTests {
  @Test(.overrideScope { overrideServices() }) func failsOnADetachedTask() async {
    for _ in 0..<2 { await escape { #expect(services[0].resolve() == "live") } }
    #expect(services[0].resolve() == "mock")
  }

  @Test(.overrideScope { overrideServices() }) func failsOnABlockOnTheMainQueue() async {
    await withCheckedContinuation { done in
      DispatchQueue.main.async {
        MainActor.assumeIsolated { _ = services[1].resolve() }
        done.resume()
      }
    }
  }

  @Test(.overrideScope { overrideServices() }) func failsOnATaskOfAnotherQueue() async {
    await withCheckedContinuation { done in
      DispatchQueue.global().async {
        Task {
          _ = await services[2].resolve()
          done.resume()
        }
      }
    }
  }

  @Test(.overrideScope { overrideServices() }) func failsOnANotification() async {
    let posted = Notification.Name("posted")
    let center = NotificationCenter.default
    let observer = center.addObserver(forName: posted, object: nil, queue: nil) { _ in
      MainActor.assumeIsolated { _ = services[3].resolve() }
    }
    await escape { NotificationCenter.default.post(name: posted, object: nil) }
    center.removeObserver(observer)
  }

  @Test(.overrideScope { overrideServices() }) func failsOnAClosureThatIsCalledLate() async {
    let resolveLater = { @MainActor in services[4].resolve() }
    await escape { #expect(resolveLater() == "live") }
  }

  @Test(.overrideScope { overrideServices() }) func failsOnAConsumerThatIsCreatedOutside() async {
    await escape { #expect(Model().text == "live") }
  }

  @Test(.overrideScope) func failsWithoutAnOverride() async { await escape { _ = services[5].resolve() } }

  @Test(.overrideScope { names.override(with: { _ in "mock" }) }) func failsOnAFamilyOnce() async {
    await escape { for key in [2, 3] { _ = names.resolve(key) } }
  }

  @Test(.overrideScope { otherNames[1].override(with: "mock") }) func failsOnOneKey() async {
    await escape { for key in 0..<3 { _ = otherNames.resolve(key) } }
  }

  @Test(.overrideScope) func failsOnAProvidedImplementation() async {
    await escape {
      let provision = required.provide(with: "live")
      _ = required.resolve()
      provision.withdraw()
    }
  }

  @Test(.overrideScope { overrideServices() }, arguments: [1]) func failsInACase(number: Int) async {
    await escape { _ = services[6].resolve() }
  }

  @Test(.overrideScope(.inheriting) { overrideServices() }) func failsInAnInheritingTest() async {
    await escape { _ = services[7].resolve() }
  }

  @Suite(.overrideScope { overrideServices() }) @MainActor struct NestedTests {
    @Test(.overrideScope) func failsInTheScopeOfASuite() async { await escape { _ = services[8].resolve() } }

    @Test(.overrideScope(.isolated)) func failsInAnIsolatedTest() async { await escape { _ = services[9].resolve() } }
  }

  // MARK: Nothing is reported

  @Test(.overrideScope { services[10].allowLive() }) func ignoresInjectionsThatTheTestAllows() async {
    await escape { _ = services[10].resolve() }
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
      _ = services[11].current
      let token = services[11].override(with: { original in original.resolve() })
      _ = services[11].resolve()
      token.rollback()
    }
  }

  @Test(.overrideScope { overrideServices() }) func ignoresWorkThatContinuesTheScope() async {
    let scope = OverrideScope.current
    await escape { scope.run { #expect(services[12].resolve() == "mock") } }
  }

  @Test(.overrideScope { overrideServices() }) func ignoresACapturedConsumer() async {
    await escape { [name = Instance(services[12])] in #expect(name() == "mock") }
  }

  @Test func ignoresWhatWasReportedWhileNoTestWithAScopeRuns() async { await escape { _ = nickname.resolve() } }
}

/// Tests that allow live uses.
///
/// While only such tests have begun, a use of nobody is at most a warning.
@Suite(.serialized) @MainActor struct LenientTests {
  @Test(.overrideScope(live: .allowed)) func beginsWithAnAllowedUse() async {
    await escape { _ = services[13].resolve() }
  }

  @Test(.overrideScope(live: .allowed) { overrideServices() }) func warnsBecauseTheTestOverrides() async {
    await escape { _ = services[13].resolve() }
  }

  @Test(.overrideScope(live: .allowed)) func ignoresTheOverridesOfEarlierTests() async {
    await escape { _ = services[13].resolve() }
  }
}

/// The work of an application that hosts the tests, in a process in which no test has a scope.
@Suite(.serialized) @MainActor struct HostTests {
  @Test func ignoresTheApplicationBeforeTheFirstScope() async { await escape { _ = nickname.resolve() } }
}
