import Foundation
import Testing
import Vial
import VialTesting

@MainActor let name = Injection(strategy: .singleton, instance: "live")
@MainActor let names = InjectionFamily<Int, String>(strategy: .singleton) { "live \($0)" }
@MainActor let allowed = Injection(strategy: .singleton, instance: "live")
@MainActor let user = Injection(strategy: .onDemand, instance: allowed.resolve())
@MainActor let inContext = Injection(strategy: .singleton, instance: "live").when(.test, instance: "test")
@MainActor let required = Injection<String>.required("a name")
@MainActor let other = Injection(strategy: .singleton, instance: "other")
@MainActor let makeName = Injection<@MainActor () -> String>(strategy: .singleton, instance: { name.resolve() })

@MainActor final class Model {
  @Instance(name) var text
}

/// Runs work that belongs to no test and to no scope.
func escape(_ work: @escaping @MainActor @Sendable () -> Void) async {
  await Task.detached { await MainActor.run { work() } }.value
}

@MainActor func overrideName() { name.override(with: "mock") }

/// Tests that run one after the other, so only one test can be warned of each resolve.
@Suite(.serialized) @MainActor struct EscapedTests {
  @Test(.overrideScope { overrideName() }) func warnsOfADetachedTask() async {
    for _ in 0..<2 { await escape { #expect(name.resolve() == "live") } }
    #expect(name.resolve() == "mock")
  }

  @Test(.overrideScope) func warnsOfABlockOnTheMainQueue() async {
    overrideName()
    await withCheckedContinuation { done in
      DispatchQueue.main.async {
        MainActor.assumeIsolated { _ = name.resolve() }
        done.resume()
      }
    }
  }

  @Test(.overrideScope { overrideName() }) func warnsOfATaskOfAnotherQueue() async {
    await withCheckedContinuation { done in
      DispatchQueue.global().async {
        Task {
          _ = await name.resolve()
          done.resume()
        }
      }
    }
  }

  @Test(.overrideScope { overrideName() }) func warnsOfANotification() async {
    let posted = Notification.Name("posted")
    let center = NotificationCenter.default
    let observer = center.addObserver(forName: posted, object: nil, queue: nil) { _ in
      MainActor.assumeIsolated { _ = name.resolve() }
    }
    await escape { NotificationCenter.default.post(name: posted, object: nil) }
    center.removeObserver(observer)
  }

  @Test(.overrideScope { overrideName() }) func warnsOfAClosureThatIsCalledLate() async {
    let makeName = makeName.resolve()
    await escape { #expect(makeName() == "live") }
  }

  @Test(.overrideScope { overrideName() }) func warnsOfAConsumerThatIsCreatedOutside() async {
    await escape { #expect(Model().text == "live") }
  }

  @Test(.overrideScope(.strict)) func warnsOfAStrictTest() async {
    await escape { _ = name.resolve() }
  }

  @Test(.overrideScope { names.override(with: { _ in "mock" }) }) func warnsOfAFamilyOnce() async {
    await escape { for key in [2, 3] { _ = names.resolve(key) } }
  }

  @Test(.overrideScope { names[1].override(with: "mock") }) func warnsOfOneKey() async {
    await escape { for key in 0..<3 { _ = names.resolve(key) } }
  }

  @Test(.overrideScope { name.override(with: other) }) func warnsOfAForwardingOverride() async {
    await escape { _ = (other.resolve(), name.resolve()) }
  }

  @Test(.overrideScope(.strict)) func warnsOfAProvidedImplementation() async {
    await escape {
      let provision = required.provide(with: "live")
      _ = required.resolve()
      provision.withdraw()
    }
  }

  @Test(.overrideScope { overrideName() }, arguments: 0..<3) func warnsOfTheFirstCase(number: Int) async {
    await escape { _ = name.resolve() }
  }

  @Test(.overrideScope(.inheriting) { overrideName() }) func warnsOfAnInheritingTest() async {
    await escape { _ = name.resolve() }
  }

  @Suite(.overrideScope { overrideName() }) @MainActor struct NestedTests {
    @Test(.overrideScope(.strict)) func warnsOfTheScopeOfASuite() async {
      await escape { _ = name.resolve() }
    }

    @Test(.overrideScope(.isolated)) func ignoresAnOverrideThatTheTestDoesNotSee() async {
      await escape { _ = name.resolve() }
    }
  }

  // MARK: Nothing is reported

  @Test(.overrideScope) func ignoresOtherInjections() async {
    await escape { _ = name.resolve() }
  }

  @Test func ignoresTestsWithoutAScope() async {
    await escape { _ = name.resolve() }
  }

  @Test(.overrideScope(.strict) { name.allowLive() }) func ignoresInjectionsThatTheTestAllows() async {
    await escape { _ = name.resolve() }
  }

  @Test(.overrideScope(.strict) { user.allowLive() }) func ignoresDependenciesOfAllowedInjections() async {
    await escape { _ = user.resolve() }
  }

  @Test(.overrideScope(.strict)) func ignoresInjectionsThatTheGlobalScopeAllows() async {
    OverrideScope.global.run { allowed.allowLive() }
    await escape { _ = allowed.resolve() }
  }

  @Test(.overrideScope(.strict)) func ignoresContextsAndOriginals() async {
    await escape {
      _ = inContext.resolve()
      _ = name.current
      let token = name.override(with: { original in original.resolve() })
      _ = name.resolve()
      token.rollback()
    }
  }

  @Test(.overrideScope { overrideName() }) func ignoresWorkThatContinuesTheScope() async {
    let scope = OverrideScope.current
    await escape { scope.run { #expect(name.resolve() == "mock") } }
  }

  @Test(.overrideScope { overrideName() }) func ignoresACapturedConsumer() async {
    await escape { [name = Instance(name)] in #expect(name() == "mock") }
  }
}
