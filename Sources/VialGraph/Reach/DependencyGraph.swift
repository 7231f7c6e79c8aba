/// The dependencies of each injection, found without running the program.
struct DependencyGraph {
  let analysis: Analysis

  /// The code that is reached by building and using an instance of each publication.
  let reaches: [Reach]

  /// The edges from each publication, with the most certain use of the other one.
  let edges: [[PublicationID: Reach.Edge]]

  let executables: [Execution]

  init(_ analysis: Analysis, progress: Console) {
    self.analysis = analysis
    let publications = analysis.publications.indices
    var reaches = publications.map { publication in
      progress.report("following \(publication + 1) of \(publications.count) injections")
      return Reach(from: Self.starts(of: publication, analysis), analysis)
    }
    // A dynamic call reaches a type that the instance, or an instance that it needs, builds.
    var isComplete = false
    while !isComplete {
      let needs = reaches.map { Array($0.edges { $0.certainty < .deferred }.keys) }
      var builders: [SymbolID: [PublicationID]] = [:]
      for publication in publications {
        for type in reaches[publication].bodies.keys.compactMap(\.type) {
          builders[type, default: []].append(publication)
        }
      }
      isComplete = true
      for publication in publications where reaches[publication].isWaiting {
        progress.report("following the calls of \(publication + 1) of \(publications.count) injections")
        let needed = Set(reachable(from: publication) { needs[$0] })
        let isChanged = reaches[publication].followCalls { builders[$0]?.contains(where: needed.contains) ?? false }
        isComplete = isComplete && !isChanged
      }
    }
    self.reaches = reaches
    edges = reaches.map { $0.edges() }
    executables = analysis.executables.map { entry in
      progress.report("following the executable \(entry.name)")
      return Execution(entry, analysis)
    }
  }

  /// The code that builds an instance, by the factory and by the implementations that the application provides.
  private static func starts(of publication: PublicationID, _ analysis: Analysis) -> [(Body, Certainty)] {
    let provided = analysis.replacements(of: publication).filter { $0.use == .provide && !analysis.isTest($0.location) }
      .compactMap(\.code)
    let own = analysis.publications[publication].code.map { [($0, Certainty.eager)] } ?? []
    return own + provided.map { ($0, provided.count == 1 ? .eager : .conditional) }
  }

  /// The declarations between a publication and its use of another one.
  func path(from publication: PublicationID, to other: PublicationID) -> [String] {
    guard let edge = edges[publication][other] else { return [] }
    let bodies = sequence(first: edge.body) { reaches[publication].callers[$0] }
    let path = bodies.compactMap(\.declaration).filter { $0 != edge.consumer }
    return path.reversed().map(analysis.program.qualifiedName)
  }
}
