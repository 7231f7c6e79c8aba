import Vial

/// Measures the operations of Vial against their baselines, and prints the tables of `Docs/Benchmarks.md`.
@main
@MainActor
struct VialBenchmarks {
  private let options: Options

  static func main() {
    guard let options = Options(CommandLine.arguments.dropFirst()) else {
      Shell.printError(Options.usage)
      Shell.exit(64)
    }
    VialBenchmarks(options: options).run()
  }

  private func run() {
    let all = Section.all.flatMap(\.rows)
    if let counted = options.countedRows { return Instructions.run(counted.map { all[$0] }) }
    if let counted = options.countedGrowth {
      return Instructions.run(counted.map { Growth.all[$0] })
    }
    if let counted = options.countedCalls { return Retains.all[counted[0]].work(counted[1]) }
    if let index = options.timedRow {
      let measurement = Timing(all[index], options.effort).run()
      return print(measurement.baseline, measurement.vial, separator: "\n")
    }
    if options.isList {
      let names = rows.map(\.row.name) + retains.map(\.retains.name) + growth.map(\.growth.name) + memory.map(\.name)
      return print(names.joined(separator: "\n"))
    }

    let report = Report(
      memory: Memory.measure(memory),
      results: results(),
      retains: retainsResults(),
      growth: growthResults()
    )
    Shell.printProgress("")
    print(report.markdown)
    if options.isCheck { check(report) }
  }

  // MARK: Selecting

  private var rows: [(section: String, index: Int, row: Row)] {
    let all = Section.all.flatMap { section in section.rows.map { (section.title, $0) } }
    return all.enumerated().map { ($1.0, $0, $1.1) }.filter { options.selects($2.name, under: $0) }
  }

  private var retains: [(index: Int, retains: Retains)] {
    Retains.all.enumerated().map { ($0, $1) }.filter { options.selects($1.name, under: Retains.title) }
  }

  private var growth: [(index: Int, growth: Growth)] {
    Growth.all.enumerated().map { ($0, $1) }
      .filter { options.selects($1.name, under: Growth.title) }
  }

  private var memory: [Memory] {
    Memory.all.filter { options.selects($0.name, under: Memory.title) }
  }

  // MARK: Measuring

  private var countsInstructions: Bool { !options.isTimeOnly && Instructions.isAvailable }

  private func results() -> [Result] {
    let counts = countsInstructions ? Instructions.count(rows.map { ($0.index, $0.row) }) : [:]
    return rows.enumerated().map { number, selected in
      Shell.printProgress("\(number + 1) of \(rows.count): \(selected.row.name)")
      return Result(
        section: selected.section,
        row: selected.row,
        time: time(selected.row, at: selected.index),
        instructions: counts[selected.row.name]
      )
    }
  }

  private func retainsResults() -> [(retains: Retains, calls: (retains: Int, actorChecks: Int)?)] {
    guard countsInstructions else { return [] }
    return retains.map { index, retains in
      Shell.printProgress("counting the \(retains.name)")
      return (retains, Instructions.countCalls(index))
    }
  }

  private func growthResults() -> [GrowthResult] {
    guard countsInstructions else { return [] }
    let counts = Instructions.count(growth)
    return growth.map { GrowthResult(growth: $1, instructions: counts[$1.name]) }
  }

  /// Times a row in a separate process, in which no other row has opened a scope.
  private func time(_ row: Row, at index: Int) -> Measurement? {
    let stack = row.stackSize.map { "ulimit -s \($0) && " } ?? ""
    let effort = options.isShort ? "--short" : ""
    let command =
      "\(stack)SWIFT_BACKTRACE=enable=no exec \(Shell.program) --time-row \(index) \(effort)"
    let times = (Shell.lines(command) ?? []).compactMap(Double.init)
    return times.count == 2 ? Measurement(baseline: times[0], vial: times[1]) : nil
  }

  // MARK: Checking

  /// Reports each missed bound and each failed process, and exits with status 1 if there is one.
  private func check(_ report: Report) {
    let failed = report.results.filter { $0.time == nil }
    let problems =
      failed.map { "\($0.row.name): the timed process failed" }
      + report.results.compactMap(\.violation) + report.retains.compactMap { $0.retains.violation($0.calls) }
      + report.growth.compactMap(\.violation)
    for problem in problems { Shell.printError(problem + "\n") }
    if !problems.isEmpty { Shell.exit(1) }
  }
}
