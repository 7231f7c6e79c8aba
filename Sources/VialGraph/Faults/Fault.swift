import Foundation

/// Finds the faults of an application.
struct FaultFinder {
  typealias Fault = Document.Fault

  let graph: DependencyGraph
  var analysis: Analysis { graph.analysis }
  var program: Program { analysis.program }

  /// The faults that no comment silences, in the order of the sources.
  func faults(includingUnused: Bool) -> [Fault] {
    let declarations = computedPublications() + resolvesInStatics() + consumersInViews()
    let compositions = missingImplementations() + replacementsWithoutEffect() + (includingUnused ? unused() : [])
    let all = Set(declarations + cycles() + captives() + compositions)
    return all.sorted { ($0.at.file, $0.at.line, $0.message) < ($1.at.file, $1.at.line, $1.message) }
      .compactMap(unlessIgnored)
  }

  /// Returns a fault about injections, or about other declarations if it concerns no injection.
  func fault(
    _ severity: Fault.Severity,
    _ rule: String,
    _ about: [SymbolID],
    _ location: Location,
    _ message: String
  ) -> Fault {
    let at = program.documentPlace(of: location)
    return Fault(rule: rule, severity: severity, nodes: about.map(program.id), at: at, message: message)
  }

  /// Returns `nil` for a fault whose line, or the line before, has a comment with a reason to ignore it.
  private func unlessIgnored(_ fault: Fault) -> Fault? {
    if program.changedFiles.contains(where: { $0.hasSuffix(fault.at.file) }) { return nil }
    let text = (try? String(contentsOfFile: fault.at.file, encoding: .utf8)) ?? ""
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).prefix(fault.at.line).suffix(2)
    let comments = lines.compactMap { line in line.range(of: "// vial-graph: ignore").map { line[$0.upperBound...] } }
    guard let reason = comments.last else { return fault }
    guard reason.allSatisfy(\.isWhitespace) else { return nil }
    let message = fault.message + "; the comment that ignores this needs a reason"
    return Fault(rule: fault.rule, severity: fault.severity, nodes: fault.nodes, at: fault.at, message: message)
  }

  func location(_ publication: SymbolID) -> Location {
    analysis.publications[publication]?.location ?? Location(file: 0, line: 1, column: 1)
  }

  func names(_ publications: [SymbolID]) -> String { publications.map(graph.name).sorted().joined(separator: ", ") }
}
