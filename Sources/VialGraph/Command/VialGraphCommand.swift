import Foundation

/// The command `vial-graph`.
@main enum VialGraphCommand {
  static func main() {
    do {
      let arguments = CommandLine.arguments.dropFirst()
      let isWorker = arguments.first == StoreWorker.argument
      exit(try isWorker ? run(Options(arguments.dropFirst())) : StoreWorker.run(Array(arguments)))
    } catch {
      Progress.print(error.message)
      exit(2)
    }
  }

  /// Prints the output that the options select, and returns the exit status.
  private static func run(_ options: Options) throws(ToolError) -> Int32 {
    if options.contains("--help") {
      print(Options.help)
      return EXIT_SUCCESS
    }
    guard let report = Report(rawValue: options["--format"] ?? "text") else {
      throw ToolError("--format must be one of \(Report.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    let whole = try document(options)
    if let path = options["--write-baseline"] { return try write(Baseline(whole.faults), of: whole, path) }
    let selected = try selection(of: whole, options)
    if let path = options["--compare"] { return try compare(selected, path) }
    let found = try options["--around"].map { name throws(ToolError) in try selected.nodes(named: name) }
    let shown = found.map(selected.neighbourhood) ?? selected
    var faults = shown.faults
    if options.contains("--unused"), !options.contains("--faults") { faults.removeAll { $0.rule != "unused" } }
    var fails = faults.contains { $0.severity == .error }
    if let path = options["--baseline"] {
      let baseline: Baseline = try JSONFile.read(path, Baseline.format)
      let mended = shown.complete ? baseline.mended(in: faults, file: path) : []
      faults = baseline.unknown(in: faults) + mended
      fails = !faults.isEmpty
    }
    if options.contains("--faults") || options.contains("--unused") {
      for fault in faults { print(fault) }
    } else {
      print(report.text(of: selected, around: found))
      for fault in faults { Progress.write("\(fault)") }
    }
    return whole.unread.isEmpty ? fails ? EXIT_FAILURE : EXIT_SUCCESS : 2
  }

  private static func document(_ options: Options) throws(ToolError) -> Document {
    let search = StoreSearch(folder: URL(fileURLWithPath: FileManager.default.currentDirectoryPath))
    let library = try IndexLibrary(path: search.library(options["--library"]))
    let store = try IndexStore(library: library, path: search.store(options["--store"]))
    let progress = Progress()
    let program = try Program(store, progress: progress)
    let analysis = Analysis(program, progress: progress, contents: program.contents)
    let graph = DependencyGraph(analysis, progress: progress)
    if analysis.publications.isEmpty { throw ToolError("\(store.path) has no injection: run `swift build` first") }
    let finder = FaultFinder(graph: graph, progress: progress)
    return Document(graph, finder.faults(includingUnused: options.contains("--unused")))
  }

  /// The part of a document that the options select, with the run.
  private static func selection(of whole: Document, _ options: Options) throws(ToolError) -> Document {
    var document = options.contains("--tests") ? whole : whole.selecting { !$0.isTest }
    // Faults in tests are reported although the nodes of tests are not shown.
    document.faults = whole.faults
    if let name = options["--from"] {
      let executables = document.modules.filter { $0.reaches != nil }
      guard let reached = executables.first(where: { $0.name == name })?.reaches else {
        throw ToolError("--from must be one of \(executables.map(\.name).joined(separator: ", "))")
      }
      document = document.selecting { [reached = Set(reached)] in reached.contains($0.id) }
      document.complete = false
    }
    if let path = options["--run"] { document.run = document.run(try JSONFile.read(path, Profile.format)) }
    return document
  }

  private static func write(_ baseline: Baseline, of document: Document, _ path: String) throws(ToolError) -> Int32 {
    try requireComplete(document, "the sources")
    do {
      try JSONFile.text(baseline).appending("\n").write(toFile: path, atomically: true, encoding: .utf8)
    } catch {
      throw ToolError("\(path) cannot be written: \(error)")
    }
    return EXIT_SUCCESS
  }

  /// Prints the differences from a base, and returns the exit status, which is 1 if an error is new.
  private static func compare(_ document: Document, _ path: String) throws(ToolError) -> Int32 {
    let base: Document = try JSONFile.read(path, Document.format)
    try requireComplete(base, path)
    try requireComplete(document, "the sources")
    let comparison = Comparison(from: base, to: document)
    if !comparison.isEmpty { print(comparison.markdown) }
    return comparison.newFaults.contains { $0.severity == .error } ? EXIT_FAILURE : EXIT_SUCCESS
  }

  private static func requireComplete(_ document: Document, _ name: String) throws(ToolError) {
    if document.complete { return }
    let file = (document.unread + document.changed).first
    let reason = file.map { "\($0) is not in the index" } ?? "an option selected a part"
    throw ToolError("the graph of \(name) is not complete, because \(reason)")
  }
}
