import VialBenchmarksPublished

/// The cost of one operation on both sides of a row, in nanoseconds or in instructions.
struct Measurement {
  var baseline: Double
  var vial: Double

  var ratio: Double { vial / baseline }
}

/// Measures the time of both sides of a row.
///
/// Times depend on the machine and its load, so they are printed and never compared with a bound.
@MainActor
struct Timing {
  /// The number of rounds per side, and the minimum duration of a round.
  struct Effort {
    let rounds: Int
    let duration: Duration

    static let full = Effort(rounds: 15, duration: .milliseconds(3))
    static let short = Effort(rounds: 3, duration: .milliseconds(1))
  }

  private let row: Row
  private let effort: Effort

  init(_ row: Row, _ effort: Effort) {
    self.row = row
    self.effort = effort
  }

  /// Runs both sides and returns the first quartile of each, because load on the machine only makes rounds slower.
  ///
  /// The baseline is measured first, because the process cannot return to its initial state after `vial` opened a
  /// scope. Before each round, one object is allocated and retained, so that rounds use different heap addresses.
  func run() -> Measurement {
    let baseline = quartile(row.baseline)
    let tearDown = row.setUp?()
    defer { tearDown?() }
    return Measurement(baseline: baseline, vial: quartile(row.vial))
  }

  private func quartile(_ work: Row.Work) -> Double {
    let count = operationsPerRound(work)
    var objects: [LiveService] = []
    let times = (0..<effort.rounds).map { _ in
      objects.append(LiveService())
      return nanoseconds(work, count)
    }
    extendLifetime(objects)
    return times.sorted()[times.count / 4]
  }

  /// Returns the number of operations that fill the duration of a round.
  ///
  /// Each estimate uses the faster of two runs, because the first run also binds symbols and fills caches.
  private func operationsPerRound(_ work: Row.Work) -> Int {
    let goal = effort.duration / .nanoseconds(1)
    var count = 1
    while true {
      let total = min(nanoseconds(work, count), nanoseconds(work, count)) * Double(count)
      if total >= goal / 4 { return max(1, Int(Double(count) * goal / total)) }
      count *= 4
    }
  }

  private func nanoseconds(_ work: Row.Work, _ count: Int) -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    work(count)
    return start.duration(to: clock.now) / .nanoseconds(1) / Double(count)
  }
}
