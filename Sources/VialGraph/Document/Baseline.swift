import Foundation

/// Known faults, which do not fail a check.
///
/// A fault is recognized by its rule and by the declarations that it concerns, so it can move to another line.
struct Baseline: Codable, Equatable {
  struct Entry: Codable, Hashable {
    let rule: String
    let nodes: [Document.ID]
  }

  static let format = "vial-graph-faults"

  var format = Self.format
  var version = 1

  /// The faults, each as often as it occurs, in an order that does not depend on the sources.
  var faults: [Entry]

  init(_ faults: [Document.Fault]) {
    self.faults = faults.map(\.entry).sorted { ([$0.rule] + $0.nodes).lexicographicallyPrecedes([$1.rule] + $1.nodes) }
  }

  /// The faults of a document that are not known.
  func unknown(in faults: [Document.Fault]) -> [Document.Fault] {
    var known = faults.isEmpty ? [:] : counts
    return faults.filter { fault in
      known[fault.entry, default: 0] -= 1
      return known[fault.entry, default: 0] < 0
    }
  }

  /// The known faults that do not occur any more.
  func mended(in faults: [Document.Fault]) -> [Entry] {
    var found = Baseline(faults).counts
    return self.faults.filter { entry in
      found[entry, default: 0] -= 1
      return found[entry, default: 0] < 0
    }
  }

  private var counts: [Entry: Int] { Dictionary(faults.map { ($0, 1) }, uniquingKeysWith: +) }
}

extension Document.Fault {
  fileprivate var entry: Baseline.Entry { Baseline.Entry(rule: rule, nodes: nodes.sorted()) }
}
