import VialGraphProgram

/// The dependencies of each injection, found without running the program.
struct DependencyGraph {
  let analysis: Analysis

  /// The code that is reached by building and using an instance of each publication.
  let reaches: [Reach]

  /// The edges from each publication, with the first use of the other one.
  let edges: [[PublicationID: Reach.Edge]]

  let executables: [Execution]

  /// The replacements that only other executables reach, for each executable; one empty set without executables.
  private let foreign: [Set<Body>]

  /// For each executable, the code that is reached by the instances of the publications that others replace.
  private let ownReaches: [[PublicationID: Reach]]

  init(_ analysis: Analysis, progress: Console) {
    self.analysis = analysis
    let executables = analysis.executables.map { entry in
      progress.report("following the executable \(entry.name)")
      return Execution(entry, analysis)
    }
    self.executables = executables
    let reached = executables.map { Set($0.replacements.compactMap(\.code)) }
    let foreign = reached.isEmpty ? [[]] : reached.map { Set(reached.joined()).subtracting($0) }
    self.foreign = foreign
    let publications = analysis.publications.indices
    let starts = publications.map { Self.starts(of: $0, analysis, executables, foreign) }
    var reaches = publications.map { publication in
      progress.report("following \(publication + 1) of \(publications.count) injections")
      return Reach(from: starts[publication], analysis)
    }
    // A dynamic call reaches a type that the instance, or an instance that it needs, builds.
    var isComplete = false
    while !isComplete {
      let needs = reaches.map { Array($0.edges { $0.moment.isNow }.keys) }
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
    ownReaches = foreign.map { others in
      let replaced = publications.filter { starts[$0].contains { others.contains($0.0) } }
      return replaced.reduce(into: [:]) { result, publication in
        let own = starts[publication].filter { !others.contains($0.0) }
        result[publication] = Self.part(of: reaches[publication], from: own)
      }
    }
  }

  /// A part of the reach of a publication, from some of its starts.
  private static func part(of whole: Reach, from starts: [(Body, Moment)]) -> Reach {
    let program = whole.analysis.program
    var part = Reach(from: starts, whole.analysis)
    // The whole reach has followed the dynamic calls of the types that other code builds.
    func isBuilt(_ type: SymbolID) -> Bool {
      program[type].members.contains { whole.bodies[.declaration($0)] != nil }
    }
    while part.isWaiting, part.followCalls(ofTypes: isBuilt) {}
    return part
  }

  /// The code that builds an instance, by the factory, and by the implementations and the overrides of the application.
  ///
  /// One of these is certain if each executable that reaches it reaches no other one. Replacements must be reached, because
  /// the code of an application can contain replacements for previews. If no executable reaches any
  /// of the provided implementations, all of them count.
  private static func starts(
    of publication: PublicationID,
    _ analysis: Analysis,
    _ executables: [Execution],
    _ foreign: [Set<Body>]
  )
    -> [(Body, Moment)]
  {
    let reached = executables.flatMap(\.replacements).filter { step in
      step.replacement?.isPermission == false && analysis.publications(heldBy: step.symbol).contains(publication)
    }
    let codes = Set(reached.compactMap(\.code))
    let provisions = analysis.provisions(of: publication)
    let known = provisions.filter { $0.code.map(codes.contains) ?? false }
    let steps =
      (known.isEmpty ? provisions : known)
      + analysis.overrides(of: publication).compactMap { override in
        reached.first { $0.code == override.code }
      }
    let started = steps.compactMap(\.code)
    let own = analysis.publications[publication].code.map { [($0, Moment.now)] } ?? []
    return own
      + steps.compactMap { step in
        guard let code = step.code else { return nil }
        let isOnly = foreign.allSatisfy { others in
          others.contains(code) || started.allSatisfy { $0 == code || others.contains($0) }
        }
        let isMade =
          step.replacement?.isProvision == true || step.moment.isNow && step.moment.isCertain(apartFrom: .exit)
        return (code, isOnly && isMade ? .now : .perhaps(at: step.location))
      }
  }

  /// Whether an executable makes a replacement, or the sources have no executables.
  func isReached(_ replacement: Step) -> Bool {
    executables.isEmpty || executables.contains { $0.replacements.contains { $0.code == replacement.code } }
  }

  /// The overrides of a publication that executables reach.
  func overrides(of publication: PublicationID) -> [Step] {
    let made = Set(executables.flatMap(\.replacements).compactMap(\.code))
    return analysis.overrides(of: publication).filter { $0.code.map(made.contains) ?? false }
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

  /// The edges of the publications in an executable.
  struct ExecutableEdges {
    /// The edges from each publication.
    let edges: [[PublicationID: Reach.Edge]]

    /// The replacements that only other executables reach.
    fileprivate let foreign: Set<Body>
  }

  /// The edges in each executable, or in all sources without executables.
  var edgesByExecutable: [ExecutableEdges] {
    zip(foreign, ownReaches).map { others, own in
      ExecutableEdges(edges: edges.indices.map { own[$0]?.edges() ?? edges[$0] }, foreign: others)
    }
  }

  /// The first replacement of a publication that leads to an edge in an executable, or `nil` if the factory leads to it.
  func replacement(of publication: PublicationID, leadingTo edge: Reach.Edge, in executable: ExecutableEdges) -> Step? {
    if leads(nil, of: publication, to: edge) { return nil }
    return replacements(of: publication).first { replacement in
      let isForeign = replacement.code.map(executable.foreign.contains) ?? true
      return !isForeign && leads(replacement, of: publication, to: edge)
    }
  }

  /// Whether the implementation of a publication in each executable that uses it certainly needs another publication.
  func isCertain(inEachExecutable publication: PublicationID, needs other: PublicationID) -> Bool {
    let users = executables.indices.filter { index in
      let isMissing = executables[index].needs.contains { $0.injection == publication && $0.implementations.isEmpty }
      return executables[index].used.contains(publication) && !isMissing
    }
    return users.allSatisfy { user in
      let reach = ownReaches[user][publication] ?? reaches[publication]
      return reach.edges()[other]?.moment.isCertain == true
    }
  }

  /// The executables in which a publication needs another one, or `nil` for all.
  func executables(inWhich publication: PublicationID, needs other: PublicationID) -> [String]? {
    let starts = Set(reaches[publication].uses[other].flatMap(reaches[publication].starts))
    let found = zip(executables, foreign).filter { !starts.isSubset(of: $0.1) }
    return found.count == executables.count ? nil : found.map(\.0.entry.name)
  }

  /// The executables that run the code of a factory or of a replacement, or `nil` for all.
  func executables(running code: Body) -> [String]? {
    let found = zip(executables, foreign).filter { !$0.1.contains(code) }
    return found.count == executables.count ? nil : found.map(\.0.entry.name)
  }

  /// The declarations between a publication and its use of another one.
  func path(from publication: PublicationID, to other: PublicationID) -> [String] {
    guard let edge = edges[publication][other] else { return [] }
    let path = reaches[publication].chain(from: edge.body).compactMap(\.declaration).filter { $0 != edge.consumer }
    return path.reversed().map(analysis.program.qualifiedName)
  }
}
