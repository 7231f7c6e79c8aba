import VialGraphProgram

/// Finds the faults of an application.
struct FaultFinder {
  let graph: DependencyGraph
  let tests: [Execution]
  var analysis: Analysis { graph.analysis }
  var program: Program { analysis.program }

  init(graph: DependencyGraph, progress: Console = Console()) {
    self.graph = graph
    let entries = graph.analysis.tests
    tests = entries.enumerated().map { index, entry in
      progress.report("following \(index + 1) of \(entries.count) tests")
      return Execution(entry, graph.analysis)
    }
  }

  /// The faults of some rules that no comment silences.
  func faults(of rules: [Rule] = Rule.all) -> [(rule: Rule, finding: Finding)] {
    let isIndexCurrent = program.unreadFiles.isEmpty && program.changedFiles.isEmpty
    let rules = rules.filter { isIndexCurrent || !$0.provesAbsence }
    return rules.flatMap { rule in Set(rule.check(self)().compactMap(reported)).map { (rule, $0) } }
  }

  /// Returns a finding as it is reported, or `nil` if a comment with a reason ignores it, or if the file changed.
  private func reported(_ finding: Finding) -> Finding? {
    let file = finding.location.file
    let line = finding.location.line
    if program.changedFiles.contains(program.files[file].path) { return nil }
    switch analysis.files[file].suppressions[line] {
    case .withReason: return nil
    case nil: return finding
    case .withoutReason:
      var finding = finding
      finding.message += "; the comment that ignores this needs a reason"
      return finding
    }
  }

  /// Returns a finding about publications, at the location of the first one if there is no other location.
  func finding(
    about ids: [PublicationID],
    in site: Finding.Site? = nil,
    at place: Location? = nil,
    isCertain: Bool = true,
    _ text: String
  ) -> Finding {
    let declarations = ids.map { analysis.identities[$0] }
    let place = place ?? analysis.publications[ids[0]].location
    return Finding(isCertain: isCertain, declarations: declarations, site: site, location: place, message: text)
  }

  /// Returns a finding about a declaration, whose name begins the message.
  func finding(about symbol: SymbolID, at place: Location? = nil, _ text: String) -> Finding? {
    guard let place = place ?? program[symbol].definition else { return nil }
    let message = "\(program.qualifiedName(of: symbol)) \(text)"
    return Finding(isCertain: true, declarations: [program.id(of: symbol)], location: place, message: message)
  }

  /// The executable that makes a replacement in its own module.
  func executable(of replacement: Step?) -> String? {
    let module = replacement.map { program.files[$0.location.file].module }
    return graph.executables.map(\.entry.name).first { $0 == module }
  }

  /// The identity of the declaration that contains a body.
  func id(of body: Body) -> Identity? {
    switch body {
    case .declaration(let symbol), .defaultArgument(let symbol, _), .part(let symbol?, _), .type(let symbol):
      program.id(of: symbol)
    case .part(nil, let location): id(of: .topLevel(file: location.file))
    case .topLevel(let file): "\(program.files[file].module)/\(program.files[file].name)"
    }
  }

  func names(_ publications: [PublicationID]) -> String {
    publications.map { analysis.names[$0] }.sorted().joined(separator: ", ")
  }

  /// The names of the injections that a variable can hold, otherwise the name of the variable.
  func names(heldBy variable: SymbolID) -> String {
    let publications = analysis.publications(heldBy: variable)
    return publications.isEmpty ? program.qualifiedName(of: variable) : names(publications)
  }
}
