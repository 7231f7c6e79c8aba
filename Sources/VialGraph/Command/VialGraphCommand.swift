import Foundation

/// The command `vial-graph`.
@main enum VialGraphCommand {
  /// The exit status if the tool cannot do its work.
  private static let failure: Int32 = 2

  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == Worker.argument { Worker.run { status(arguments) } }
    exit(status(arguments))
  }

  /// Runs the tool, and returns the exit status.
  private static func status(_ arguments: [String]) -> Int32 {
    do {
      let isWorker = arguments.first == Worker.argument
      return try isWorker ? run(Options(arguments.dropFirst())) : Worker.launch(arguments)
    } catch {
      Console.print(error.message)
      return failure
    }
  }

  /// Prints the output that the options select, and returns the exit status.
  private static func run(_ options: Options) throws(ToolError) -> Int32 {
    if options.contains("--help") {
      try Console.output(Options.help)
      return EXIT_SUCCESS
    }
    guard let report = Report(rawValue: options["--format"] ?? "text") else {
      throw ToolError("--format must be one of \(Report.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    var whole = try document(options)
    let unused = whole.faults.filter { $0.rule == "unused" && options.contains("--unused") }
    whole.faults.removeAll { $0.rule == "unused" }
    if let path = options["--run"] { whole.run = try run(JSONFile.read(path, Profile.format), of: whole) }
    let selected = try selection(of: whole, options)
    if let path = options["--write-baseline"] { return try write(selected, path) }
    if let path = options["--compare"] { return try compare(selected, path) }
    let found = try options["--around"].map { name throws(ToolError) in try selected.nodes(named: name) }
    let shown = found.map(selected.neighbourhood) ?? selected
    var faults = shown.faults
    if let path = options["--baseline"] {
      let baseline: Baseline = try JSONFile.read(path, Baseline.format)
      try requireTests(baseline.hasTests, path, whole)
      faults = baseline.unknown(in: faults) + (shown.complete ? baseline.fixed(in: faults, file: path) : [])
    }
    if options.contains("--unused"), !options.contains("--faults") { faults = [] }
    let fails = faults.contains { $0.severity == .error || options.contains("--baseline") }
    if options.contains("--faults") || options.contains("--unused") {
      for fault in faults + unused { try Console.output("\(fault)") }
    } else {
      try Console.output(report.output(about: selected, around: found))
      for fault in faults { Console.write("\(fault)") }
    }
    if !whole.unread.isEmpty { return failure }
    return fails ? EXIT_FAILURE : EXIT_SUCCESS
  }

  private static func document(_ options: Options) throws(ToolError) -> Document {
    let search = StoreSearch(folder: URL(fileURLWithPath: FileManager.default.currentDirectoryPath))
    let library = try IndexLibrary(path: search.library(options["--library"]))
    let store = try IndexStore(library: library, path: search.store(options["--store"]))
    let progress = Console()
    let program = try Program(store, progress: progress)
    let analysis = Analysis(program, progress: progress, contents: program.contents)
    let graph = DependencyGraph(analysis, progress: progress)
    if analysis.publications.isEmpty { Console.print("the index has no injection") }
    return Document(FaultFinder(graph: graph, progress: progress))
  }

  /// The part of a document that the options select.
  private static func selection(of whole: Document, _ options: Options) throws(ToolError) -> Document {
    if let executable = options["--from"] { return try whole.selecting(reachedFrom: executable) }
    var document = options.contains("--tests") ? whole : whole.selecting { !$0.isTest }
    // Faults in tests are reported although the nodes of tests are not shown.
    document.faults = whole.faults
    return document
  }

  /// Joins a profile with a document, and reports builds whose injections are not in the document.
  private static func run(_ profile: Profile, of document: Document) throws(ToolError) -> Document.Run {
    let run = document.joined(with: profile)
    let missing = profile.builds.count - run.usages.reduce(0) { $0 + $1.builds }
    let cause = "the sources changed after the run, or the profile is of another application"
    let message = "\(missing) of \(profile.builds.count) builds are not in the graph: \(cause)"
    if missing > 0, missing == profile.builds.count { throw ToolError(message) }
    if missing > 0 { Console.print(message) }
    return run
  }

  private static func write(_ document: Document, _ path: String) throws(ToolError) -> Int32 {
    try requireComplete(document, "the sources")
    let text = JSONFile.encode(Baseline(document.faults, hasTests: document.hasTests)) + "\n"
    let isWritten = (try? text.write(toFile: path, atomically: false, encoding: .utf8)) != nil
    if !isWritten { throw ToolError("\(path) cannot be written") }
    Console.print("wrote \(document.faults.count) fault\(document.faults.count == 1 ? "" : "s") to \(path)")
    return EXIT_SUCCESS
  }

  /// Prints the differences from a base, and returns the exit status, which is 1 if an error is new.
  private static func compare(_ document: Document, _ path: String) throws(ToolError) -> Int32 {
    let base: Document = try JSONFile.read(path, Document.format)
    try requireComplete(base, path)
    try requireComplete(document, "the sources")
    try requireTests(base.hasTests, path, document)
    let comparison = Comparison(from: base, to: document)
    if !comparison.isEmpty { try Console.output(comparison.markdown) }
    return comparison.newFaults.contains { $0.severity == .error } ? EXIT_FAILURE : EXIT_SUCCESS
  }

  /// Stops if an earlier file includes the tests and the index does not, because the faults of tests would seem to be fixed.
  private static func requireTests(_ hasTests: Bool?, _ path: String, _ document: Document) throws(ToolError) {
    if hasTests != true || document.hasTests == true { return }
    throw ToolError("the index has no tests, but \(path) has: run `swift build --build-tests`")
  }

  private static func requireComplete(_ document: Document, _ name: String) throws(ToolError) {
    if document.complete { return }
    let reason = (document.unread + document.changed).first.map { "the index of \($0) is old or cannot be read" }
    throw ToolError("the graph of \(name) is not complete, because \(reason ?? "an option selected a part")")
  }
}
