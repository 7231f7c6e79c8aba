/// Counts instructions with `valgrind`, in one process for all rows.
///
/// This program runs itself under `callgrind`, which counts inside `counted` alone and writes a
/// file each time `counted` returns. Each side is run for a number of operations and for three
/// times as many; the difference is what the operations take. The function is named by two
/// patterns, because `callgrind` heeds only one of two options with the same.
@MainActor
enum Instructions {
  static var isAvailable: Bool { Shell.has("valgrind") }

  /// What rows take, by the row's name; a row that is not counted has none.
  ///
  /// All left sides are counted before the first of Vial's, and rows that open scopes come last:
  /// once a scope was open, every resolve of the process takes a longer way.
  static func count(_ rows: [(index: Int, row: Row)]) -> [String: Measurement] {
    let counted =
      rows.filter { $0.row.countings > 0 && !$0.row.opensScopes }
      + rows.filter { $0.row.countings > 0 && $0.row.opensScopes }
    let counts = totals(of: "--count-rows", counted.map(\.index), each: 4)
    guard !counts.isEmpty else { return [:] }
    var measurements: [String: Measurement] = [:]
    for (number, (_, row)) in counted.enumerated() {
      func taken(_ first: Int) -> Double {
        (counts[first + 1] - counts[first]) / Double(2 * row.countings)
      }
      measurements[row.name] = Measurement(
        left: taken(number * 2),
        vial: taken(counted.count * 2 + number * 2)
      )
    }
    return measurements
  }

  /// What one operation takes among few and among many, by its name.
  static func count(_ growths: [(index: Int, growth: Growth)]) -> [String: Measurement] {
    let counts = totals(of: "--count-growth", growths.map(\.index), each: 2)
    guard !counts.isEmpty else { return [:] }
    var measurements: [String: Measurement] = [:]
    for ((_, growth), (few, many)) in zip(growths, zip(counts, counts.dropFirst(growths.count))) {
      measurements[growth.name] = Measurement(
        left: few / Double(Growth.sizes.few),
        vial: many / Double(Growth.sizes.many)
      )
    }
    return measurements
  }

  /// What each run of `counted` takes in a process of its own, which runs `each` for every index;
  /// nothing where that fails.
  private static func totals(of option: String, _ indices: [Int], each: Int) -> [Double] {
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
    let counts = (lines ?? []).compactMap(Double.init)
    guard counts.count >= indices.count * each else {
      Shell.complain("valgrind did not count the instructions.\n")
      return []
    }
    return counts
  }

  /// Runs rows so that they can be counted, in the order in which `count` reads them.
  static func run(_ rows: [Row]) {
    for row in rows {
      Shell.progress("counting the left side: \(row.name)")
      count(row.left, row.countings)
    }
    for row in rows {
      Shell.progress("counting: \(row.name)")
      let undo = row.around?()
      count(row.vial, row.countings)
      undo?()
    }
  }

  /// Runs operations, all of them among few and then among many, so that they can be counted: lists
  /// remember for a while how long they were.
  static func run(_ growths: [Growth]) {
    for growth in growths { growth.prepare(100)() }
    for size in [Growth.sizes.few, Growth.sizes.many] {
      for growth in growths {
        Shell.progress("counting among \(size): \(growth.name)")
        let work = growth.prepare(size)
        counted({ _ in work() }, 1)
      }
    }
  }

  /// The first run fills caches and makes room; it is not counted.
  private static func count(_ work: Row.Work, _ countings: Int) {
    work(countings)
    counted(work, countings)
    counted(work, countings * 3)
  }
}

/// What is counted, known to `callgrind` by its name.
@MainActor
@inline(never)
@_optimize(none)
func counted(_ work: Row.Work, _ count: Int) {
  work(count)
}
