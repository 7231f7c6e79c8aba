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
    if options.contains("--help") || options.contains("-h") {
      print(Options.help)
      return EXIT_SUCCESS
    }
    let format = options["--format"] ?? "text"
    guard let text = GraphDocument.formats[format] else {
      throw ToolError(
        "there is no format \(format): use \(GraphDocument.formats.keys.sorted().joined(separator: ", "))"
      )
    }
    let folder = FileManager.default.currentDirectoryPath
    let search = StoreSearch(folder: URL(fileURLWithPath: folder))
    let library = try IndexLibrary(path: search.library(options["--library"]))
    let store = try IndexStore(library: library, path: search.store(options["--store"]))
    let progress = Progress()
    let analysis = Analysis(try Program(store, progress: progress), progress: progress)
    let graph = DependencyGraph(analysis, progress: progress)
    if graph.publications.isEmpty { throw ToolError("\(store.path) has no injection: run `swift build` first") }
    let faults = FaultFinder(graph: graph, reportsUnused: options.contains("--unused")).faults()
    let document = GraphDocument(graph, try selection(of: graph, options), faults, folder: folder)
    if !options.contains("--faults") { print(text(document)) }
    let lines = document.faults.map { "\($0.file):\($0.line): \($0.severity): \($0.message)\n" }
    FileHandle.standardError.write(Data(lines.joined().utf8))
    return faults.contains { $0.severity == .error } ? EXIT_FAILURE : EXIT_SUCCESS
  }

  /// The publications that the options select.
  private static func selection(of graph: DependencyGraph, _ options: Options) throws(ToolError) -> [SymbolID] {
    var selected = Set(options.contains("--tests") ? graph.publications : graph.application)
    if let name = options["--from"] {
      let executables = graph.analysis.executables
      guard let entry = executables.first(where: { $0.name == name }) else {
        throw ToolError("there is no executable \(name): use \(executables.map(\.name).joined(separator: ", "))")
      }
      selected.formIntersection(graph.analysis.reach(of: entry).uses.keys)
    }
    if let name = options["--around"] {
      let found = selected.filter { ".\(graph.name($0))".hasSuffix(".\(name)") }
      if found.isEmpty { throw ToolError("there is no injection \(name)") }
      let needed = found.flatMap { closure(of: $0) { (graph.edges[$0] ?? [:]).keys.sorted() } }
      let users = found.flatMap {
        closure(of: $0) { other in graph.edges.filter { $0.value[other] != nil }.keys.sorted() }
      }
      selected.formIntersection(needed + users)
    }
    return graph.publications.filter(selected.contains)
  }
}
