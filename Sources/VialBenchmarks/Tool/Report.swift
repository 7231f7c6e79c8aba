/// The measurements as Markdown tables, in the format of `Docs/Benchmarks.md`.
@MainActor
struct Report {
  let memory: [(name: String, bytes: Int?)]
  let results: [Result]
  let retains: [(retains: Retains, calls: (retains: Int, actorChecks: Int)?)]
  let growth: [GrowthResult]

  var markdown: String { tables.map(\.markdown).joined(separator: "\n\n") }

  private var tables: [Table] {
    let operations = Section.all.map { section in
      operationTable(section.title, results.filter { $0.section == section.title })
    }
    return (operations + [retainsTable, growthTable, memoryTable]).filter { !$0.rows.isEmpty }
  }

  private func operationTable(_ title: String, _ results: [Result]) -> Table {
    Table(
      title: title,
      texts: ["operation", "baseline"],
      numbers: [
        "baseline ns", "Vial ns", "ratio of times",
        "baseline instructions", "Vial instructions", "ratio of instructions", "bound",
      ],
      rows: results.map { result in
        let time = result.time
        let instructions = result.instructions
        return Table.Row(
          texts: [result.row.name, result.row.baselineName],
          numbers: [
            time.map { digits($0.baseline, 1) }, time.map { digits($0.vial, 1) },
            time.map { digits($0.ratio) },
            instructions.map { digits($0.baseline, 0) }, instructions.map { digits($0.vial, 0) },
            instructions.map { digits($0.ratio) },
            result.row.bound.map { digits($0) },
          ]
        )
      }
    )
  }

  private var retainsTable: Table {
    Table(
      title: Retains.title,
      texts: ["operation"],
      numbers: ["calls of swift_retain", "bound"],
      rows: retains.map {
        Table.Row(texts: [$0.retains.name], numbers: [$0.calls.map { "\($0.retains)" }, "\($0.retains.bound)"])
      }
    )
  }

  private var growthTable: Table {
    Table(
      title: Growth.title,
      texts: ["operation"],
      numbers: ["few", "many", "instructions among few", "among many", "ratio", "bound"],
      rows: growth.map { result in
        let instructions = result.instructions
        return Table.Row(
          texts: [result.growth.name],
          numbers: [
            "\(result.growth.sizes.few)", "\(result.growth.sizes.many)",
            instructions.map { digits($0.baseline, 0) }, instructions.map { digits($0.vial, 0) },
            instructions.map { digits($0.ratio) }, digits(result.growth.bound),
          ]
        )
      }
    )
  }

  private var memoryTable: Table {
    Table(
      title: Memory.title,
      texts: ["object"],
      numbers: ["bytes"],
      rows: memory.map { Table.Row(texts: [$0.name], numbers: [$0.bytes.map { "\($0)" }]) }
    )
  }
}

/// A table with columns of text followed by columns of numbers.
struct Table {
  /// The cells of a row; a missing number is `nil`.
  struct Row {
    let texts: [String]
    let numbers: [String?]
  }

  let title: String
  let texts: [String]
  let numbers: [String]
  let rows: [Row]

  var markdown: String {
    let lines =
      [texts + numbers, texts.map { _ in "---" } + numbers.map { _ in "---:" }]
      + rows.map { row in row.texts + row.numbers.map { $0 ?? "–" } }
    return "### \(title)\n\n"
      + lines.map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n")
  }
}

/// Formats a nonnegative number with a fixed number of decimal places.
func digits(_ number: Double, _ places: Int = 2) -> String {
  let scale = (0..<places).reduce(1) { scale, _ in scale * 10 }
  let scaled = Int((number * Double(scale)).rounded())
  guard places > 0 else { return "\(scaled)" }
  return "\(scaled / scale)." + String(scale + scaled % scale).dropFirst()
}
