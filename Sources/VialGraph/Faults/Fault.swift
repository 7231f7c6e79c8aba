import Foundation

/// A fault of the application, which editors link if it is printed in the form of a compiler's diagnostic.
struct Fault: Hashable {
  let isError: Bool
  let location: Location
  let message: String

  static func error(_ location: Location, _ message: String) -> Fault {
    Fault(isError: true, location: location, message: message)
  }

  static func warning(_ location: Location, _ message: String) -> Fault {
    Fault(isError: false, location: location, message: message)
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
    let text = String(decoding: program.files[fault.location.file].contents ?? Data(), as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).prefix(fault.location.line).suffix(2)
    guard let comment = lines.joined(separator: "\n").range(of: "// vial-graph: ignore"),
      let reason = lines.joined(separator: "\n")[comment.upperBound...].split(
        separator: "\n",
        omittingEmptySubsequences: false
      ).first
    else { return fault }
    guard reason.allSatisfy(\.isWhitespace) else { return nil }
    let message = "\(fault.message); the comment that ignores this needs a reason"
    return Fault(isError: fault.isError, location: fault.location, message: message)
  }

  func location(_ publication: SymbolID) -> Location {
    analysis.publications[publication]?.location ?? Location(file: 0, line: 1, column: 1)
  }

  func names(_ publications: [SymbolID]) -> String { publications.map(graph.name).sorted().joined(separator: ", ") }
}
