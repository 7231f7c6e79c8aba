/// Known faults, which do not fail a check.
///
/// A fault is recognized by its rule and by the declarations that it concerns, so it can move to another line.
struct Baseline: Codable, Equatable {
  struct Entry: Codable, Hashable {
    let rule: String
    let severity: Document.Fault.Severity
    let nodes: [Document.ID]

    /// The position among other entries, which does not depend on the sources.
    var order: [String] { [rule, severity.rawValue] + nodes }
  }

  static let format = "vial-graph-faults"

  var format = Self.format
  var version = 1

  /// The faults, each as often as it occurs, in an order that does not depend on the sources.
  var faults: [Entry]

  /// Whether the index had tests, or `nil` in a file of an earlier version of the tool.
  var hasTests: Bool?

  init(_ faults: [Document.Fault], hasTests: Bool? = nil) {
    self.hasTests = hasTests
    self.faults = faults.map(\.entry).sorted { $0.order.lexicographicallyPrecedes($1.order) }
  }

  /// The faults of a document that are not known.
  func unknown(in faults: [Document.Fault]) -> [Document.Fault] { faults.subtracting(self.faults, by: \.entry) }

  /// Faults of a file with this baseline: the known faults that do not occur any more.
  func fixed(in faults: [Document.Fault], file: String) -> [Document.Fault] {
    self.faults.subtracting(faults.map(\.entry), by: \.self).map { entry in
      let message = "\(entry.rule) of \(entry.nodes.joined(separator: ", ")) is fixed: run vial-graph baseline \(file)"
      let place = Document.Place(file: file, fileID: file, line: 1)
      return Document.Fault(rule: entry.rule, severity: .error, nodes: entry.nodes, at: place, message: message)
    }
  }
}

extension Document.Fault {
  fileprivate var entry: Baseline.Entry { Baseline.Entry(rule: rule, severity: severity, nodes: nodes.sorted()) }
}

extension Sequence {
  /// The elements that remain when each key removes one element that has the key.
  fileprivate func subtracting<Key: Hashable>(_ keys: [Key], by key: (Element) -> Key) -> [Element] {
    var counts = Dictionary(keys.map { ($0, 1) }, uniquingKeysWith: +)
    return filter { element in
      counts[key(element), default: 0] -= 1
      return counts[key(element), default: 0] < 0
    }
  }
}
