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
    let rules = (program.unreadFiles.isEmpty ? Rule.all : Rule.ofPresence).filter {
      includingUnused || $0.id != "unused"
    }
    let faults = Set(rules.flatMap(faults)).filter { !program.changedFiles.contains(program.path(of: $0.at)) }
    let files = Dictionary(grouping: faults) { program.path(of: $0.at) }
    let remaining = files.flatMap { path, faults in
      let comments = SourceText(program.contents(of: path), file: 0).ignored
      return faults.compactMap { $0.unlessIgnored(by: comments[$0.at.line] ?? comments[$0.at.line - 1]) }
    }
    return remaining.sorted { ($0.at.file, $0.at.line, $0.message) < ($1.at.file, $1.at.line, $1.message) }
  }

  private func faults(of rule: Rule) -> [Fault] {
    rule.check(self)().map { finding in
      let place = program.documentPlace(of: finding.location)
      return Fault(rule: rule.id, severity: finding.severity, nodes: finding.nodes, at: place, message: finding.message)
    }
  }

  /// Returns a finding about publications, at the location of the first one if there is no other location.
  func finding(
    _ severity: Fault.Severity = .warning,
    about publications: [PublicationID],
    at location: Location? = nil,
    _ message: String
  ) -> Finding? {
    let nodes = publications.map { analysis.identities[$0] }
    let location = location ?? publications.first.map { analysis.publications[$0].location }
    return location.map { Finding(severity: severity, nodes: nodes, location: $0, message: message) }
  }

  /// Returns a finding about a declaration of the application, whose name begins the message.
  func finding(
    _ severity: Fault.Severity = .warning,
    about declaration: SymbolID,
    at location: Location? = nil,
    _ message: String
  ) -> Finding? {
    guard let location = location ?? program[declaration].definition, !analysis.isTest(location) else { return nil }
    let text = "\(program.qualifiedName(of: declaration)) \(message)"
    return Finding(severity: severity, nodes: [program.id(of: declaration)], location: location, message: text)
  }

  func names(_ publications: [PublicationID]) -> String {
    publications.map { analysis.names[$0] }.sorted().joined(separator: ", ")
  }
}

extension Document.Fault {
  /// Returns `nil` for a fault that a comment ignores with a reason.
  fileprivate func unlessIgnored(by comment: String?) -> Self? {
    guard let comment else { return self }
    guard comment.allSatisfy(\.isWhitespace) else { return nil }
    let message = message + "; the comment that ignores this needs a reason"
    return Self(rule: rule, severity: severity, nodes: nodes, at: at, message: message)
  }
}
