import Foundation

/// A fault of the application, which editors link if it is printed in the form of a compiler's diagnostic.
struct Fault: Hashable {
  enum Severity: String {
    case error, warning
  }

  let severity: Severity
  let location: Location
  let message: String

  init(_ severity: Severity, _ location: Location, _ message: String) {
    self.severity = severity
    self.location = location
    self.message = message
  }

  /// The fault as a line: `file:line: error: message`.
  func line(in program: Program, relativeTo folder: String) -> String {
    let path = program.files[location.file].path
    let file = path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : path
    return "\(file):\(location.line): \(severity.rawValue): \(message)"
  }
}

/// Finds all faults that no comment silences.
struct FaultFinder {
  let graph: DependencyGraph
  var reportsUnused = false

  var analysis: Analysis { graph.analysis }
  var program: Program { analysis.program }

  /// The injections of the application, without those of tests, which can be faulty on purpose.
  var applicationNodes: [NodeID] { analysis.nodes.indices.filter { !analysis.nodes[$0].isInTests } }

  func name(_ node: NodeID) -> String { analysis.nodes[node].name }

  /// The faults in the order of the sources.
  func faults() -> [Fault] {
    let all =
      cycles() + publicationsInComputedProperties() + resolvesInStatics() + consumersInViews() + captives()
      + missingImplementations() + replacementsWithoutEffect() + (reportsUnused ? unusedInjections() : [])
    var lines: [Int: [Substring]] = [:]
    return Set(all)
      .sorted { ($0.location, $0.message) < ($1.location, $1.message) }
      .compactMap { fault in
        let file = fault.location.file
        lines[file] = lines[file] ?? program.lines(of: file)
        return unlessIgnored(fault, lines[file] ?? [])
      }
  }

  /// Returns `nil` for a fault whose line, or the line before, has a comment with a reason to ignore it.
  private func unlessIgnored(_ fault: Fault, _ lines: [Substring]) -> Fault? {
    let line = fault.location.line - 1
    let reasons = [line, line - 1].filter(lines.indices.contains).compactMap { lines[$0].reasonToIgnore }
    guard let reason = reasons.first else { return fault }
    guard reason.isEmpty else { return nil }
    return Fault(fault.severity, fault.location, fault.message + "; a comment that ignores it needs a reason")
  }
}

extension Program {
  fileprivate func lines(of file: Int) -> [Substring] {
    let data = FileManager.default.contents(atPath: files[file].path) ?? Data()
    return String(decoding: data, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
  }
}

extension Substring {
  /// The reason in the comment that silences a fault, which may be empty, or `nil` without such a comment.
  fileprivate var reasonToIgnore: String? {
    range(of: "// vial-graph: ignore").map { self[$0.upperBound...].trimmingCharacters(in: .whitespaces) }
  }
}
