/// What the program prints: tables in Markdown, as `Docs/Benchmarks.md` has them, or JSON.
@MainActor
struct Report {
  let results: [Result]
  let grown: [Grown]
  let sizes: [Size]

  var markdown: String { tables.map(\.markdown).joined(separator: "\n\n") }

  var json: String { "{\n" + tables.map(\.json).joined(separator: ",\n") + "\n}" }

  private var tables: [Table] {
    let themes = Theme.all.map { theme in
      operations(of: theme.title, results.filter { $0.title == theme.title })
    }
    return (themes + [growth, memory, exceptions]).filter { !$0.rows.isEmpty }
  }

  private func operations(of title: String, _ results: [Result]) -> Table {
    Table(
      title: title,
      texts: ["operation", "beside"],
      numbers: [
        "its ns", "Vial's ns", "ratio of time",
        "its instructions", "Vial's instructions", "ratio of instructions", "at most",
      ],
      rows: results.map { result in
        let (time, counts) = (result.time, result.instructions)
        return Table.Row(
          texts: [result.row.name, result.row.beside],
          numbers: [
            known(time?.left, 1), known(time?.vial, 1), known(time?.ratio),
            known(counts?.left, 0), known(counts?.vial, 0), known(counts?.ratio),
            known(result.row.bound),
          ]
        )
      }
    )
  }

  private var growth: Table {
    Table(
      title: Growth.title,
      texts: ["instructions of one"],
      numbers: ["of \(Growth.sizes.few)", "of \(Growth.sizes.many)", "ratio", "at most"],
      rows: grown.map { grown in
        let counts = grown.instructions
        return Table.Row(
          texts: [grown.of.name],
          numbers: [
            known(counts?.left, 0), known(counts?.vial, 0), known(counts?.ratio),
            digits(Growth.bound),
          ]
        )
      }
    )
  }

  private var memory: Table {
    Table(
      title: Memory.title,
      texts: ["bytes of one"],
      numbers: ["its object", "at most", "with what it refers to"],
      rows: sizes.map { size in
        Table.Row(
          texts: [size.of.name],
          numbers: [size.own, size.of.bound, size.all].map { $0.map(String.init) }
        )
      }
    )
  }

  private var exceptions: Table {
    Table(
      title: Exceptions.title,
      texts: ["row"],
      numbers: ["ratio of time", "ratio of instructions", "at most", "for now"],
      rows: results.compactMap { result in
        guard let limit = Exceptions.limits[result.row.name] else { return nil }
        return Table.Row(
          texts: [result.row.name],
          numbers: [result.time?.ratio, result.instructions?.ratio, result.row.bound, limit]
            .map { known($0) }
        )
      }
    )
  }

  private func known(_ number: Double?, _ places: Int = 2) -> String? {
    number.flatMap { $0.isFinite ? digits($0, places) : nil }
  }
}

/// A table whose first columns are texts and whose others are numbers.
struct Table {
  /// A row's cells; a number that is not known is `nil`.
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

  /// The title, and an object of each row whose keys are the columns' headings.
  var json: String {
    let objects = rows.map { row in
      let values = row.texts.map(quoted) + row.numbers.map { $0 ?? "null" }
      let members = zip(texts + numbers, values).map { "\(quoted($0)): \($1)" }
      return "  {" + members.joined(separator: ", ") + "}"
    }
    return "\(quoted(title)): [\n\(objects.joined(separator: ",\n"))\n]"
  }

  private func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}

/// A number with two places, or as many as asked for.
func digits(_ number: Double, _ places: Int = 2) -> String {
  guard number.isFinite else { return "∞" }
  let scale = (0..<places).reduce(1) { scale, _ in scale * 10 }
  let scaled = Int((abs(number) * Double(scale)).rounded())
  let sign = number < 0 && scaled > 0 ? "-" : ""
  guard places > 0 else { return "\(sign)\(scaled)" }
  return "\(sign)\(scaled / scale)." + String(scale + scaled % scale).dropFirst()
}
