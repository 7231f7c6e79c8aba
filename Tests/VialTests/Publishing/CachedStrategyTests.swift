import Testing
import Vial

/// `.cached` reuses an instance while its validity check returns `true` (rule 6).
@MainActor struct CachedStrategyTests {
  let counter = InstanceCounter()

  @Test func expiredInstanceIsReleasedBeforeItsSuccessorIsBuilt() {
    var isValid = true
    var aliveWhileBuilding: [Int] = []
    let injection = Injection<CountedObject>(strategy: .cached { { isValid } }) {
      aliveWhileBuilding.append(counter.alive)
      return CountedObject(counter)
    }
    expectEqual([injection.resolve().serial, injection.resolve().serial], [1, 1])

    isValid = false
    // A new instance is returned although its check returns `false`.
    expectEqual([injection.resolve().serial, injection.resolve().serial], [2, 3])
    expectEqual(aliveWhileBuilding, [0, 0, 0])

    isValid = true
    let owner = Owner(injection)
    expectEqual(owner.value.serial, 3)
    isValid = false
    expectEqual(injection.resolve().serial, 4)
    expectEqual(owner.value.serial, 3, "A consumer keeps an expired instance.")
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
    let owner = Owner(injection)
    _ = owner.value
    expectEqual(events, ["make", "check", "check"])

    _ = owner.value
    expectEqual(injection.current?.serial, 1)
    expectEqual(events.count, 3, "A further read of a consumer and `current` run no check.")
  }

  @Test func eachInstanceHasItsOwnCheck() {
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
}

@MainActor struct ExpiringStrategyTests {
  let counter = InstanceCounter()

  @Test func durationBeginsWithTheBuildAndIsNotExtendedByUses() {
    let clock = ManualClock()
    let injection = Injection(
      strategy: .expiring(after: .seconds(10), clock: clock),
      instance: CountedObject(counter)
    )
    clock.advance(by: .seconds(60))

    let serials = (0..<25).map { _ in
      defer { clock.advance(by: .seconds(1)) }
      return injection.resolve().serial
    }
    expectEqual(serials, Array(repeating: 1, count: 10) + Array(repeating: 2, count: 10) + [3, 3, 3, 3, 3])

    clock.advance(by: .milliseconds(4_999))
    expectEqual(injection.resolve().serial, 3)
    clock.advance(by: .milliseconds(1))
    expectEqual(injection.resolve().serial, 4)
  }

  @Test func durationIsMeasuredWithTheContinuousClockByDefault() {
    let durations: [(duration: Duration, isReused: Bool)] = [
      (.zero, false), (.seconds(3600), true), (Duration(attoseconds: .max), true),
    ]
    for (duration, isReused) in durations {
      let injection = Injection(strategy: .expiring(after: duration), instance: CountedObject(counter))
      expectEqual(injection.resolve() === injection.resolve(), isReused, "\(duration)")
    }
  }
}

/// How long the cache retains objects that are created while an instance is built.
@MainActor struct ValidityCheckLifetimeTests {
  let counter = InstanceCounter()

  @Test func validityCheckIsReleasedWithItsInstance() {
    let checks = InstanceCounter()
    let injection = Injection(
      strategy: .cached {
        let life = CountedObject(checks)
        return { withExtendedLifetime(life) { true } }
      },
      instance: CountedObject(counter)
    )
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
