import VialBenchmarksPublished

/// What a row's two sides take for one operation, in nanoseconds or in instructions.
struct Measurement {
  var left: Double
  var vial: Double

  var ratio: Double { vial / left }
}

/// The times of both sides so far, in nanoseconds.
@MainActor
struct Timing {
  /// How often both sides are timed, and for how long at the least each time.
  struct Effort {
    let rounds: Int
    let duration: Duration

    static let full = Effort(rounds: 15, duration: .milliseconds(3))

    /// For a check that shares its machine with others.
    static let short = Effort(rounds: 9, duration: .milliseconds(1))
  }

  private let row: Row
  private var left = Rounds()
  private var vial = Rounds()

  /// The rounds of one side; a quarter of the way from the best to the worst stands for all.
  ///
  /// What else the machine does makes rounds slow, so slow ones do not count. A few may be twice as
  /// fast, while the other half of a core is idle; a side that has met one is not compared by it.
  private struct Rounds {
    private var times: [Double] = []

    var time: Double { times.sorted()[times.count / 4] }

    mutating func add(_ time: Double) { times.append(time) }
  }

  init(_ row: Row) {
    self.row = row
  }

  var measurement: Measurement {
    Measurement(left: left.time, vial: vial.time)
  }

  /// Times both sides in turns.
  ///
  /// Each round begins with one more small object on the heap. So both sides get other addresses
  /// than in the round before: an allocation may take twice as long at one address as at another.
  ///
  /// Where something has to be made around Vial's side, there are three turns, each of a third of
  /// the rounds. Where Vial's side opens scopes, there is one turn: the left side must be over by
  /// then.
  mutating func run(_ effort: Effort) {
    let leftCount = iterations(row.left, effort)
    var vialCount: Int?
    let turns = row.opensScopes ? 1 : row.around == nil ? effort.rounds : 3
    var objects: [LiveService] = []
    for _ in 0..<turns {
      objects.append(LiveService())
      for _ in 0..<effort.rounds / turns { left.add(nanoseconds(row.left, leftCount)) }
      let undo = row.around?()
      let count = vialCount ?? iterations(row.vial, effort)
      vialCount = count
      for _ in 0..<effort.rounds / turns { vial.add(nanoseconds(row.vial, count)) }
      undo?()
    }
    extendLifetime(objects)
  }

  /// How many operations take the time of a round.
  ///
  /// The better of two runs tells. A first run binds symbols and fills caches; were it all that is
  /// asked, a round would have so few operations that what `work` does once would weigh.
  private func iterations(_ work: Row.Work, _ effort: Effort) -> Int {
    let goal = effort.duration / .nanoseconds(1)
    var count = 1
    while true {
      let times = (nanoseconds(work, count), nanoseconds(work, count))
      let total = min(times.0, times.1) * Double(count)
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
