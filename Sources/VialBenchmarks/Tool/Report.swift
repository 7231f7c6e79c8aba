/// What the program prints: tables in Markdown, as `Docs/Benchmarks.md` has them, or JSON.
@MainActor
struct Report {
  let results: [Result]
  let grown: [Grown]
  let sizes: [Sizes]

  var markdown: String {
    var blocks: [String] = []
    for theme in Theme.all {
      let rows = results.filter { $0.title == theme.title }
      if !rows.isEmpty { blocks.append("### \(theme.title)\n\n" + table(rows)) }
    }
    if !grown.isEmpty { blocks.append("### \(Growth.title)\n\n" + growthTable) }
    if !sizes.isEmpty { blocks.append("### \(Memory.title)\n\n" + memoryTable) }
    let exceptions = results.compactMap(\.row.exception)
    if !exceptions.isEmpty {
      let lines = exceptions.map { "- **\($0.row).** \($0.reason)" }
      blocks.append("### Above their bound\n\n" + lines.joined(separator: "\n"))
    }
    return blocks.joined(separator: "\n\n")
  }

  private func table(_ results: [Result]) -> String {
    let rows = results.map { result in
      let (time, counts) = (result.time, result.instructions)
      let cells = [
        result.row.name, result.row.beside,
        digits(time?.left, 1), digits(time?.vial, 1), digits(time?.ratio),
        digits(counts?.left, 0), digits(counts?.vial, 0), digits(counts?.ratio),
        digits(result.row.bound),
      ]
      return "| " + cells.joined(separator: " | ") + " |"
    }
    return """
      | operation | beside | it, ns | Vial, ns | ratio | its instructions | Vial's | ratio | at most |
      | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
      \(rows.joined(separator: "\n"))
      """
  }

  private var growthTable: String {
    let rows = grown.map { grown in
      let counts = grown.instructions
      let cells = [
        grown.of.name, digits(counts?.left, 0), digits(counts?.vial, 0), digits(counts?.ratio),
        digits(Growth.bound),
      ]
      return "| " + cells.joined(separator: " | ") + " |"
    }
    let (few, many) = (grouped(Growth.sizes.few), grouped(Growth.sizes.many))
    return """
      | instructions of one | of \(few) | of \(many) | ratio | at most |
      | --- | ---: | ---: | ---: | ---: |
      \(rows.joined(separator: "\n"))
      """
  }

  private var memoryTable: String {
    let rows = sizes.map { size in
      let numbers = [size.objects, size.of.bound, size.heap].map { $0.map(grouped) ?? "–" }
      return "| \(size.of.name) | \(numbers.joined(separator: " | ")) |"
    }
    return """
      | bytes of one | its objects | at most | of the heap |
      | --- | ---: | ---: | ---: |
      \(rows.joined(separator: "\n"))
      """
  }
}

// MARK: - JSON

extension Report {
  var json: String {
    let operations = results.map { result in
      object([
        ("name", quoted(result.row.name)),
        ("theme", quoted(result.title)),
        ("beside", quoted(result.row.beside)),
        ("nanoseconds", result.time.map { figures($0, 3) } ?? "null"),
        ("instructions", result.instructions.map { figures($0, 1) } ?? "null"),
        ("bound", result.row.bound.map { "\($0)" } ?? "null"),
        ("exception", result.row.exception.map(json) ?? "null"),
      ])
    }
    let growths = grown.map { grown in
      object([
        ("name", quoted(grown.of.name)),
        ("few", grown.instructions.map { digits($0.left, 1) } ?? "null"),
        ("many", grown.instructions.map { digits($0.vial, 1) } ?? "null"),
        ("bound", "\(Growth.bound)"),
      ])
    }
    let things = sizes.map { size in
      object([
        ("name", quoted(size.of.name)),
        ("objectBytes", size.objects.map(String.init) ?? "null"),
        ("heapBytes", size.heap.map(String.init) ?? "null"),
        ("bound", size.of.bound.map(String.init) ?? "null"),
      ])
    }
    return object([
      ("operations", list(operations)), ("growth", list(growths)), ("memory", list(things)),
    ])
  }

  private func figures(_ measurement: Measurement, _ places: Int) -> String {
    object([
      ("beside", digits(measurement.left, places)),
      ("vial", digits(measurement.vial, places)),
      ("ratio", digits(measurement.ratio, 3)),
    ])
  }

  private func json(_ exception: Exceptional) -> String {
    object([
      ("time", "\(exception.time)"),
      ("instructions", "\(exception.instructions)"),
      ("reason", quoted(exception.reason)),
    ])
  }

  private func object(_ members: [(String, String)]) -> String {
    "{" + members.map { "\(quoted($0.0)): \($0.1)" }.joined(separator: ", ") + "}"
  }

  private func list(_ elements: [String]) -> String {
    "[\n  " + elements.joined(separator: ",\n  ") + "\n]"
  }

  private func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}

// MARK: - Numbers

/// A number with two places, or as many as asked for; a dash for none.
func digits(_ number: Double?, _ places: Int = 2) -> String {
  guard let number, number.isFinite else { return "–" }
  let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
  let scaled = Int((abs(number) * scale).rounded())
  let sign = number < 0 && scaled > 0 ? "-" : ""
  let whole = scaled / Int(scale)
  guard places > 0 else { return sign + String(whole) }
  let fraction = String(scaled % Int(scale))
  return "\(sign)\(whole)." + String(repeating: "0", count: places - fraction.count) + fraction
}

/// A whole number with a comma between thousands.
func grouped(_ number: Int) -> String {
  let (thousands, rest) = number.quotientAndRemainder(dividingBy: 1_000)
  guard thousands > 0 else { return String(rest) }
  return grouped(thousands) + "," + String(String(1_000 + rest).dropFirst())
}
