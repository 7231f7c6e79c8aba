import Foundation

/// One run of the tool: it reads the index, and prints or writes what the options select.
struct Command {
  /// The exit status if the tool cannot do its work.
  static let failure: Int32 = 2

  let options: Options

  init(_ options: Options) { self.options = options }

  /// Runs the tool, and returns the exit status.
  func run() throws(ToolError) -> Int32 {
    if options.contains(.help) || options.contains(.version) {
      try Console.print(options.contains(.help) ? Options.help : "vial-graph \(Options.version)")
      return EXIT_SUCCESS
    }
    let whole = try document()
    let status =
      switch options.output {
      case .graph: try printGraph(whole)
      case .around: try printAnswer(whole)
      case .faults: try printFaults(whole)
      case .baseline: try writeBaseline(whole)
      case .compare: try printComparison(whole)
      case .page: try printPage(whole)
      }
    let isOld = options.contains(.strict) && (!whole.changed.isEmpty || !whole.nodes.contains(where: \.isInjection))
    return isOld || !whole.unread.isEmpty ? Self.failure : status
  }

  /// The folder of the application.
  private var folder: URL { URL(fileURLWithPath: FileManager.default.currentDirectoryPath) }

  private func document() throws(ToolError) -> Document {
    let search = StoreSearch(folder: folder)
    let library = try IndexLibrary(path: search.library(options[.library]))
    let store = try IndexStore(library: library, path: search.store(options[.store]))
    let progress = Console()
    let program = try Program(store, progress: progress)
    let analysis = Analysis(program, progress: progress, contents: program.contents)
    let graph = DependencyGraph(analysis, progress: progress)
    if analysis.publications.isEmpty { Console.note("the index has no injection") }
    return Document(FaultFinder(graph: graph, progress: progress), rules: try options.rules)
  }
}

// MARK: - Outputs

extension Command {
  private var report: Report { options[.format].flatMap(Report.init) ?? .text }

  private func printGraph(_ whole: Document) throws(ToolError) -> Int32 {
    try Console.print(report.output(about: selection(of: joined(whole)), around: nil))
    return EXIT_SUCCESS
  }

  private func printAnswer(_ whole: Document) throws(ToolError) -> Int32 {
    let document = try selection(of: whole)
    try Console.print(report.output(about: document, around: document.nodes(named: options.argument)))
    return EXIT_SUCCESS
  }

  private func printPage(_ whole: Document) throws(ToolError) -> Int32 {
    try Console.print(Page(selection(of: joined(whole))).html)
    return EXIT_SUCCESS
  }

  private func printFaults(_ whole: Document) throws(ToolError) -> Int32 {
    let selected = try selection(of: whole)
    var faults = selected.faults
    if let path = options[.baseline] {
      let baseline: Baseline = try JSONFile.read(path, Baseline.format)
      try Self.requireTests(baseline.hasTests, path, whole)
      let known = Set(try options.rules.map(\.id))
      let fixed = selected.complete ? baseline.fixed(in: faults, file: path).filter { known.contains($0.rule) } : []
      faults = baseline.unknown(in: faults) + fixed
    }
    let format = options[.format].flatMap(FaultFormat.init) ?? .text
    let text = format.text(of: faults, in: folder, version: Options.version)
    if !text.isEmpty { try Console.print(text) }
    let isStrict = options.contains(.strict) || options.contains(.baseline)
    return faults.contains { isStrict || $0.severity == .error } ? EXIT_FAILURE : EXIT_SUCCESS
  }

  private func writeBaseline(_ whole: Document) throws(ToolError) -> Int32 {
    try Self.requireComplete(whole, "the sources")
    let text = JSONFile.encode(Baseline(whole.faults, hasTests: whole.hasTests)) + "\n"
    let path = options.argument
    let isWritten = (try? text.write(toFile: path, atomically: false, encoding: .utf8)) != nil
    if !isWritten { throw ToolError("\(path) cannot be written") }
    Console.note("wrote \(whole.faults.count) fault\(whole.faults.count == 1 ? "" : "s") to \(path)")
    return EXIT_SUCCESS
  }

  private func printComparison(_ whole: Document) throws(ToolError) -> Int32 {
    let path = options.argument
    let base: Document = try JSONFile.read(path, Document.format)
    try Self.requireComplete(base, path)
    try Self.requireComplete(whole, "the sources")
    try Self.requireTests(base.hasTests, path, whole)
    let comparison = Comparison(from: base, to: whole)
    if !comparison.isEmpty { try Console.print(comparison.markdown) }
    let isStrict = options.contains(.strict)
    return comparison.newFaults.contains { isStrict || $0.severity == .error } ? EXIT_FAILURE : EXIT_SUCCESS
  }
}

// MARK: - Documents

extension Command {
  /// The part of a document that the options select.
  private func selection(of whole: Document) throws(ToolError) -> Document {
    if let executable = options[.from] { return try whole.selecting(reachedFrom: executable) }
    var document = options.contains(.tests) ? whole : whole.selecting { !$0.isTest }
    // Faults in tests are reported although the nodes of tests are not shown.
    document.faults = whole.faults
    return document
  }

  /// A document with the recorded run, if there is one.
  ///
  /// Builds whose injections are not in the document are reported.
  private func joined(_ document: Document) throws(ToolError) -> Document {
    guard let path = options[.run] else { return document }
    let profile: Profile = try JSONFile.read(path, Profile.format)
    var document = document
    let run = document.joined(with: profile)
    document.run = run
    let missing = profile.builds.count - run.usages.reduce(0) { $0 + $1.builds }
    let cause = "the sources changed after the run, or the profile is of another application"
    let message = "\(missing) of \(profile.builds.count) builds are not in the graph: \(cause)"
    if missing > 0, missing == profile.builds.count { throw ToolError(message) }
    if missing > 0 { Console.note(message) }
    return document
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
