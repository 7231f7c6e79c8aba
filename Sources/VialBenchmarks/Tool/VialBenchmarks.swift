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
      var timing = Timing(all[timed])
      timing.run(options.effort)
      return print(timing.measurement.left, timing.measurement.vial, separator: "\n")
    }
    if options.isList {
      let names = rows.map(\.row.name) + growths.map(\.growth.name) + things.map(\.name)
      return print(names.joined(separator: "\n"))
    }

    let report = Report(results: results(), grown: grown(), sizes: things.map(Size.init))
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
    let counts = isCounting ? Instructions.count(rows.map { ($0.index, $0.row) }) : [:]
    return rows.enumerated().map { number, one in
      Shell.progress("\(number + 1) of \(rows.count): \(one.row.name)")
      return Result(
        title: one.title,
        row: one.row,
        time: time(one.row, at: one.index),
        instructions: counts[one.row.name]
      )
    }
  }

  private func grown() -> [Grown] {
    guard isCounting else { return [] }
    let counts = Instructions.count(growths)
    return growths.map { Grown(of: $0.growth, instructions: counts[$0.growth.name]) }
  }

  private var isCounting: Bool { !options.isTimeAlone && Instructions.isAvailable }

  /// Times a row in a process of its own, where no other row has opened a scope before.
  ///
  /// A row above its limit is timed again, and the smallest ratio counts.
  private func time(_ row: Row, at index: Int) -> Measurement? {
    let limit = Limits(row, isShort: options.isShort)?.time ?? .infinity
    let stack = row.stack.map { "ulimit -s \($0) && " } ?? ""
    let effort = options.isShort ? "--short" : ""
    let command =
      "\(stack)SWIFT_BACKTRACE=enable=no exec \(Shell.program) --time-row \(index) \(effort)"
    var best: Measurement?
    for _ in 0..<5 where best.map({ $0.ratio > limit }) ?? true {
      let times = (Shell.lines(command) ?? []).compactMap(Double.init)
      guard times.count == 2 else { return nil }
      let measurement = Measurement(left: times[0], vial: times[1])
      if measurement.ratio < best?.ratio ?? .infinity { best = measurement }
    }
    return best
  }

  // MARK: Checking

  /// Ends the program with 1 when a bound is missed.
  private func check(_ report: Report) {
    var complaints = report.results.compactMap { $0.complaint(isShort: options.isShort) }
    complaints += report.grown.compactMap(\.complaint)
    complaints += report.sizes.compactMap(\.complaint)
    let unknown = Set(Exceptions.limits.keys).subtracting(Theme.all.flatMap(\.rows).map(\.name))
    complaints += unknown.map { "\($0): is an exception and no row" }
    for complaint in complaints { Shell.complain(complaint + "\n") }
    if options.isShort {
      Shell.complain("Bounds of time were taken \(Limits.slack) times, as --short says.\n")
    }
    if !complaints.isEmpty { Shell.end(1) }
  }
}
