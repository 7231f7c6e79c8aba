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
    guard !options.showsHelp else {
      print(Options.help)
      return EXIT_SUCCESS
    }
    let folder = FileManager.default.currentDirectoryPath
    let search = StoreSearch(folder: URL(fileURLWithPath: folder))
    let store = try IndexStore(
      library: IndexLibrary(path: search.library(options.library)),
      path: search.store(options.store)
    )
    let progress = Progress()
    let graph = DependencyGraph(
      Analysis(try Program(store, progress: progress), progress: progress),
      progress: progress
    )
    guard !graph.publications.isEmpty else {
      throw ToolError("the index at \(store.path) has no injection: run `swift build` first")
    }
    let faults = FaultFinder(graph: graph, reportsUnused: options.reportsUnused).faults()
    let document = GraphDocument(graph, try options.selection(of: graph), faults, folder: folder)
    if !options.reportsFaultsOnly { print(document.text(in: options.format)) }
    let lines = document.faults.map { "\($0.file):\($0.line): \($0.severity): \($0.message)\n" }.joined()
    FileHandle.standardError.write(Data(lines.utf8))
    return faults.contains(where: \.isError) ? EXIT_FAILURE : EXIT_SUCCESS
  }
}

extension GraphDocument {
  fileprivate func text(in format: Options.Format) -> String {
    switch format {
    case .text: text
    case .mermaid: mermaid
    case .dot: dot
    case .json: json
    case .html: html
    }
  }
}

extension Options {
  /// The publications that the options select.
  fileprivate func selection(of graph: DependencyGraph) throws(ToolError) -> [SymbolID] {
    var selected = Set(showsTests ? graph.publications : graph.application)
    if let executable {
      guard let entry = graph.analysis.executables.first(where: { $0.name == executable }) else {
        let known = graph.analysis.executables.map(\.name).joined(separator: ", ")
        throw ToolError("there is no executable \(executable): the index has \(known)")
      }
      selected.formIntersection(graph.analysis.reach(of: entry).uses.keys)
    }
    if let around {
      let found = selected.filter { graph.name($0) == around || graph.name($0).hasSuffix(".\(around)") }
      guard !found.isEmpty else { throw ToolError("there is no injection \(around)") }
      let needed = found.flatMap { closure(of: $0) { (graph.edges[$0] ?? [:]).keys.sorted() } }
      let users = found.flatMap {
        closure(of: $0) { other in graph.edges.filter { $0.value[other] != nil }.keys.sorted() }
      }
      selected.formIntersection(needed + users)
    }
    return graph.publications.filter(selected.contains)
  }
}
