import Testing

@testable import VialTesting

/// The time that the process spends on backtraces.
struct TimeBudgetTests {
  @Test func workIsPerformedUntilTheBudgetIsSpent() {
    let clock = ManualClock()
    var budget = TimeBudget(.seconds(1))
    var results: [Int?] = []

    for number in 0..<6 {
      let result = budget.spend(clock) {
        clock.advance(by: .milliseconds(300))
        return number
      }
      results.append(result)
    }

    expectEqual(results, [0, 1, 2, 3, nil, nil])
    expectEqual(clock.elapsed, .milliseconds(1_200))
    expectEqual(budget.remaining, .milliseconds(-200))
  }

  @Test func workThatTakesNoTimeIsAlwaysPerformed() {
    var budget = TimeBudget(.seconds(1))

    let results = (0..<100).compactMap { number in budget.spend(ManualClock()) { number } }

    expectEqual(results.count, 100)
  }
}

/// A clock that a test advances.
private final class ManualClock: Clock {
  struct Instant: InstantProtocol {
    let elapsed: Duration

    func advanced(by duration: Duration) -> Instant { Instant(elapsed: elapsed + duration) }
    func duration(to other: Instant) -> Duration { other.elapsed - elapsed }
    static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.elapsed < rhs.elapsed }
  }

  nonisolated(unsafe) private(set) var elapsed = Duration.zero

  var now: Instant { Instant(elapsed: elapsed) }
  var minimumResolution: Duration { .nanoseconds(1) }

  func advance(by duration: Duration) { elapsed += duration }
  func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
}
