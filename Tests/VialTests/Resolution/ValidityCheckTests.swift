import Foundation
import Testing
import Vial

/// A validity check runs while a resolve is looking for an instance, so a check must not use injections (rule 6).
///
/// `ApplicationCodeTests` use injections in each way in a check.
@Suite(.checksInvariants) @MainActor struct ValidityCheckTests {
  @Test(.exitTest) func messageNamesTheInjectionWhoseCheckUsesInjections() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) { @MainActor in
      let number = Injection(strategy: .singleton, instance: 1)
      let hook = ActionHook { _ = number.resolve() }
      let check = InjectionStrategy.cached {
        {
          hook.fire()
          return true
        }
      }
      let clock = InjectionStrategy.expiring(after: .seconds(1), clock: ActingClock(hook: hook))
      for (name, strategy) in [("check", check), ("clock", clock)] {
        let checked = Injection(strategy: strategy, instance: "", fileID: "App/Checked.swift", line: 7)
        let result = ForkedProcess.run {
          // A clock is read for the first time when the instance is cached.
          if name == "check" { _ = checked.resolve() }
          hook.arm()
          _ = checked.resolve()
        }
        let message = "The validity check of String (App/Checked.swift:7) uses injections."
        if result.hasReturned || !result.standardError.contains(message) {
          FileHandle.standardError.write(Data("\(name): \(result.standardError)\n".utf8))
        }
      }
    }
    expectEqual(standardError(of: result), "")
  }

  @Test func checkIsMadeBeforeTheInstanceIsCached() {
    var current: Int?
    var checked: Injection<Int>?
    checked = Injection(
      strategy: .cached {
        current = checked?.current
        return { true }
      },
      instance: 1
    )

    expectEqual(checked?.resolve(), 1)
    expect(current == nil)
    expectEqual(checked?.current, 1)
    checked = nil
  }

  @Test func instanceBuiltByADeinitializerDuringEvictionIsNotChecked() {
    let checks = Variable(0)
    let successor = Variable<(@MainActor () -> Void)?>(nil)
    let injection = Injection(
      strategy: .cached {
        {
          checks.content += 1
          return false
        }
      },
      instance: OnDeinit { successor.content?() }
    )
    _ = injection.resolve()
    let built = Variable<OnDeinit?>(nil)
    successor.content = {
      successor.content = nil
      built.content = injection.resolve()
    }

    let resolved = injection.resolve()

    expect(resolved === built.content)
    expectEqual(checks.content, 1)
  }

  @Test func instanceBuiltByAReleaseActionIsReturnedByTheResolveThatReleases() {
    let counter = InstanceCounter()
    let successor = Variable<@MainActor () -> Void>({})
    let injection = Injection(strategy: .cached { { false } }, instance: CountedObject(counter))
      .onRelease { _ in if counter.built < 10 { successor.content() } }
    successor.content = { _ = injection.resolve() }
    _ = injection.resolve()

    expectEqual(injection.resolve().serial, 2)

    expectEqual(counter.built, 2)
    successor.content = {}
  }

  @Test func noCheckIsMadeForAnInstanceThatIsNotCached() {
    let counter = InstanceCounter()
    let made = Variable(0)
    let counting = InjectionStrategy.cached {
      made.content += 1
      return { true }
    }
    let part = Injection(strategy: .singleton, instance: CountedObject(counter, "part"))
    let tokens = Variable<[Override]>([])
    let whole = Injection<CountedObject>(strategy: counting) {
      let part = part.resolve()
      for token in tokens.content { token.rollback() }
      return CountedObject(counter, "whole", parts: [part])
    }

    withOverrideScope(.isolated) {
      // The override of the dependency is rolled back while the instance is built.
      tokens.content = [part.override(with: CountedObject(counter, "mock"))]
      _ = whole.resolve()
      expectEqual(made.content, 0)
      // The override that builds the instance is rolled back while it builds.
      tokens.content = []
      whole.override(with: { _ in
        whole.rollbackOverride()
        return CountedObject(counter, "mock")
      })
      _ = whole.resolve()
      expectEqual(made.content, 0)
      // The instance is cached.
      _ = (whole.resolve(), whole.resolve())
      expectEqual(made.content, 1)
    }
    // A scope that has ended refers weakly to an instance, and does not check it.
    let ended = OverrideScope(.isolated)
    ended.end()
    _ = ended.run { whole.resolve() }
    expectEqual(made.content, 1)
  }
}
