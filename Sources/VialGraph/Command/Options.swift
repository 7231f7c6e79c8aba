/// What the tool prints or writes: the first word of the command line.
enum Output: String, CaseIterable {
  case graph, around, faults, baseline, compare, page

  /// The word that follows the output, such as `<name>`.
  var argument: String? {
    switch self {
    case .around: "<name>"
    case .baseline, .compare: "<file>"
    case .graph, .faults, .page: nil
    }
  }

  var summary: String {
    switch self {
    case .graph: "Shows each injection, what it needs and what uses it. The default."
    case .around: "Shows what breaks without an injection, a type or a consumer, and its direct neighbours."
    case .faults: "Prints the faults, and fails if there is an error."
    case .baseline: "Writes the faults to a file, whose faults `faults --baseline` accepts."
    case .compare: "Prints Markdown about what changed since an earlier `graph --format json`."
    case .page: "Prints a page of HTML, in which the graph can be searched."
    }
  }

  /// The formats, of which the first one is the default.
  var formats: [String] {
    switch self {
    case .graph, .around: Report.allCases.map(\.rawValue)
    case .faults: FaultFormat.allCases.map(\.rawValue)
    case .baseline, .compare, .page: []
    }
  }
}

/// An option of the command line, by its name without dashes.
enum Option: String, CaseIterable {
  case format, from, tests, run
  case baseline, strict, only, enable, disable
  case store, library, help, version

  /// The value of the option, such as `<file>`, or `nil` for a switch.
  var value: String? {
    switch self {
    case .format: "<format>"
    case .from: "<executable>"
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
      "\(Self.formats(of: .graph)) for graph and around; \(Self.formats(of: .faults)) for faults."
    case .from: "Shows what an executable reaches."
    case .tests: "Shows the injections of test modules, too."
    case .run: "Shows a recorded run, an encoded InjectionProfile: what was built, what was slow."
    case .baseline: "Accepts the faults of the file. Other faults fail, and faults of the file that are fixed."
    case .strict: "Warnings fail, too. The exit status is 2 if the index is older than a source, or has no injection."
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
    case .format: [.graph, .around, .faults]
    case .from: [.graph, .around, .faults, .page]
    case .tests: [.graph, .around, .page]
    case .run: [.graph, .page]
    case .baseline: [.faults]
    case .strict: [.faults, .compare]
    case .only, .enable, .disable: [.faults, .baseline]
    case .store, .library, .help, .version: Output.allCases
    }
  }

  private static func formats(of output: Output) -> String { output.formats.joined(separator: ", ") }
}

/// The arguments of the command line.
struct Options: Equatable {
  let output: Output

  /// The word that follows the output, or an empty text if the output takes none.
  let argument: String

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
      let name = word == "-h" ? "--help" : parts[0]
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
    argument = others.first ?? ""
    try check(others)
  }

  private static func value(of option: Option, _ given: String?, next: () -> String?) throws(ToolError) -> String {
    if option.value == nil {
      if given != nil { throw ToolError("--\(option) takes no value") }
      return ""
    }
    let value = given ?? next() ?? ""
    if value.isEmpty || given == nil && value.hasPrefix("--") {
      throw ToolError("--\(option) needs a value: see --help")
    }
    return value
  }

  private func check(_ words: [String]) throws(ToolError) {
    if contains(.help) || contains(.version) { return }
    for option in Option.allCases where contains(option) && !option.outputs.contains(output) {
      let outputs = option.outputs.map(\.rawValue).joined(separator: ", ")
      throw ToolError("\(output) has no option --\(option), which is for \(outputs): see --help")
    }
    if let argument = output.argument, words.isEmpty { throw ToolError("\(output) needs a \(argument): see --help") }
    if let other = words.dropFirst(output.argument == nil ? 0 : 1).first {
      throw ToolError("the word \(other) has no meaning: see --help")
    }
    if let format = self[.format], !output.formats.contains(format) {
      throw ToolError("--format of \(output) must be one of \(output.formats.joined(separator: ", "))")
    }
    _ = try rules
  }

  subscript(option: Option) -> String? { values[option] }
  func contains(_ option: Option) -> Bool { values[option] != nil }

  /// The rules to check.
  var rules: [Rule] {
    get throws(ToolError) {
      let (only, enabled, disabled) = (try names(.only), try names(.enable), try names(.disable))
      return Rule.all.filter { rule in
        let isOn = only.isEmpty ? !rule.isOptional || enabled.contains(rule.id) : only.contains(rule.id)
        return isOn && !disabled.contains(rule.id)
      }
    }
  }

  /// The names of rules in the value of an option.
  private func names(_ option: Option) throws(ToolError) -> [String] {
    let names = (self[option] ?? "").split(separator: ",").map(String.init)
    let known = Rule.all.map(\.id)
    if let other = names.first(where: { !known.contains($0) }) {
      throw ToolError("--\(option): there is no rule \(other), only \(known.joined(separator: ", "))")
    }
    return names
  }
}

// MARK: - Help

extension Options {
  /// The version of the tool, which is that of the package.
  static let version = "unreleased"

  /// The text of `--help`: the prose of a file, and tables of the outputs, the options and the rules.
  static var help: String {
    let outputs = Output.allCases.map { output in
      ([output.rawValue] + [output.argument].compactMap(\.self)).joined(separator: " ")
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
