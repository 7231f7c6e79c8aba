/// The output of the tool, by the first word of the command line.
enum Output: String, CaseIterable {
  case graph, around, path, faults, baseline, compare, page

  /// The words that follow the output, such as `<name>`.
  var arguments: [String] {
    switch self {
    case .around: ["<name>"]
    case .path: ["<name>", "<name>"]
    case .baseline, .compare: ["<file>"]
    case .graph, .faults, .page: []
    }
  }

  var summary: String {
    switch self {
    case .graph: "Shows each injection, what it needs and what uses it. The default."
    case .around: "Shows what breaks without an injection, a type or a consumer, and its direct neighbours."
    case .path: "Shows the shortest way of uses from the first name to the second one."
    case .faults: "Prints the faults, and fails if there is an error."
    case .baseline: "Writes the faults to a file, whose faults `faults --baseline` accepts."
    case .compare: "Shows what changed since an earlier `graph --format json`, and fails if an error is new."
    case .page: "Prints a page of HTML, in which the graph can be searched."
    }
  }

  /// The formats, of which the first one is the default.
  var formats: [String] {
    switch self {
    case .graph, .around, .path: Report.allCases.map(\.rawValue)
    case .faults: FaultFormat.allCases.map(\.rawValue)
    case .compare: ComparisonFormat.allCases.map(\.rawValue)
    case .baseline, .page: []
    }
  }
}

/// An option of the command line, by its name without dashes.
enum Option: String, CaseIterable {
  case format, output, from, kinds, tests, run
  case baseline, strict, only, enable, disable
  case store, library, help, version

  /// The value of the option, such as `<file>`, or `nil` for a switch.
  var value: String? {
    switch self {
    case .format: "<format>"
    case .output: "<file>"
    case .from: "<executable>"
    case .kinds: "<kinds>"
    case .run: "<profile>"
    case .baseline: "<file>"
    case .only, .enable, .disable: "<rules>"
    case .store, .library: "<path>"
    case .tests, .strict, .help, .version: nil
    }
  }

  var summary: String {
    switch self {
    case .format:
      "For faults \(formats(of: .faults)), for compare \(formats(of: .compare)), otherwise \(formats(of: .graph))."
    case .output: "Writes to a file instead of standard output. -o is the same."
    case .kinds:
      "Shows some kinds of dependents only: \(Document.Node.Kind.allCases.map(\.rawValue).joined(separator: ", "))."
    case .from: "Shows what an executable reaches."
    case .tests: "Shows the injections of test modules, too."
    case .run: "Shows a recorded run, an encoded InjectionProfile: what was built, what was slow."
    case .baseline: "Accepts the faults of the file. For faults, a fault of the file that is fixed fails."
    case .strict: "Warnings fail, too, and an index that is old or has no injection is status 2."
    case .only: "Checks some rules only, such as `unused` or `cycle,captive`."
    case .enable: "Checks rules that are off, too."
    case .disable: "Does not check some rules."
    case .store: "The index store. The default is that of SwiftPM in .build, otherwise Xcode's."
    case .library: "libIndexStore. The default is that of the toolchain whose swift is in PATH."
    case .help: "Prints this text. -h is the same."
    case .version: "Prints the version of the tool."
    }
  }

  /// The outputs that accept the option, or all outputs.
  var outputs: [Output] {
    switch self {
    case .format: Output.allCases.filter { !$0.formats.isEmpty }
    case .output: Output.allCases.filter { $0 != .baseline }
    case .from: [.graph, .around, .path, .faults, .page]
    case .kinds: [.around]
    case .tests: [.graph, .around, .path, .page]
    case .run: [.graph, .page]
    case .baseline: [.faults, .compare]
    case .strict: [.faults, .compare]
    case .only, .enable, .disable: [.faults, .baseline]
    case .store, .library, .help, .version: Output.allCases
    }
  }

  /// The options with which the option would have no effect.
  var excluded: [Option] {
    switch self {
    case .only: [.enable, .disable]
    case .from: [.tests]
    default: []
    }
  }

  private func formats(of output: Output) -> String { output.formats.joined(separator: ", ") }
}

/// The arguments of the command line.
struct Options: Equatable {
  let output: Output

  /// The words that follow the output.
  let arguments: [String]

  /// The given options with their values, which are empty for switches.
  private let values: [Option: String]

  init(_ arguments: some Sequence<String>) throws(ToolError) {
    var values: [Option: String] = [:]
    var others: [String] = []
    var words = arguments.makeIterator()
    while let word = words.next() {
      guard word.hasPrefix("-") else {
        others.append(word)
        continue
      }
      // `--format=json` is the same as `--format json`.
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let name = ["-h": "--help", "-o": "--output"][parts[0]] ?? parts[0]
      guard name.hasPrefix("--"), let option = Option(rawValue: String(name.dropFirst(2))) else {
        throw ToolError("there is no option \(parts[0]): see --help")
      }
      if values[option] != nil { throw ToolError("\(name) is given twice") }
      values[option] = try Self.value(of: option, parts.count > 1 ? parts[1] : nil) { words.next() }
    }
    guard let output = others.isEmpty ? .graph : Output(rawValue: others.removeFirst()) else {
      throw ToolError(
        "the first word must be one of \(Output.allCases.map(\.rawValue).joined(separator: ", ")): see --help"
      )
    }
    self.output = output
    self.values = values
    self.arguments = others
    try check()
  }

  private static func value(of option: Option, _ given: String?, next: () -> String?) throws(ToolError) -> String {
    if option.value == nil {
      if given != nil { throw ToolError("--\(option) takes no value") }
      return ""
    }
    let value = given ?? next() ?? ""
    if value.isEmpty || given == nil && value.hasPrefix("-") {
      throw ToolError("--\(option) needs a value: see --help")
    }
    return value
  }

  private func check() throws(ToolError) {
    if contains(.help) || contains(.version) { return }
    for option in Option.allCases where contains(option) && !option.outputs.contains(output) {
      let outputs = option.outputs.map(\.rawValue).joined(separator: ", ")
      throw ToolError("\(output) has no option --\(option), which is for \(outputs): see --help")
    }
    for option in Option.allCases where contains(option) {
      for other in option.excluded where contains(other) {
        throw ToolError("--\(other) has no effect with --\(option): see --help")
      }
    }
    if arguments.count < output.arguments.count {
      throw ToolError("\(output) needs \(output.arguments.joined(separator: " ")): see --help")
    }
    if let other = arguments.dropFirst(output.arguments.count).first {
      throw ToolError("the word \(other) has no meaning: see --help")
    }
    if let format = self[.format], !output.formats.contains(format) {
      throw ToolError("--format of \(output) must be one of \(output.formats.joined(separator: ", "))")
    }
    if contains(.run), self[.format] == Report.mermaid.rawValue {
      throw ToolError("--run has no effect with --format mermaid: see --help")
    }
    _ = try rules
    _ = try kinds
  }

  subscript(option: Option) -> String? { values[option] }
  func contains(_ option: Option) -> Bool { values[option] != nil }

  /// The format of the output, which is the first one without `--format`.
  func format<Format: CaseIterable & RawRepresentable<String>>() -> Format {
    self[.format].flatMap(Format.init) ?? Format.allCases[Format.allCases.startIndex]
  }

  /// The kinds of nodes to show.
  var kinds: [Document.Node.Kind] {
    get throws(ToolError) {
      let kinds = Document.Node.Kind.allCases
      let names = try names(.kinds, of: "kind", among: kinds.map(\.rawValue))
      return names.isEmpty ? kinds : names.compactMap(Document.Node.Kind.init)
    }
  }

  /// The rules to check.
  var rules: [Rule] {
    get throws(ToolError) {
      let known = Rule.all.map(\.id)
      let only = try names(.only, of: "rule", among: known)
      let enabled = try names(.enable, of: "rule", among: known)
      let disabled = try names(.disable, of: "rule", among: known)
      return Rule.all.filter { rule in
        let isOn = only.isEmpty ? !rule.isOptional || enabled.contains(rule.id) : only.contains(rule.id)
        return isOn && !disabled.contains(rule.id)
      }
    }
  }

  /// The names in the value of an option, separated by commas.
  private func names(_ option: Option, of noun: String, among known: [String]) throws(ToolError) -> [String] {
    let names = (self[option] ?? "").split(separator: ",").map(String.init)
    if let other = names.first(where: { !known.contains($0) }) {
      throw ToolError("--\(option): there is no \(noun) \(other), only \(known.joined(separator: ", "))")
    }
    return names
  }
}

// MARK: - Help

extension Options {
  /// The version of the package, which the first heading of `Docs/CHANGELOG.md` names.
  static let version = "unreleased"

  /// The text of `--help`: the prose of a file, and tables of the outputs, the options and the rules.
  static var help: String {
    let outputs = Output.allCases.map { output in
      ([output.rawValue] + output.arguments).joined(separator: " ")
    }
    let options = Option.allCases.map { "--" + ([$0.rawValue] + [$0.value].compactMap(\.self)).joined(separator: " ") }
    let rules = Rule.all.map { $0.summary + ($0.isOptional ? " Off unless enabled." : "") }
    return String(decoding: PackageResources.Help_txt, as: UTF8.self)
      .replacing("{outputs}", with: table(outputs, Output.allCases.map(\.summary)))
      .replacing("{options}", with: table(options, Option.allCases.map { $0.summary + scope(of: $0) }))
      .replacing("{rules}", with: table(Rule.all.map(\.id), rules))
  }

  private static func scope(of option: Option) -> String {
    let outputs = option.outputs.map(\.rawValue).joined(separator: ", ")
    return option == .format || option.outputs.count == Output.allCases.count ? "" : " [\(outputs)]"
  }

  private static func table(_ names: [String], _ texts: [String]) -> String {
    let width = names.map(\.count).max() ?? 0
    let rows = zip(names, texts).map { name, text in
      "  \(name)\(String(repeating: " ", count: width - name.count))  \(text)"
    }
    return rows.joined(separator: "\n")
  }
}
