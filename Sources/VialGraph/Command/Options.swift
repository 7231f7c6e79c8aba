/// The parsed arguments of the command line.
struct Options: Equatable {
  enum Format: String, CaseIterable {
    case text, mermaid, dot, json, html
  }

  static let help = """
    Shows which injections of an application need which others, and reports faults, without running the application.
    The tool reads the index that a debug build writes, so build first.

    Usage: vial-graph [<option> ...]

      --format <format>     text (the default), mermaid, dot, json, or html for a page to open in a browser.
      --around <injection>  Shows the injection, what it needs and who uses it, directly and indirectly.
      --from <executable>   Shows what an executable reaches.
      --tests               Shows the injections of test modules, too.
      --unused              Reports injections that no code uses. Code for other platforms is not seen.
      --faults              Reports faults only.
      --store <path>        The index store. The default is that of SwiftPM in .build, otherwise Xcode's.
      --library <path>      libIndexStore. The default is that of the toolchain whose swift is in PATH.
      -h, --help            Shows this help.

    Each fault is a line `file:line: error: …` or `file:line: warning: …` on standard error. The exit status is 1 if there
    is an error. A comment `// vial-graph: ignore <reason>` in the line of a fault, or in the line before, silences it.

    """

  private(set) var format = Format.text
  private(set) var around: String?
  private(set) var executable: String?
  private(set) var store: String?
  private(set) var library: String?
  private(set) var showsTests = false
  private(set) var reportsUnused = false
  private(set) var reportsFaultsOnly = false
  private(set) var showsHelp = false

  init(_ arguments: some Sequence<String>) throws(ToolError) {
    var words = arguments.makeIterator()
    while let word = words.next() {
      switch word {
      case "--format":
        let name = try Self.value(of: word, words.next())
        guard let format = Format(rawValue: name) else {
          let known = Format.allCases.map(\.rawValue).joined(separator: ", ")
          throw ToolError("\(name) is not a format: use \(known)")
        }
        self.format = format
      case "--around": around = try Self.value(of: word, words.next())
      case "--from": executable = try Self.value(of: word, words.next())
      case "--store": store = try Self.value(of: word, words.next())
      case "--library": library = try Self.value(of: word, words.next())
      case "--tests": showsTests = true
      case "--unused": reportsUnused = true
      case "--faults": reportsFaultsOnly = true
      case "-h", "--help": showsHelp = true
      default: throw ToolError("there is no option \(word): see --help")
      }
    }
  }

  private static func value(of option: String, _ value: String?) throws(ToolError) -> String {
    guard let value, !value.hasPrefix("--") else { throw ToolError("\(option) needs a value: see --help") }
    return value
  }
}
