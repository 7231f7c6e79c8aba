/// Counts instructions with valgrind's `callgrind`, because the load of the machine does not affect a count.
///
/// The program runs itself under `callgrind`, which collects only inside the function `counted` and writes one file
/// for each call. A row is counted for n and for 3n operations; the difference excludes one-time costs. `callgrind`
/// ignores the second of two options with equal patterns, so the two patterns for `counted` differ.
@MainActor
enum Instructions {
  static var isAvailable: Bool { Shell.has("valgrind") }

  /// Returns the instructions per operation by the name of the row; empty if valgrind fails.
  ///
  /// Baselines are counted first and rows that open scopes last, because every resolve is slower after a scope was
  /// opened in the process.
  static func count(_ rows: [(index: Int, row: Row)]) -> [String: Measurement] {
    let rows = rows.filter { !$0.row.opensScopes } + rows.filter { $0.row.opensScopes }
    let totals = totals("--count-rows", rows.map(\.index), callsPerIndex: 4)
    guard !totals.isEmpty else { return [:] }
    let measurements = rows.enumerated().map { number, selected in
      func perOperation(_ call: Int) -> Double {
        (totals[call + 1] - totals[call]) / Double(2 * selected.row.countedOperations)
      }
      let measurement = Measurement(
        baseline: perOperation(2 * number),
        vial: perOperation(2 * (rows.count + number))
      )
      return (selected.row.name, measurement)
    }
    return Dictionary(uniqueKeysWithValues: measurements)
  }

  /// Returns the instructions per operation among few and among many entries by the name of the operation; empty if
  /// valgrind fails.
  static func count(_ growth: [(index: Int, growth: Growth)]) -> [String: Measurement] {
    let totals = totals("--count-growth", growth.map(\.index), callsPerIndex: 2)
    guard !totals.isEmpty else { return [:] }
    let measurements = growth.enumerated().map { number, selected in
      let measurement = Measurement(
        baseline: selected.growth.stated(totals[number], among: selected.growth.sizes.few),
        vial: selected.growth.stated(totals[growth.count + number], among: selected.growth.sizes.many)
      )
      return (selected.growth.name, measurement)
    }
    return Dictionary(uniqueKeysWithValues: measurements)
  }

  /// Returns the calls of the runtime per operation; `nil` if valgrind fails.
  ///
  /// `callgrind` counts calls from the start of a process to its end, so each number of operations has a process.
  static func countCalls(_ index: Int) -> (retains: Int, actorChecks: Int)? {
    let functions = ["swift_retain swift_retain_n", "swift_task_isCurrentExecutor"]
    let counts = [100, 300].flatMap { count in
      Shell.lines(
        """
        out=$(mktemp) || exit 1
        trap 'rm -f "$out"' EXIT
        SWIFT_DETERMINISTIC_HASHING=1 valgrind --quiet --tool=callgrind --compress-strings=no \
          --callgrind-out-file="$out" \(Shell.program) --count-calls \(index),\(count) || exit 1
        for functions in '\(functions[0])' '\(functions[1])'; do
          awk -v functions="$functions" '
            BEGIN { for (i = split(functions, names); i > 0; i--) counted["cfn=" names[i]] }
            /^calls=/ && (called in counted) { split($1, parts, "="); calls += parts[2] }
            /^cfn=/ { called = $0 }
            END { print calls + 0 }' "$out"
        done
        """
      ) ?? []
    }.compactMap { Int($0) }
    guard counts.count == 4 else { return nil }
    return (retains: (counts[2] - counts[0]) / 200, actorChecks: (counts[3] - counts[1]) / 200)
  }

  /// Returns the total of each call of `counted` in a process that is started with the option; empty if it fails.
  private static func totals(_ option: String, _ indices: [Int], callsPerIndex: Int) -> [Double] {
    guard !indices.isEmpty else { return [] }
    let list = indices.map(String.init).joined(separator: ",")
    let lines = Shell.lines(
      """
      work=$(mktemp -d) || exit 1
      trap 'rm -rf "$work"' EXIT
      SWIFT_DETERMINISTIC_HASHING=1 valgrind --tool=callgrind --callgrind-out-file="$work/out" \
        --collect-atstart=no --toggle-collect='*VialBenchmarks7counted*' \
        --dump-after='*Benchmarks7counted*' --log-file="$work/log" \
        \(Shell.program) \(option) \(list) || { cat "$work/log" >&2; exit 1; }
      number=1
      while [ -e "$work/out.$number" ]; do
        sed -n 's/^totals: //p' "$work/out.$number"
        number=$((number + 1))
      done
      """
    )
    let totals = (lines ?? []).compactMap(Double.init)
    guard totals.count >= indices.count * callsPerIndex else {
      Shell.printError("valgrind did not count the instructions.\n")
      return []
    }
    return totals
  }

  // MARK: In the process that valgrind runs

  /// Runs the baselines of all rows and then Vial's side, in the order in which `count` reads the totals.
  static func run(_ rows: [Row]) {
    for row in rows {
      Shell.printProgress("counting the baseline: \(row.name)")
      count(row.baseline, row.countedOperations)
    }
    for row in rows {
      Shell.printProgress("counting: \(row.name)")
      let tearDown = row.setUp?()
      count(row.vial, row.countedOperations)
      tearDown?()
    }
  }

  /// Runs all operations among few and then among many entries, after one uncounted run.
  static func run(_ growth: [Growth]) {
    for operation in growth { operation.prepare(100)() }
    for operation in growth { count(operation, among: operation.sizes.few) }
    for operation in growth { count(operation, among: operation.sizes.many) }
  }

  private static func count(_ operation: Growth, among size: Int) {
    Shell.printProgress("counting among \(size): \(operation.name)")
    let perform = operation.prepare(size)
    counted({ _ in perform() }, 1)
  }

  /// The first run, which is not counted, fills caches and allocates capacity.
  private static func count(_ work: Row.Work, _ operations: Int) {
    work(operations)
    counted(work, operations)
    counted(work, 3 * operations)
  }
}

/// The function that `callgrind` recognizes by its mangled name.
@MainActor
@inline(never)
@_optimize(none)
func counted(_ work: Row.Work, _ count: Int) {
  work(count)
}
