/// The differences between two documents of an application, apart from the injections and the uses of tests.
struct Comparison {
  /// The elements that are new, removed or changed.
  struct Difference<Element> {
    let added: [Element]
    let removed: [Element]
    let changed: [(old: Element, new: Element)]

    var all: [Element] { added + removed + changed.map(\.new) }
  }

  let base: Document
  let head: Document

  /// The names of the nodes in either document.
  let names: [Document.ID: String]
  let injections: Difference<Document.Node>

  /// The uses of injections, and the implementations that injections of both documents build.
  let uses: Difference<Document.Edge>
  let newFaults: [Document.Fault]
  let fixedFaults: [Document.Fault]

  var isEmpty: Bool { injections.all.isEmpty && uses.all.isEmpty && newFaults.isEmpty && fixedFaults.isEmpty }

  /// Compares two documents, where a baseline accepts new faults.
  init(from old: Document, to new: Document, accepting baseline: Baseline? = nil) {
    base = old.withoutTests
    head = new.withoutTests
    names = Dictionary((base.nodes + head.nodes).map { ($0.id, $0.name) }) { $1 }
    injections = Difference(from: base.nodes.filter(\.isInjection), to: head.nodes.filter(\.isInjection))
    let common = Set(base.nodes.map(\.id)).intersection(head.nodes.map(\.id))
    uses = Difference(
      from: base.usesOfInjections + base.implementations(of: common),
      to: head.usesOfInjections + head.implementations(of: common)
    )
    let unknown = Baseline(old.faults, hasTests: old.hasTests).unknown(in: new.faults)
    // Both lists begin with the faults that they leave out, so each fault that both contain is neither old nor accepted.
    let notAccepted = (baseline?.unknown(in: new.faults)).map(Set.init)
    newFaults = unknown.filter { notAccepted?.contains($0) ?? true }.errorsFirst
    fixedFaults = Baseline(new.faults, hasTests: new.hasTests).unknown(in: old.faults).errorsFirst
  }
}

extension Comparison.Difference<Document.Node> {
  /// Compares nodes of two documents by their identities.
  fileprivate init(from old: [Document.Node], to new: [Document.Node]) {
    let before = Dictionary(old.map { ($0.id, $0) }) { first, _ in first }
    let after = Set(new.map(\.id))
    added = new.filter { before[$0.id] == nil }
    removed = old.filter { !after.contains($0.id) }
    let pairs = new.compactMap { node in before[node.id].map { (old: $0, new: node) } }
    changed = pairs.filter { $0.old.properties != $0.new.properties }
  }
}

extension Comparison.Difference<Document.Edge> {
  /// Compares uses of two documents.
  ///
  /// A use is compared with the earlier use by the same consumer, otherwise with an earlier use of the same node whose consumer has
  /// no use any more.
  fileprivate init(from old: [Document.Edge], to new: [Document.Edge]) {
    let before = Dictionary(old.map { ($0.key, $0) }) { first, _ in first }
    let after = Set(new.map(\.key))
    var others = Dictionary(grouping: old.filter { !after.contains($0.key) }) { [$0.from, $0.to] }
    var added: [Document.Edge] = []
    var pairs: [(old: Document.Edge, new: Document.Edge)] = []
    for use in new {
      let ends = [use.from, use.to]
      if let same = before[use.key] {
        pairs.append((same, use))
      } else if let other = others[ends]?.first {
        others[ends]?.removeFirst()
        pairs.append((other, use))
      } else {
        added.append(use)
      }
    }
    let removed = Set(others.values.joined().map(\.key))
    self.added = added
    self.removed = old.filter { removed.contains($0.key) }
    changed = pairs.filter { $0.old.sign != $0.new.sign || $0.old.readBy != $0.new.readBy }
  }
}

extension [Document.Fault] {
  /// The errors in the order of the sources, and then the warnings.
  fileprivate var errorsFirst: Self { filter { $0.severity == .error } + filter { $0.severity != .error } }
}

extension Document.Node {
  /// The properties of an injection whose changes are reported.
  var properties: [String] {
    let code = providers.map { "provided by \($0.module)" } + overriders.map { "overridden by \($0.module)" }
    return [type, strategy, code.sorted().joined(separator: ", ")]
  }
}
