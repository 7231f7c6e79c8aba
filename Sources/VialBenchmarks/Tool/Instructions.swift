/// Counts instructions with `valgrind`, in one process for all rows.
///
/// This program runs itself under `callgrind`, which counts inside `counted` alone and writes a file
/// each time `counted` returns. Each side is run for a number of operations and for three times as
/// many; the difference is what the operations take. The function is named by two patterns, because
/// `callgrind` heeds only one of two options with the same.
@MainActor
enum Instructions {
  static var isAvailable: Bool { Shell.has("valgrind") }

  /// What rows take, by the row's name; a row that is not counted has none.
  static func count(_ rows: [(index: Int, row: Row)]) -> [String: Measurement] {
    let counted = rows.filter { $0.row.countings > 0 }
    let indices = counted.map { String($0.index) }.joined(separator: ",")
    let lines = Shell.lines(
      """
      work=$(mktemp -d) || exit 1
      trap 'rm -rf "$work"' EXIT
      SWIFT_DETERMINISTIC_HASHING=1 valgrind --tool=callgrind --callgrind-out-file="$work/out" \
        --collect-atstart=no --toggle-collect='*VialBenchmarks7counted*' \
        --dump-after='*Benchmarks7counted*' --log-file="$work/log" \
        \(Shell.program) --count-rows \(indices) || { cat "$work/log" >&2; exit 1; }
      number=1
      while [ -e "$work/out.$number" ]; do
        sed -n 's/^totals: //p' "$work/out.$number"
        number=$((number + 1))
      done
      """
    )
    var counts = (lines ?? []).compactMap(Double.init)[...]
    guard counts.count >= counted.count * 6 else {
      Shell.complain("valgrind did not count the instructions.\n")
      return [:]
    }
    var measurements: [String: Measurement] = [:]
    for (_, row) in counted {
      let taken = (0..<3).map { _ in
        let (few, many) = (counts.removeFirst(), counts.removeFirst())
        return (many - few) / Double(2 * row.countings)
      }
      measurements[row.name] = Measurement(left: taken[0], vial: taken[1], use: taken[2], of: row)
    }
    return measurements
  }

  /// Runs rows so that they can be counted.
  static func run(_ rows: [Row]) {
    for row in rows where row.countings > 0 {
      Shell.progress("counting: \(row.name)")
      count(row.left, row.countings)
      let undo = row.around?()
      count(row.vial, row.countings)
      undo?()
      count(row.using, row.countings)
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
