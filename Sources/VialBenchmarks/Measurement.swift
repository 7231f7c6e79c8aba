/// One operation, as Vial does it and as a careful engineer would write it by hand.
@MainActor
struct Measurement {
  let name: String

  /// The most that Vial may take, in times the hand-written code.
  let limit: Double
  let handWritten: @MainActor (Int) -> Void
  let vial: @MainActor (Int) -> Void

  /// Times both in turns and keeps the best of each, so that what else the machine does counts for
  /// neither.
  func run(rounds: Int, iterations: Int) -> Result {
    var best = (handWritten: Double.infinity, vial: Double.infinity)
    for _ in 0..<rounds {
      best.handWritten = min(best.handWritten, nanoseconds(handWritten, iterations))
      best.vial = min(best.vial, nanoseconds(vial, iterations))
    }
    return Result(name: name, limit: limit, handWritten: best.handWritten, vial: best.vial)
  }

  private func nanoseconds(_ work: @MainActor (Int) -> Void, _ iterations: Int) -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    work(iterations)
    return start.duration(to: clock.now) / .nanoseconds(1) / Double(iterations)
  }

  struct Result {
    let name: String
    let limit: Double
    let handWritten: Double
    let vial: Double

    var ratio: Double { vial / handWritten }
    var isWithinLimit: Bool { ratio <= limit }
  }
}

/// Takes a result from the optimiser's sight.
@inline(never)
@_optimize(none)
func use(_ result: any Service) {
  result.serve()
}
