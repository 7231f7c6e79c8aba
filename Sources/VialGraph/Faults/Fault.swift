import Foundation

/// A fault of the application, which editors link if it is printed in the form of a compiler's diagnostic.
struct Fault: Codable, Hashable {
  enum Severity: String, Codable { case error, warning }

  let severity: Severity
  let file: String
  let line: Int
  let message: String
}

/// Finds the faults of an application.
struct FaultFinder {
  let graph: DependencyGraph

  /// The folder to which the paths of files are relative.
  let folder: String
  var analysis: Analysis { graph.analysis }
  var program: Program { analysis.program }

  /// The faults that no comment silences, in the order of the sources.
  func faults(includingUnused: Bool) -> [Fault] {
    let declarations = computedPublications() + resolvesInStatics() + consumersInViews()
    let compositions = missingImplementations() + replacementsWithoutEffect() + (includingUnused ? unused() : [])
    let all = Set(declarations + cycles() + captives() + compositions)
    return all.sorted { ($0.file, $0.line, $0.message) < ($1.file, $1.line, $1.message) }.compactMap(unlessIgnored)
  }

  func fault(_ severity: Fault.Severity, _ location: Location, _ message: String) -> Fault {
    let path = program.files[location.file].path
    let file = path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : path
    return Fault(severity: severity, file: file, line: location.line, message: message)
  }

  /// Returns `nil` for a fault whose line, or the line before, has a comment with a reason to ignore it.
  private func unlessIgnored(_ fault: Fault) -> Fault? {
    if program.changedFiles.contains(where: { $0.hasSuffix(fault.file) }) { return nil }
    let text = (try? String(contentsOfFile: fault.file, encoding: .utf8)) ?? ""
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).prefix(fault.line).suffix(2)
    let comments = lines.compactMap { line in line.range(of: "// vial-graph: ignore").map { line[$0.upperBound...] } }
    guard let reason = comments.last else { return fault }
    guard reason.allSatisfy(\.isWhitespace) else { return nil }
    let message = fault.message + "; the comment that ignores this needs a reason"
    return Fault(severity: fault.severity, file: fault.file, line: fault.line, message: message)
  }

  func location(_ publication: SymbolID) -> Location {
    analysis.publications[publication]?.location ?? Location(file: 0, line: 1, column: 1)
  }

  func names(_ publications: [SymbolID]) -> String { publications.map(graph.name).sorted().joined(separator: ", ") }
}
