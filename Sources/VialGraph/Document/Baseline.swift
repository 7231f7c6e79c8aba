/// Known faults, which do not fail a check.
///
/// A fault is recognized by its rule, its severity, the declarations that it concerns, and its executable or test, so the fault
/// can move to another line.
struct Baseline: Codable, Equatable {
  struct Entry: Codable, Hashable {
    let rule: String
    let severity: Rule.Severity
    let nodes: [Document.ID]
    let executable: String?
    let test: Document.ID?

    init(_ fault: Document.Fault) {
      rule = fault.rule
      severity = fault.severity
      nodes = fault.nodes.sorted()
      executable = fault.executable
      test = fault.test
    }

    /// The position among other entries, which does not depend on the sources.
    var order: [String] { [rule, severity.rawValue] + nodes + [executable, test].compactMap(\.self) }
  }

  static let format = "vial-graph-faults"

  /// The version of the format, which rises if the properties change, or what identifies a fault.
  static let currentVersion = 3

  var format = Self.format
  var version = Self.currentVersion

  /// The faults, each as often as it occurs, in an order that does not depend on the sources.
  var faults: [Entry]

  /// Whether the index had tests.
  var hasTests: Bool

  init(_ faults: [Document.Fault], hasTests: Bool) {
    self.hasTests = hasTests
    self.faults = faults.map(Entry.init).sorted { $0.order.lexicographicallyPrecedes($1.order) }
  }

  /// The faults of a document that are not known.
  func unknown(in faults: [Document.Fault]) -> [Document.Fault] { faults.subtracting(self.faults, by: Entry.init) }

  /// The known faults that do not occur any more.
  func fixed(in faults: [Document.Fault]) -> [Entry] { self.faults.subtracting(faults.map(Entry.init), by: \.self) }
}

extension Baseline.Entry: CustomStringConvertible {
  /// The rule and the declarations, and the executable or the test in which the fault is.
  var description: String {
    let place = (executable ?? test).map { " in \($0)" } ?? ""
    return "\(rule) of \(nodes.joined(separator: ", "))\(place)"
  }
}

extension [Document.Fault] {
  /// For each fault, a text that identifies the fault among the others, and remains if the fault moves to another line or gets
  /// another severity.
  var fingerprints: [String] {
    var counts: [String: Int] = [:]
    return map { fault in
      let parts = [fault.rule] + fault.nodes.sorted() + [fault.executable, fault.test].compactMap(\.self)
      let key = parts.joined(separator: " ")
      let number = counts[key, default: 0] + 1
      counts[key] = number
      return number == 1 ? key : "\(key) #\(number)"
    }
  }
}

extension Sequence {
  /// The elements that remain when each key removes one element that has the key.
  func subtracting<Key: Hashable>(_ keys: [Key], by key: (Element) -> Key) -> [Element] {
    var counts = Dictionary(keys.map { ($0, 1) }, uniquingKeysWith: +)
    return filter { element in
      counts[key(element), default: 0] -= 1
      return counts[key(element), default: 0] < 0
    }
  }
}
