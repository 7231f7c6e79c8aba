/// One operation, as Vial does it and as a careful engineer would write it by hand.
@MainActor
struct Measurement {
  let name: String

  /// The most that Vial may take, in times the hand-written code.
  let limit: Double
  /// How often the hand-written code uses a result, for each time that Vial does.
  var handWrittenUses = 1.0
  let handWritten: @MainActor (Int) -> Void
  let vial: @MainActor (Int) -> Void

  /// Times both in turns and keeps the best of each.
  ///
  /// So what else the machine does counts for neither, and what using a result takes is subtracted.
  func run(rounds: Int, iterations: Int) -> Result {
    let service: any Service = LiveService()
    var best = (handWritten: Double.infinity, vial: Double.infinity, use: Double.infinity)
    for _ in 0..<rounds {
      best.handWritten = min(best.handWritten, nanoseconds(handWritten, iterations))
      best.vial = min(best.vial, nanoseconds(vial, iterations))
      best.use = min(best.use, nanoseconds({ for _ in 0..<$0 { use(service) } }, iterations))
    }
    return Result(
      name: name,
      limit: limit,
      handWritten: best.handWritten - best.use * handWrittenUses,
      vial: best.vial - best.use
    )
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
