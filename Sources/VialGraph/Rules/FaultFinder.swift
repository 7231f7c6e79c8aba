/// Finds the faults of an application.
struct FaultFinder {
  typealias Fault = Document.Fault

  let graph: DependencyGraph

  /// The tests that replace injections or need required ones.
  let tests: [TestRun]
  var analysis: Analysis { graph.analysis }
  var program: Program { analysis.program }

  init(graph: DependencyGraph, progress: Progress = Progress()) {
    self.graph = graph
    let analysis = graph.analysis
    let isEmpty = !analysis.replacements.contains { analysis.isTest($0.location) } && graph.required.isEmpty
    let entries = isEmpty ? [] : analysis.tests
    tests = entries.enumerated().map { index, entry in
      progress.report("following \(index + 1) of \(entries.count) tests")
      return TestRun(entry, graph)
    }
  }

  /// The faults that no comment silences, in the order of the sources.
  func faults(includingUnused: Bool) -> [Fault] {
    let rules = Rule.all.filter { rule in
      (includingUnused || rule.id != "unused") && !(rule.provesAbsence && !program.unreadFiles.isEmpty)
    }
    let faults = Set(rules.flatMap { $0.check(self) }).filter {
      !program.changedFiles.contains(program.path(of: $0.at))
    }
    var comments: [String: [Int: String]] = [:]
    return faults.sorted { ($0.at.file, $0.at.line, $0.message) < ($1.at.file, $1.at.line, $1.message) }.compactMap {
      fault in
      let path = program.path(of: fault.at)
      let known = comments[path] ?? SourceText(program.contents(of: path), file: 0).ignored
      comments[path] = known
      return self.fault(fault, unlessIgnoredBy: known[fault.at.line] ?? known[fault.at.line - 1])
    }
  }

  /// Returns a fault about publications.
  func fault(
    _ severity: Fault.Severity,
    _ rule: String,
    _ about: [PublicationID],
    _ location: Location,
    _ message: String
  ) -> Fault {
    fault(severity, rule, nodes: about.map { analysis.identities[$0] }, location, message)
  }

  /// Returns a fault about declarations.
  func fault(
    _ severity: Fault.Severity,
    _ rule: String,
    nodes: [Document.ID],
    _ location: Location,
    _ message: String
  ) -> Fault {
    Fault(rule: rule, severity: severity, nodes: nodes, at: program.documentPlace(of: location), message: message)
  }

  /// Returns `nil` for a fault whose line, or the line before, has a comment with a reason to ignore it.
  private func fault(_ fault: Fault, unlessIgnoredBy comment: String?) -> Fault? {
    guard let comment else { return fault }
    guard comment.allSatisfy(\.isWhitespace) else { return nil }
    let message = fault.message + "; the comment that ignores this needs a reason"
    return Fault(rule: fault.rule, severity: fault.severity, nodes: fault.nodes, at: fault.at, message: message)
  }

  func location(_ publication: PublicationID) -> Location { analysis.publications[publication].location }

  func names(_ publications: [PublicationID]) -> String {
    publications.map(graph.name).sorted().joined(separator: ", ")
  }
}
