import Foundation

/// The command `vial-graph`.
@main enum VialGraphCommand {
  static func main() {
    do {
      exit(try run(Options(CommandLine.arguments.dropFirst())))
    } catch {
      Progress.print(error.message)
      exit(2)
    }
  }

  /// Prints the graph and the faults, and returns the exit status.
  private static func run(_ options: Options) throws(ToolError) -> Int32 {
    if options["--help"] != nil || options["-h"] != nil {
      print(String(decoding: PackageResources.Help_txt, as: UTF8.self))
      return EXIT_SUCCESS
    }
    guard let report = Report(rawValue: options["--format"] ?? "text") else {
      throw ToolError("--format must be one of \(Report.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    let search = StoreSearch(folder: URL(fileURLWithPath: FileManager.default.currentDirectoryPath))
    let library = try IndexLibrary(path: search.library(options["--library"]))
    let store = try IndexStore(library: library, path: search.store(options["--store"]))
    let progress = Progress()
    let analysis = Analysis(try Program(store, progress: progress), progress: progress)
    let graph = DependencyGraph(analysis, progress: progress)
    if graph.publications.isEmpty { throw ToolError("\(store.path) has no injection: run `swift build` first") }
    let faults = FaultFinder(graph: graph).faults(includingUnused: options["--unused"] != nil)
    let document = try selection(of: Document(graph, faults), options)
    if options["--faults"] == nil { print(report.text(of: document)) }
    for fault in document.faults { Progress.write(fault.description) }
    return document.faults.contains { $0.severity == .error } ? EXIT_FAILURE : EXIT_SUCCESS
  }

  /// The part of a document that the options select.
  private static func selection(of document: Document, _ options: Options) throws(ToolError) -> Document {
    var document = options["--tests"] == nil ? document.selecting { !$0.isTest } : document
    if let name = options["--from"] {
      let executables = document.modules.filter { $0.reaches != nil }
      guard let reached = executables.first(where: { $0.name == name })?.reaches.map(Set.init) else {
        throw ToolError("--from must be one of \(executables.map(\.name).joined(separator: ", "))")
      }
      document = document.selecting { reached.contains($0.id) }
    }
    if let name = options["--around"] {
      let links = Document.Links(document)
      let found = document.nodes(named: name)
      if found.isEmpty { throw ToolError("there is no injection \(name)") }
      let others = found.flatMap { links.dependents(of: $0) + links.dependencies(of: $0) }.map(\.node.id)
      let ids = Set(found.map { document.nodes[$0].id } + others)
      document = document.selecting { ids.contains($0.id) }
    }
    return document
  }
}
