import Testing
import Vial

@MainActor struct CachedStrategyTests {
  let tally = Tally()

  @Test func isKeptWhileValid() {
    var isValid = true
    let injection = Injection(
      strategy: .cached { { isValid } },
      instance: Probe(tally)
    )

    #expect(injection.resolve().serial == 1)
    #expect(injection.resolve().serial == 1)
    isValid = false
    #expect(injection.resolve().serial == 2)
    isValid = true
    #expect(injection.resolve().serial == 2)
    #expect(tally.alive == 1)
  }

  @Test func theCheckIsMadeWhenStoredAndAskedAtLaterResolvesOnly() {
    var events: [String] = []
    let injection = Injection(
      strategy: .cached {
        events.append("make")
        return {
          events.append("ask")
          return true
        }
      },
      instance: Probe(tally)
    )
    #expect(events.isEmpty)

    _ = injection.resolve()
    #expect(events == ["make"])
    _ = injection.resolve()
    _ = Owner(injection).value
    #expect(events == ["make", "ask", "ask"])
  }

  @Test func aFreshInstanceIsProvidedEvenIfItIsNeverValid() {
    let injection = Injection(strategy: .cached { { false } }, instance: Probe(tally))

    #expect(injection.resolve().serial == 1)
    #expect(injection.resolve().serial == 2)
  }

  @Test func aCheckThatClearsWhatItJudgesHasANewOneBuiltWhateverItSays() {
    let injections = Box<Injection<Probe>?>(nil)
    let injection = Injection(
      strategy: .cached {
        {
          injections.content?.clear()
          return true
        }
      },
      instance: Probe(tally)
    )
    injections.content = injection

    #expect(injection.resolve().serial == 1)
    #expect(injection.resolve().serial == 2)
    injections.content = nil
  }

  @Test func aLeastUsesLifetimeCountsUses() {
    let injection = Injection(
      strategy: .cached {
        var uses = 1
        return {
          uses += 1
          return uses <= 3
        }
      },
      instance: Probe(tally)
    )

    #expect((1...7).map { _ in injection.resolve().serial } == [1, 1, 1, 2, 2, 2, 3])
  }

  @Test func aPerSessionLifetimeFollowsTheSession() {
    var session = 1
    let perSession = InjectionStrategy.cached {
      let started = session
      return { started == session }
    }
    let first = Injection(strategy: perSession, instance: Probe(tally))
    let second = Injection(strategy: perSession, instance: Probe(tally))

    #expect([first, second, first, second].map { $0.resolve().serial } == [1, 2, 1, 2])
    session = 2
    #expect([second, first, second, first].map { $0.resolve().serial } == [3, 4, 3, 4])
  }

  @Test func oneStrategyCountsForEachInjectionAlone() {
    let twice = InjectionStrategy.cached {
      var uses = 1
      return {
        uses += 1
        return uses <= 2
      }
    }
    let first = Injection(strategy: twice, instance: Probe(tally))
    let second = Injection(strategy: twice, instance: Probe(tally))

    #expect([first, first, second].map { $0.resolve().serial } == [1, 1, 2])
    #expect([second, first, second].map { $0.resolve().serial } == [2, 3, 4])
  }

  @Test func peekingAndReadingAgainAskNothing() {
    var asked = 0
    let injection = Injection(
      strategy: .cached {
        {
          asked += 1
          return true
        }
      },
      instance: Probe(tally)
    )
    let owner = Owner(injection)
    _ = owner.value

    _ = owner.value
    #expect(injection.current?.serial == 1)
    #expect(asked == 0)
  }

  @Test func aConsumerKeepsAnExpiredInstance() {
    var isValid = true
    let injection = Injection(strategy: .cached { { isValid } }, instance: Probe(tally))
    let owner = Owner(injection)
    _ = owner.value

    isValid = false
    #expect(injection.resolve().serial == 2)

    #expect(owner.value.serial == 1)
  }

  @Test func anExpiredInstanceIsReleasedBeforeAnotherIsBuilt() {
    var aliveWhileBuilding: [Int] = []
    let injection = Injection<Probe>(strategy: .cached { { false } }) {
      aliveWhileBuilding.append(tally.alive)
      return Probe(tally)
    }

    _ = injection.resolve()
    _ = injection.resolve()

    #expect(aliveWhileBuilding == [0, 0])
  }

  @Test func anOverrideHasItsOwnValidity() {
    var isValid = true
    let injection = Injection(strategy: .cached { { isValid } }, instance: Probe(tally))
    _ = injection.resolve()
    injection.override(with: Probe(tally, "mock"))
    #expect(injection.resolve().serial == 2)

    isValid = false
    #expect(injection.resolve().serial == 3)
    isValid = true
    injection.rollbackOverride()

    #expect(injection.resolve().serial == 1)
  }

  @Test func nilIsKeptWhileValid() {
    var isValid = true
    let injection = Injection<Probe?>(strategy: .cached { { isValid } }) {
      tally.built += 1
      return nil
    }

    #expect(injection.resolve() == nil)
    #expect(injection.resolve() == nil)
    #expect(tally.built == 1)
    isValid = false
    #expect(injection.resolve() == nil)
    #expect(tally.built == 2)
  }
}

@MainActor struct ExpiringStrategyTests {
  let tally = Tally()

  @Test func isReplacedOnceItsTimeHasPassed() {
    let clock = ManualClock()
    let injection = Injection(
      strategy: .expiring(after: .seconds(300), clock: clock),
      instance: Probe(tally)
    )
    #expect(injection.resolve().serial == 1)

    clock.advance(by: .milliseconds(299_999))
    #expect(injection.resolve().serial == 1)
    clock.advance(by: .milliseconds(1))
    #expect(injection.resolve().serial == 2)
  }

  @Test func usingItDoesNotProlongIt() {
    let clock = ManualClock()
    let injection = Injection(
      strategy: .expiring(after: .seconds(10), clock: clock),
      instance: Probe(tally)
    )

    let serials = (0..<25).map { _ in
      defer { clock.advance(by: .seconds(1)) }
      return injection.resolve().serial
    }

    #expect(
      serials == Array(repeating: 1, count: 10) + Array(repeating: 2, count: 10) + [3, 3, 3, 3, 3]
    )
  }

  @Test func timeCountsFromTheBuildNotFromThePublication() {
    let clock = ManualClock()
    let injection = Injection(
      strategy: .expiring(after: .seconds(10), clock: clock),
      instance: Probe(tally)
    )
    clock.advance(by: .seconds(60))

    #expect(injection.resolve().serial == 1)
    clock.advance(by: .seconds(9))
    #expect(injection.resolve().serial == 1)
  }

  @Test func aLifetimeMayBeLongerThanTheClockCanTell() {
    let forever = Duration(attoseconds: .max)
    let injection = Injection(strategy: .expiring(after: forever), instance: Probe(tally))

    #expect(injection.resolve() === injection.resolve())
  }

  @Test func theClockDefaultsToTheContinuousOne() {
    let injection = Injection(strategy: .expiring(after: .seconds(3600)), instance: Probe(tally))
    let gone = Injection(strategy: .expiring(after: .zero), instance: Probe(tally))

    #expect(injection.resolve() === injection.resolve())
    #expect(gone.resolve() !== gone.resolve())
  }
}

/// A clock that stands still until it is told to move; used on the main actor alone.
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
