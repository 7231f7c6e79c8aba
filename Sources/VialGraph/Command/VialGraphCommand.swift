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
    guard let text = GraphDocument.formats[options["--format"] ?? "text"] else {
      throw ToolError("--format must be one of text, mermaid, dot, json and html")
    }
    let folder = FileManager.default.currentDirectoryPath
    let search = StoreSearch(folder: URL(fileURLWithPath: folder))
    let library = try IndexLibrary(path: search.library(options["--library"]))
    let store = try IndexStore(library: library, path: search.store(options["--store"]))
    let progress = Progress()
    let analysis = Analysis(try Program(store, progress: progress), progress: progress)
    let graph = DependencyGraph(analysis, progress: progress)
    if graph.publications.isEmpty { throw ToolError("\(store.path) has no injection: run `swift build` first") }
    let finder = FaultFinder(graph: graph, folder: folder)
    let faults = finder.faults(includingUnused: options["--unused"] != nil)
    let document = GraphDocument(graph, try selection(of: graph, options), faults)
    if options["--faults"] == nil { print(text(document)) }
    for fault in faults { Progress.write("\(fault.file):\(fault.line): \(fault.severity): \(fault.message)") }
    return faults.contains { $0.severity == .error } ? EXIT_FAILURE : EXIT_SUCCESS
  }

  /// The publications that the options select.
  private static func selection(of graph: DependencyGraph, _ options: Options) throws(ToolError) -> [SymbolID] {
    var selected = Set(options["--tests"] == nil ? graph.application : graph.publications)
    if let name = options["--from"] {
      let executables = graph.analysis.executables
      guard let entry = executables.first(where: { $0.name == name }) else {
        throw ToolError("--from must be one of \(executables.map(\.name).joined(separator: ", "))")
      }
      selected.formIntersection(graph.analysis.reach(of: entry).uses.keys)
    }
    if let name = options["--around"] {
      let found = selected.filter { ".\(graph.name($0))".hasSuffix(".\(name)") }
      if found.isEmpty { throw ToolError("there is no injection \(name)") }
      let next = { (publication: SymbolID) in (graph.edges[publication] ?? [:]).keys.sorted() }
      let users = { (publication: SymbolID) in graph.publications.filter { next($0).contains(publication) } }
      selected.formIntersection(found.flatMap { closure(of: $0, next) + closure(of: $0, users) })
    }
    return graph.publications.filter(selected.contains)
  }
}
