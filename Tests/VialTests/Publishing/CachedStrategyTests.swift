import Testing
import Vial

@MainActor struct CachedStrategyTests {
  let counter = InstanceCounter()

  @Test func instanceIsCachedWhileItsCheckReturnsTrue() {
    var isValid = true
    let injection = Injection(
      strategy: .cached { { isValid } },
      instance: CountedObject(counter)
    )

    expectEqual(injection.resolve().serial, 1)
    expectEqual(injection.resolve().serial, 1)
    isValid = false
    expectEqual(injection.resolve().serial, 2)
    isValid = true
    expectEqual(injection.resolve().serial, 2)
    expectEqual(counter.alive, 1)
  }

  @Test func checkIsMadeWithItsInstanceAndRunsOnlyAtLaterResolves() {
    var events: [String] = []
    let injection = Injection(
      strategy: .cached {
        events.append("make")
        return {
          events.append("check")
          return true
        }
      },
      instance: CountedObject(counter)
    )
    expect(events.isEmpty)

    _ = injection.resolve()
    expectEqual(events, ["make"])
    _ = injection.resolve()
    _ = Owner(injection).value
    expectEqual(events, ["make", "check", "check"])
  }

  @Test func newInstanceIsReturnedEvenIfItsCheckReturnsFalse() {
    let injection = Injection(strategy: .cached { { false } }, instance: CountedObject(counter))

    expectEqual(injection.resolve().serial, 1)
    expectEqual(injection.resolve().serial, 2)
  }

  @Test func checkCanCountTheUsesOfItsInstance() {
    let injection = Injection(
      strategy: .cached {
        var uses = 1
        return {
          uses += 1
          return uses <= 3
        }
      },
      instance: CountedObject(counter)
    )

    expectEqual((1...7).map { _ in injection.resolve().serial }, [1, 1, 1, 2, 2, 2, 3])
  }

  @Test func checkCanCompareTheCurrentStateWithTheStateAtTheBuild() {
    var session = 1
    let perSession = InjectionStrategy.cached {
      let started = session
      return { started == session }
    }
    let first = Injection(strategy: perSession, instance: CountedObject(counter))
    let second = Injection(strategy: perSession, instance: CountedObject(counter))

    expectEqual([first, second, first, second].map { $0.resolve().serial }, [1, 2, 1, 2])
    session = 2
    expectEqual([second, first, second, first].map { $0.resolve().serial }, [3, 4, 3, 4])
  }

  @Test func injectionsWithTheSameStrategyHaveSeparateChecks() {
    let twice = InjectionStrategy.cached {
      var uses = 1
      return {
        uses += 1
        return uses <= 2
      }
    }
    let first = Injection(strategy: twice, instance: CountedObject(counter))
    let second = Injection(strategy: twice, instance: CountedObject(counter))

    expectEqual([first, first, second].map { $0.resolve().serial }, [1, 1, 2])
    expectEqual([second, first, second].map { $0.resolve().serial }, [2, 3, 4])
  }

  @Test func currentAndFurtherReadsRunNoCheck() {
    var checks = 0
    let injection = Injection(
      strategy: .cached {
        {
          checks += 1
          return true
        }
      },
      instance: CountedObject(counter)
    )
    let owner = Owner(injection)
    _ = owner.value

    _ = owner.value
    expectEqual(injection.current?.serial, 1)
    expectEqual(checks, 0)
  }

  @Test func consumerKeepsAnExpiredInstance() {
    var isValid = true
    let injection = Injection(strategy: .cached { { isValid } }, instance: CountedObject(counter))
    let owner = Owner(injection)
    _ = owner.value

    isValid = false
    expectEqual(injection.resolve().serial, 2)

    expectEqual(owner.value.serial, 1)
  }

  @Test func expiredInstanceIsReleasedBeforeItsSuccessorIsBuilt() {
    var aliveWhileBuilding: [Int] = []
    let injection = Injection<CountedObject>(strategy: .cached { { false } }) {
      aliveWhileBuilding.append(counter.alive)
      return CountedObject(counter)
    }

    _ = injection.resolve()
    _ = injection.resolve()

    expectEqual(aliveWhileBuilding, [0, 0])
  }

  @Test func overrideHasItsOwnCheck() {
    var isValid = true
    let injection = Injection(strategy: .cached { { isValid } }, instance: CountedObject(counter))
    _ = injection.resolve()
    injection.override(with: CountedObject(counter, "mock"))
    expectEqual(injection.resolve().serial, 2)

    isValid = false
    expectEqual(injection.resolve().serial, 3)
    isValid = true
    injection.rollbackOverride()

    expectEqual(injection.resolve().serial, 1)
  }

  @Test func nilIsCachedWhileItsCheckReturnsTrue() {
    var isValid = true
    let injection = Injection<CountedObject?>(strategy: .cached { { isValid } }) {
      counter.built += 1
      return nil
    }

    expect(injection.resolve() == nil)
    expect(injection.resolve() == nil)
    expectEqual(counter.built, 1)
    isValid = false
    expect(injection.resolve() == nil)
    expectEqual(counter.built, 2)
  }
}

@MainActor struct ExpiringStrategyTests {
  let counter = InstanceCounter()

  @Test func instanceIsReplacedAfterItsDuration() {
    let clock = ManualClock()
    let injection = Injection(
      strategy: .expiring(after: .seconds(300), clock: clock),
      instance: CountedObject(counter)
    )
    expectEqual(injection.resolve().serial, 1)

    clock.advance(by: .milliseconds(299_999))
    expectEqual(injection.resolve().serial, 1)
    clock.advance(by: .milliseconds(1))
    expectEqual(injection.resolve().serial, 2)
  }

  @Test func useOfAnInstanceDoesNotExtendItsDuration() {
    let clock = ManualClock()
    let injection = Injection(
      strategy: .expiring(after: .seconds(10), clock: clock),
      instance: CountedObject(counter)
    )

    let serials = (0..<25).map { _ in
      defer { clock.advance(by: .seconds(1)) }
      return injection.resolve().serial
    }

    expectEqual(
      serials,
      Array(repeating: 1, count: 10) + Array(repeating: 2, count: 10) + [3, 3, 3, 3, 3]
    )
  }

  @Test func durationBeginsWhenTheInstanceIsBuilt() {
    let clock = ManualClock()
    let injection = Injection(
      strategy: .expiring(after: .seconds(10), clock: clock),
      instance: CountedObject(counter)
    )
    clock.advance(by: .seconds(60))

    expectEqual(injection.resolve().serial, 1)
    clock.advance(by: .seconds(9))
    expectEqual(injection.resolve().serial, 1)
  }

  @Test func durationCanExceedTheRangeOfTheClock() {
    let forever = Duration(attoseconds: .max)
    let injection = Injection(strategy: .expiring(after: forever), instance: CountedObject(counter))

    expect(injection.resolve() === injection.resolve())
  }

  @Test func durationIsMeasuredWithTheContinuousClockByDefault() {
    let injection = Injection(
      strategy: .expiring(after: .seconds(3600)),
      instance: CountedObject(counter)
    )
    let gone = Injection(strategy: .expiring(after: .zero), instance: CountedObject(counter))

    expect(injection.resolve() === injection.resolve())
    expect(gone.resolve() !== gone.resolve())
  }
}

/// How long the cache retains validity checks (rule 6).
@MainActor struct ValidityCheckLifetimeTests {
  let counter = InstanceCounter()
  let checks = InstanceCounter()

  /// Returns a check that captures a counted object.
  private func check() -> @MainActor () -> Bool {
    let life = CountedObject(checks)
    return { withExtendedLifetime(life) { true } }
  }

  @Test func validityCheckIsReleasedWithItsInstance() {
    let injection = Injection(strategy: .cached { check() }, instance: CountedObject(counter))

    _ = injection.resolve()
    expectEqual(checks.alive, 1)
    injection.clear()

    expectEqual(checks.alive, 0)
    expectEqual(counter.alive, 0)
  }

  @Test func scopesAndFamiliesCreatedByAFactoryAreReleasedWhileItRuns() {
    let family = InjectionFamily<Int, Int>(strategy: .singleton) { $0 }
    let api = Injection(strategy: .singleton, instance: CountedObject(counter))
    let outer = Injection<Bool>(strategy: .singleton) { [counter] in
      for _ in 0..<100 {
        let local = InjectionFamily<Int, CountedObject>(strategy: .singleton) { [counter] _ in
          CountedObject(counter)
        }
        withOverrideScope {
          api.override(with: CountedObject(counter, "mock"))
          _ = api.resolve()
          for key in 0..<40 { _ = (family.resolve(key), local.resolve(key)) }
        }
      }
      return counter.alive == 0
    }

    expect(outer.resolve())
  }
}

/// A clock that advances only when a test advances it.
///
/// It is used on the main actor only.
final class ManualClock: Clock, @unchecked Sendable {
  struct Instant: InstantProtocol {
    var offset: Duration
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
  }

  private(set) var now = Instant(offset: .zero)
  let minimumResolution = Duration.nanoseconds(1)

  func advance(by duration: Duration) {
    now = now.advanced(by: duration)
  }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    throw CancellationError()
  }
}
