import VialGraphProgram

/// The dependencies of each injection, found without running the program.
struct DependencyGraph {
  let analysis: Analysis

  /// The executables, or all sources as one without an execution.
  let parts: [Part]

  /// The code that is reached by building and using an instance of each publication.
  let reaches: [Reach]

  /// The edges from each publication, with the first use of the other one.
  let edges: [[PublicationID: Reach.Edge]]

  init(_ analysis: Analysis, progress: Console) {
    self.analysis = analysis
    var parts = Self.parts(of: analysis, progress)
    let starts = analysis.publications.indices.map { Self.starts(of: $0, analysis, parts) }
    var reaches = starts.enumerated().map { publication, starts in
      progress.report("following \(publication + 1) of \(analysis.publications.count) injections")
      return Reach(from: starts, analysis)
    }
    Self.followDynamicCalls(in: &reaches, progress)
    for index in parts.indices { parts[index].addReaches(from: starts, of: reaches) }
    self.parts = parts
    self.reaches = reaches
    edges = reaches.map { $0.edges() }
  }

  /// Follows each dynamic call to the types that the instance, or an instance that it needs, builds.
  private static func followDynamicCalls(in reaches: inout [Reach], _ progress: Console) {
    var isComplete = false
    while !isComplete {
      let needs = reaches.map { Array($0.edges { $0.moment.isNow }.keys) }
      var builders: [SymbolID: [PublicationID]] = [:]
      for publication in reaches.indices {
        for type in reaches[publication].bodies.keys.compactMap(\.type) {
          builders[type, default: []].append(publication)
        }
      }
      isComplete = true
      for publication in reaches.indices where reaches[publication].isWaiting {
        progress.report("following the calls of \(publication + 1) of \(reaches.count) injections")
        let needed = Set(reachable(from: publication) { needs[$0] })
        let isChanged = reaches[publication].followCalls { builders[$0]?.contains(where: needed.contains) ?? false }
        isComplete = isComplete && !isChanged
      }
    }
  }

  /// The implementations that the application provides, and the overrides that executables reach.
  func replacements(of publication: PublicationID) -> [Step] {
    analysis.provisions(of: publication) + overrides(of: publication)
  }

  /// Whether a replacement of a publication, or the factory if it is `nil`, leads to an edge.
  func leads(_ replacement: Step?, of publication: PublicationID, to edge: Reach.Edge) -> Bool {
    let code = replacement.map(\.code) ?? analysis.publications[publication].code
    return code.map(reaches[publication].starts(of: edge).contains) ?? false
  }

  /// The declarations between a publication and its use of another one.
  func path(from publication: PublicationID, to other: PublicationID) -> [String] {
    guard let edge = edges[publication][other] else { return [] }
    let path = reaches[publication].chain(from: edge.body).compactMap(\.declaration).filter { $0 != edge.consumer }
    return path.reversed().map(analysis.program.qualifiedName)
  }
}
