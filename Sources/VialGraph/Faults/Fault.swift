import Foundation

/// A fault of the application, which editors link if it is printed in the form of a compiler's diagnostic.
struct Fault: Hashable {
  enum Severity { case error, warning }

  let severity: Severity
  let location: Location
  var message: String

  init(_ severity: Severity, _ location: Location, _ message: String) {
    (self.severity, self.location, self.message) = (severity, location, message)
  }
}

/// Finds the faults of an application.
struct FaultFinder {
  let graph: DependencyGraph
  let reportsUnused: Bool
  var analysis: Analysis { graph.analysis }
  var program: Program { analysis.program }

  /// The faults that no comment silences, in the order of the sources.
  func faults() -> [Fault] {
    let declarations =
      computedPublications() + resolvesInStatics() + consumersInViews() + (reportsUnused ? unused() : [])
    let all = Set(cycles() + declarations + captives() + missingImplementations() + replacementsWithoutEffect())
    return all.sorted { ($0.location, $0.message) < ($1.location, $1.message) }.compactMap(unlessIgnored)
  }

  /// Returns `nil` for a fault whose line, or the line before, has a comment with a reason to ignore it.
  private func unlessIgnored(_ fault: Fault) -> Fault? {
    let text = String(decoding: program.files[fault.location.file].contents, as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).prefix(fault.location.line).suffix(2)
    let comments = lines.compactMap { line in line.range(of: "// vial-graph: ignore").map { line[$0.upperBound...] } }
    guard let reason = comments.last else { return fault }
    guard reason.allSatisfy(\.isWhitespace) else { return nil }
    return Fault(fault.severity, fault.location, fault.message + "; the comment that ignores this needs a reason")
  }

  func location(_ publication: SymbolID) -> Location {
    analysis.publications[publication]?.location ?? Location(file: 0, line: 1, column: 1)
  }

  func names(_ publications: [SymbolID]) -> String { publications.map(graph.name).sorted().joined(separator: ", ") }
}
