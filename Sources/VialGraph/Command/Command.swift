import Foundation
import VialGraphProgram

/// One run of the tool, which reads the index and prints or writes the output of the options.
struct Command {
  /// The exit status if the tool cannot do its work, or if a file cannot be read.
  static let failure: Int32 = 2

  let options: Options

  /// The folder of the application: the current folder, or the package or the project around it.
  private let folder: URL

  init(_ options: Options) {
    self.options = options
    folder = StoreSearch.application(around: URL(fileURLWithPath: FileManager.default.currentDirectoryPath))
  }

  /// Runs the tool, and returns the exit status.
  func run() throws(ToolError) -> Int32 {
    if options.contains(.help) || options.contains(.version) {
      try write(options.contains(.help) ? Options.help : "vial-graph \(Options.version)")
      return EXIT_SUCCESS
    }
    let whole = try document()
    let status =
      switch options.output {
      case .graph: try printGraph(whole)
      case .around: try printAnswer(whole)
      case .path: try printPath(whole)
      case .faults: try printFaults(whole)
      case .baseline: try writeBaseline(whole)
      case .compare: try printComparison(whole)
      case .page: try printPage(whole)
      }
    let isOld = options.contains(.strict) && (!whole.changed.isEmpty || !whole.nodes.contains(where: \.isInjection))
    return isOld || !whole.unread.isEmpty ? Self.failure : status
  }

  private func document() throws(ToolError) -> Document {
    let progress = Console()
    let program = try program(progress: progress)
    let analysis = Analysis(program, progress: progress, contents: program.contents)
    let graph = DependencyGraph(analysis, progress: progress)
    if analysis.publications.isEmpty { Console.note("the index has no injection") }
    // The page lists injections without a use, also if the rule `unused` is off.
    let rules = options.output == .page ? Rule.all : try options.rules
    return Document(FaultFinder(graph: graph, progress: progress), rules: rules)
  }

  /// Reads the index, and reports the files whose index is old or incomplete.
  private func program(progress: Console) throws(ToolError) -> Program {
    let program: Program
    do throws(IndexError) {
      let store = try StoreSearch(folder: folder).open(store: options[.store], library: options[.library])
      program = try Program(store, folder: folder.path, ignoring: LibraryMember.modules) { number, count in
        progress.report("reading the index: \(number) of \(count) files")
      }
    } catch {
      throw ToolError(error.message)
    }
    for warning in program.warnings { Console.note(warning) }
    return program
  }

  /// Prints a text, or writes it to the file of `--output`.
  private func write(_ text: String) throws(ToolError) {
    guard let path = options[.output] else { return text.isEmpty ? () : try Console.print(text) }
    try Self.write(text.isEmpty ? "" : text + "\n", to: path)
  }

  private static func write(_ text: String, to path: String) throws(ToolError) {
    let isWritten = (try? text.write(toFile: path, atomically: false, encoding: .utf8)) != nil
    if !isWritten { throw ToolError("\(path) cannot be written") }
  }
}

// MARK: - Outputs

extension Command {
  private var report: Report { options.format() }

  private func printGraph(_ whole: Document) throws(ToolError) -> Int32 {
    try write(report.output(about: selection(of: joined(whole))))
    return EXIT_SUCCESS
  }

  private func printAnswer(_ whole: Document) throws(ToolError) -> Int32 {
    let document = try selection(of: whole)
    let found = try whole.nodes(named: options.arguments[0], in: document, reachedFrom: options[.from])
    try write(report.output(about: document, around: found, kinds: options.kinds))
    return EXIT_SUCCESS
  }

  private func printPath(_ whole: Document) throws(ToolError) -> Int32 {
    let document = try selection(of: whole)
    let ends = try options.arguments.map { name throws(ToolError) in
      try whole.nodes(named: name, in: document, reachedFrom: options[.from])
    }
    let links = Document.Links(document)
    let path = links.path(from: ends[0], to: ends[1])
    if path == nil {
      let names = options.arguments
      let isReversed = links.path(from: ends[1], to: ends[0]) != nil
      Console.note("\(names[0]) does not need \(names[1])\(isReversed ? ", but \(names[1]) needs \(names[0])" : "")")
    }
    try write(path.map { report.output(about: document, along: $0) } ?? "")
    return path == nil ? EXIT_FAILURE : EXIT_SUCCESS
  }

  private func printPage(_ whole: Document) throws(ToolError) -> Int32 {
    try write(Page(selection(of: joined(whole)), of: origin).html)
    return EXIT_SUCCESS
  }

  private func printFaults(_ whole: Document) throws(ToolError) -> Int32 {
    let selected = try selection(of: whole)
    var faults = selected.faults.map(CheckedFault.open)
    if let path = options[.baseline] {
      let baseline = try baseline(in: path, for: whole)
      let checked = Set(try options.rules.map(\.id))
      let fixed = selected.complete ? baseline.fixed(in: selected.faults).filter { checked.contains($0.rule) } : []
      faults = baseline.unknown(in: selected.faults).map(CheckedFault.open)
      faults += fixed.map { .fixed($0, baseline: path) }
    }
    let format: FaultFormat = options.format()
    try write(format.text(of: faults, in: folder, version: Options.version))
    let isStrict = options.contains(.strict) || options.contains(.baseline)
    return faults.contains { isStrict || $0.severity == .error } ? EXIT_FAILURE : EXIT_SUCCESS
  }

  private func writeBaseline(_ whole: Document) throws(ToolError) -> Int32 {
    try Self.requireComplete(whole, "the sources")
    let path = options.arguments[0]
    try Self.write(JSONFile.encode(Baseline(whole.faults, hasTests: whole.hasTests)) + "\n", to: path)
    Console.note("wrote \(whole.faults.count) fault\(whole.faults.count == 1 ? "" : "s") to \(path)")
    return EXIT_SUCCESS
  }

  private func printComparison(_ whole: Document) throws(ToolError) -> Int32 {
    let path = options.arguments[0]
    let base: Document = try JSONFile.read(path, Document.format, version: Document.currentVersion)
    try Self.requireComplete(base, path)
    try Self.requireComplete(whole, "the sources")
    try Self.requireTests(base.hasTests, path, whole)
    let known = try options[.baseline].map { path throws(ToolError) in try baseline(in: path, for: whole) }
    let comparison = Comparison(from: base, to: whole, accepting: known)
    let format: ComparisonFormat = options.format()
    switch format {
    case .markdown: try write(comparison.markdown)
    case .page: try write(Page(comparison.head, of: origin, comparison).html)
    }
    let isStrict = options.contains(.strict)
    return comparison.newFaults.contains { isStrict || $0.severity == .error } ? EXIT_FAILURE : EXIT_SUCCESS
  }
}

// MARK: - Documents

extension Command {
  /// The part of a document that the options select.
  private func selection(of whole: Document) throws(ToolError) -> Document {
    if let executable = options[.from] { return try whole.selecting(reachedFrom: executable) }
    return options.contains(.tests) ? whole : whole.withoutTests
  }

  /// A document with the recorded run, if there is one.
  ///
  /// Builds whose injections are not in the document are reported.
  private func joined(_ document: Document) throws(ToolError) -> Document {
    guard let path = options[.run] else { return document }
    let profile: Profile = try JSONFile.read(path, Profile.format, version: Profile.currentVersion)
    var document = document
    let run = document.joined(with: profile)
    document.run = run
    let missing = profile.builds.count - run.builds.count
    let cause = "the sources changed after the run, or the profile is of another application"
    let message = "\(missing) of \(profile.builds.count) builds are not in the graph: \(cause)"
    if missing > 0, missing == profile.builds.count { throw ToolError(message) }
    if missing > 0 { Console.note(message) }
    return document
  }

  /// The folder, the time and the options of a page.
  private var origin: Page.Origin {
    var origin = Page.Origin(folder: folder.lastPathComponent, executable: options[.from])
    origin.commit = Revision.current(of: folder)
    origin.date = Date.now.formatted(.iso8601)
    origin.version = Options.version
    return origin
  }

  private func baseline(in path: String, for whole: Document) throws(ToolError) -> Baseline {
    let baseline: Baseline = try JSONFile.read(path, Baseline.format, version: Baseline.currentVersion)
    try Self.requireTests(baseline.hasTests, path, whole)
    return baseline
  }

  /// Stops if an earlier file includes the tests and the index does not, because the faults of tests would seem to be fixed.
  private static func requireTests(_ hasTests: Bool, _ path: String, _ document: Document) throws(ToolError) {
    if !hasTests || document.hasTests { return }
    throw ToolError("the index has no tests, but \(path) has: run `swift build --build-tests`")
  }

  private static func requireComplete(_ document: Document, _ name: String) throws(ToolError) {
    if document.complete { return }
    let reason = (document.unread + document.changed).first.map { "the index of \($0) is old or cannot be read" }
    throw ToolError("the graph of \(name) is not complete, because \(reason ?? "an option selected a part")")
  }
}
