/// The arguments of the command line.
///
/// The text of the help is also the list of the options.
struct Options {
  static let help = String(decoding: PackageResources.Help_txt, as: UTF8.self)

  /// Options of which one at most has an effect.
  private static let alternatives = [
    ["--around", "--compare", "--write-baseline", "--unused"], ["--from", "--tests"],
    ["--from", "--compare", "--write-baseline"], ["--run", "--unused"], ["--format", "--unused"],
    ["--run", "--faults", "--compare", "--write-baseline"], ["--format", "--faults", "--compare", "--write-baseline"],
    ["--baseline", "--compare", "--write-baseline"],
  ]

  /// The given options with their values, which are empty for options that take no value.
  private var values: [String: String] = [:]

  init(_ arguments: some Sequence<String>) throws(ToolError) {
    // A line that begins with two spaces and an option describes the option, such as `  --from <executable>  Shows …`.
    let lines = Self.help.matches(of: /\n  (--[a-z-]+)( <)?/)
    let takesValue = Dictionary(lines.map { (String($0.1), $0.2 != nil) }) { $0 || $1 }
    var words = arguments.makeIterator()
    while let word = words.next() {
      guard let takesValue = takesValue[word] else { throw ToolError("there is no option \(word): see --help") }
      values[word] = takesValue ? words.next().flatMap { $0.hasPrefix("--") || $0.isEmpty ? nil : $0 } : ""
      if values[word] == nil { throw ToolError("\(word) needs a value: see --help") }
    }
    for given in Self.alternatives.map({ $0.filter(contains) }) where given.count > 1 {
      throw ToolError("\(given[0]) and \(given[1]) cannot be combined: see --help")
    }
  }

  subscript(option: String) -> String? { values[option] }
  func contains(_ option: String) -> Bool { values[option] != nil }
}
