import Foundation

/// The command `vial-graph`.
@main enum VialGraph {
  static func main() {
    do {
      let options = try Options(CommandLine.arguments.dropFirst())
      exit(try run(options) ? EXIT_FAILURE : EXIT_SUCCESS)
    } catch {
      Progress.print(error.message)
      exit(2)
    }
  }

  /// Prints the graph and the faults, and returns whether there is an error.
  private static func run(_ options: Options) throws(ToolError) -> Bool {
    guard !options.showsHelp else {
      print(Options.help)
      return false
    }
    let search = StoreSearch()
    let library = try IndexLibrary(path: search.library(options.library))
    let store = try IndexStore(library: library, path: search.store(options.store))
    let progress = Progress()
    let (program, report) = Program.load(store, progress: progress.report)
    for line in report.lines { Progress.print(line) }
    let analysis = Analysis(program, progress: progress.report)
    guard !analysis.nodes.isEmpty else {
      throw ToolError("the index at \(store.path) has no injection: run `swift build` first")
    }
    let graph = DependencyGraph(analysis, progress: progress.report)
    let faults = FaultFinder(graph: graph, reportsUnused: options.reportsUnused).faults()
    if !options.reportsFaultsOnly {
      let nodes = analysis.nodes.indices.filter { options.showsTests || !analysis.nodes[$0].isInTests }
      print(TextFormat(graph: graph, nodes: nodes).text)
    }
    let lines = faults.map { $0.line(in: program, relativeTo: search.folder.path) + "\n" }.joined()
    FileHandle.standardError.write(Data(lines.utf8))
    return faults.contains { $0.severity == .error }
  }
}
