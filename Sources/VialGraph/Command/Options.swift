/// The arguments of the command line: the values of options, and flags, which have empty values.
struct Options {
  private var values: [String: String] = [:]

  init(_ arguments: some Sequence<String>) throws(ToolError) {
    var words = arguments.makeIterator()
    while let word = words.next() {
      switch word {
      case "--tests", "--unused", "--faults", "--help", "-h": values[word] = ""
      case "--format", "--around", "--from", "--store", "--library", "--run", "--compare", "--baseline",
        "--write-baseline":
        values[word] = words.next().flatMap { $0.hasPrefix("--") ? nil : $0 }
        if values[word] == nil { throw ToolError("\(word) needs a value: see --help") }
      default: throw ToolError("there is no option \(word): see --help")
      }
    }
  }

  subscript(option: String) -> String? { values[option] }
  func contains(_ option: String) -> Bool { values[option] != nil }
}
