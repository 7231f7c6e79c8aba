import Vial

/// Measures what `Docs/Benchmarks.md` lists, and prints it as the document has it.
@main
@MainActor
struct VialBenchmarks {
  private let options: Options

  static func main() {
    guard let options = Options(CommandLine.arguments.dropFirst()) else {
      Shell.complain(Options.usage)
      Shell.end(64)
    }
    VialBenchmarks(options: options).run()
  }

  private func run() {
    let all = Theme.all.flatMap(\.rows)
    if let counted = options.counted { return Instructions.run(counted.map { all[$0] }) }
    if let grown = options.grown { return Instructions.run(grown.map { Growth.all[$0] }) }
    if let timed = options.timed {
      let measurement = time(all[timed])
      return print(measurement.left, measurement.vial, separator: "\n")
    }
    if options.isList {
      return print(
        (rows.map(\.row.name) + growths.map(\.growth.name) + things.map(\.name)).joined(
          separator: "\n"
        )
      )
    }

    let report = Report(results: results(), grown: grown(), sizes: things.map(Sizes.init))
    Shell.progress("")
    print(options.isJSON ? report.json : report.markdown)
    if options.isCheck { check(report) }
  }

  // MARK: Measuring

  private var rows: [(title: String, index: Int, row: Row)] {
    let all = Theme.all.flatMap { theme in theme.rows.map { (theme.title, $0) } }
    return all.enumerated().map { ($1.0, $0, $1.1) }.filter { options.wants($2.name, under: $0) }
  }

  private var growths: [(index: Int, growth: Growth)] {
    Growth.all.enumerated().map { ($0, $1) }
      .filter { options.wants($0.1.name, under: Growth.title) }
  }

  private var things: [Memory] {
    Memory.all.filter { options.wants($0.name, under: Memory.title) }
  }

  private func results() -> [Result] {
    let rows = rows
    let counts =
      options.isTimeAlone || !Instructions.isAvailable
      ? [:] : Instructions.count(rows.map { ($0.index, $0.row) })
    return rows.enumerated().map { number, one in
      Shell.progress("\(number + 1) of \(rows.count): \(one.row.name)")
      return Result(
        title: one.title,
        row: one.row,
        time: one.row.stack.map { time(one.index, onStack: $0) } ?? time(one.row),
        instructions: counts[one.row.name]
      )
    }
  }

  private func grown() -> [Grown] {
    guard !options.isTimeAlone, Instructions.isAvailable else { return [] }
    let counts = Instructions.count(growths)
    return growths.map { Grown(of: $0.growth, instructions: counts[$0.growth.name]) }
  }

  /// Times a row; one above its limit gets more rounds, which count like the first.
  private func time(_ row: Row) -> Measurement {
    let limit = Limits(row, isShort: options.isShort).time ?? .infinity
    var timing = Timing(row)
    timing.run(options.effort)
    for _ in 0..<4 where timing.measurement.ratio > limit { timing.run(options.effort) }
    return timing.measurement
  }

  /// Times a row in a process of its own whose main thread has a smaller stack.
  private func time(_ index: Int, onStack stack: Int) -> Measurement? {
    let effort = options.isShort ? "--short" : ""
    let lines = Shell.lines(
      "ulimit -s \(stack) && SWIFT_BACKTRACE=enable=no exec \(Shell.program) --time-row \(index) \(effort)"
    )
    let times = (lines ?? []).compactMap(Double.init)
    return times.count == 2 ? Measurement(left: times[0], vial: times[1]) : nil
  }

  // MARK: Checking

  /// Ends the program with 1 when a bound is missed.
  private func check(_ report: Report) {
    var complaints = report.results.compactMap { $0.complaint(isShort: options.isShort) }
    complaints += report.grown.compactMap(\.complaint)
    complaints += report.sizes.compactMap(\.complaint)
    let known = Set(Theme.all.flatMap(\.rows).map(\.name))
    complaints += Exceptional.all.map(\.row).filter { !known.contains($0) }
      .map { "\($0): is an exception and no row" }
    for complaint in complaints { Shell.complain(complaint + "\n") }
    if options.isShort {
      Shell.complain("Bounds of time have \(Limits.slack) times their room, as --short says.\n")
    }
    if !complaints.isEmpty { Shell.end(1) }
  }
}
