/// The parsed arguments of the command line.
struct Options {
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

    Faults are lines `file:line: error: …` or `file:line: warning: …` on standard error. The exit status is 1 if there is an
    error. A comment `// vial-graph: ignore <reason>` in the line of a fault, or in the line before, silences the fault.
    """

  private var values: [String: String] = [:]
  private var flags: Set<String> = []

  init(_ arguments: some Sequence<String>) throws(ToolError) {
    var words = arguments.makeIterator()
    while let word = words.next() {
      switch word {
      case "--tests", "--unused", "--faults", "--help", "-h": flags.insert(word)
      case "--format", "--around", "--from", "--store", "--library":
        guard let value = words.next(), !value.hasPrefix("--") else {
          throw ToolError("\(word) needs a value: see --help")
        }
        values[word] = value
      default: throw ToolError("there is no option \(word): see --help")
      }
    }
  }

  subscript(option: String) -> String? { values[option] }
  func contains(_ flag: String) -> Bool { flags.contains(flag) }
}
