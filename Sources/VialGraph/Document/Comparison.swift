/// The differences between two documents of an application, without its tests.
struct Comparison {
  /// A value before and after, one of which is `nil` if the value is new or removed.
  struct Change<Value> {
    let old: Value?
    let new: Value?
  }

  let base: Document
  let head: Document
  let nodes: [Change<Document.Node>]
  let edges: [Change<Document.Edge>]
  let newFaults: [Document.Fault]
  let goneFaults: [Document.Fault]

  var isEmpty: Bool { nodes.isEmpty && edges.isEmpty && newFaults.isEmpty && goneFaults.isEmpty }

  init(from base: Document, to head: Document) {
    self.base = base.selecting { !$0.isTest }
    self.head = head.selecting { !$0.isTest }
    nodes = Self.changes(self.base.nodes, self.head.nodes, by: \.id) {
      ($0.type, $0.strategy, $0.providers.map(\.module)) == ($1.type, $1.strategy, $1.providers.map(\.module))
    }
    .filter { ($0.new ?? $0.old)?.isInjection == true }
    let isShown = { (edge: Document.Edge) in edge.kind != .uses }
    edges = Self.changes(
      self.base.edges.filter(isShown),
      self.head.edges.filter(isShown),
      by: { [$0.from, $0.to, $0.kind.rawValue] },
      isSame: { ($0.when, $0.certain) == ($1.when, $1.certain) }
    )
    newFaults = Baseline(base.faults).unknown(in: head.faults)
    goneFaults = Baseline(head.faults).unknown(in: base.faults)
  }

  private static func changes<Value, Key: Hashable>(
    _ old: [Value],
    _ new: [Value],
    by key: (Value) -> Key,
    isSame: (Value, Value) -> Bool
  ) -> [Change<Value>] {
    let before = Dictionary(old.map { (key($0), $0) }) { first, _ in first }
    let after = Dictionary(new.map { (key($0), $0) }) { first, _ in first }
    let changed = new.compactMap { value -> Change<Value>? in
      let previous = before[key(value)]
      return previous.map { isSame($0, value) } == true ? nil : Change(old: previous, new: value)
    }
    return changed + old.filter { after[key($0)] == nil }.map { Change(old: $0, new: nil) }
  }
}
