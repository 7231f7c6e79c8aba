import VialGraphProgram

extension DependencyGraph {
  /// The code of an executable, or of all sources without executables.
  struct Part {
    /// The execution, or `nil` if the sources have no executable.
    let execution: Execution?

    /// The replacements that only other executables reach.
    let foreign: Set<Body>

    /// The code that is reached by the instances of the publications that other executables replace.
    private var ownReaches: [PublicationID: Reach] = [:]

    init(_ execution: Execution?, foreign: Set<Body>) {
      self.execution = execution
      self.foreign = foreign
    }

    /// Adds the reaches of the publications that others replace, without the code of these replacements.
    mutating func addReaches(from starts: [[(Body, Moment)]], of reaches: [Reach]) {
      for publication in starts.indices where starts[publication].contains(where: { foreign.contains($0.0) }) {
        let own = starts[publication].filter { !foreign.contains($0.0) }
        ownReaches[publication] = Self.part(of: reaches[publication], from: own)
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

    /// The edges from a publication in the executable.
    func edges(from publication: PublicationID, in graph: DependencyGraph) -> [PublicationID: Reach.Edge] {
      ownReaches[publication]?.edges() ?? graph.edges[publication]
    }
  }

  static func parts(of analysis: Analysis, _ progress: Console) -> [Part] {
    let executions = analysis.executables.map { entry in
      progress.report("following the executable \(entry.name)")
      return Execution(entry, analysis)
    }
    if executions.isEmpty { return [Part(nil, foreign: [])] }
    let reached = executions.map { Set($0.replacements.compactMap(\.code)) }
    let all = Set(reached.joined())
    return zip(executions, reached).map { Part($0, foreign: all.subtracting($1)) }
  }

  var executables: [Execution] { parts.compactMap(\.execution) }

  /// Whether an executable makes a replacement, or the sources have no executables.
  func isReached(_ replacement: Step) -> Bool {
    executables.isEmpty || executables.contains { $0.replacements.contains { $0.code == replacement.code } }
  }

  /// The overrides of a publication that executables reach.
  func overrides(of publication: PublicationID) -> [Step] {
    let made = Set(executables.flatMap(\.replacements).compactMap(\.code))
    return analysis.overrides(of: publication).filter { $0.code.map(made.contains) ?? false }
  }

  /// The first replacement of a publication that leads to an edge in an executable, or `nil` if the factory leads to it.
  func replacement(of publication: PublicationID, leadingTo edge: Reach.Edge, in part: Part) -> Step? {
    if leads(nil, of: publication, to: edge) { return nil }
    return replacements(of: publication).first { replacement in
      let isForeign = replacement.code.map(part.foreign.contains) ?? true
      return !isForeign && leads(replacement, of: publication, to: edge)
    }
  }

  /// Whether the implementation of a publication in each executable that uses it certainly needs another publication.
  func isCertain(inEachExecutable publication: PublicationID, needs other: PublicationID) -> Bool {
    let users = parts.filter { part in
      guard let execution = part.execution else { return false }
      let isMissing = execution.needs.contains { $0.injection == publication && $0.implementations.isEmpty }
      return execution.used.contains(publication) && !isMissing
    }
    return users.allSatisfy { $0.edges(from: publication, in: self)[other]?.moment.isCertain == true }
  }

  /// The executables in which a publication needs another one, or `nil` for all.
  func executables(inWhich publication: PublicationID, needs other: PublicationID) -> [String]? {
    let starts = Set(reaches[publication].uses[other].flatMap(reaches[publication].starts))
    return names { !starts.isSubset(of: $0.foreign) }
  }

  /// The executables that run the code of a factory or of a replacement, or `nil` for all.
  func executables(running code: Body) -> [String]? { names { !$0.foreign.contains(code) } }

  /// The names of the executables that satisfy a condition, or `nil` for all.
  private func names(where condition: (Part) -> Bool) -> [String]? {
    let found = parts.filter { $0.execution != nil && condition($0) }.compactMap(\.execution?.entry.name)
    return found.count == executables.count ? nil : found
  }
}
