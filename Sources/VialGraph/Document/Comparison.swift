/// The differences between two documents of an application, without its tests.
struct Comparison {
  /// An injection or a use in the words of Markdown.
  struct Item {
    let noun: String

    /// The identity, which begins with the identities of one or two nodes.
    let key: [String]
    let name: String

    /// The words whose changes are told.
    let properties: [String]
    let details: [String]
  }

  let base: Document
  let head: Document
  let added: [Item]
  let removed: [Item]
  let changed: [(old: Item, new: Item)]
  let newFaults: [Document.Fault]
  let mendedFaults: [Document.Fault]

  var isEmpty: Bool { [added, removed].allSatisfy(\.isEmpty) && changed.isEmpty && newFaults + mendedFaults == [] }

  init(from base: Document, to head: Document) {
    (self.base, self.head) = (base.selecting { !$0.isTest }, head.selecting { !$0.isTest })
    let (old, new) = (self.base.items, self.head.items)
    let before = Dictionary(old.map { ($0.key, $0) }) { first, _ in first }
    let after = Set(new.map(\.key))
    added = new.filter { before[$0.key] == nil }
    removed = old.filter { !after.contains($0.key) }
    changed = new.compactMap { item in before[item.key].map { ($0, item) } }.filter { $0.properties != $1.properties }
    newFaults = Baseline(base.faults).unknown(in: head.faults)
    mendedFaults = Baseline(head.faults).unknown(in: base.faults)
  }
}

extension Document {
  /// The injections of the document, and their uses.
  fileprivate var items: [Comparison.Item] {
    let names = Dictionary(nodes.map { ($0.id, $0.name.code) }) { first, _ in first }
    let injections = nodes.filter(\.isInjection).map { node in
      let providers = node.providers.map { "provided by \($0.module)" }.joined(separator: ", ")
      return Comparison.Item(
        noun: "injections",
        key: [node.id],
        name: node.name.code,
        properties: [node.type, node.strategy, providers].map(\.code),
        details: [node.at.description.code]
      )
    }
    let uses = edges.filter { $0.kind != .uses }.map { edge in
      Comparison.Item(
        noun: "uses",
        key: edge.key,
        name: [edge.from, edge.to].map { names[$0] ?? $0 }.joined(separator: " → "),
        properties: [edge.time.words],
        details: edge.through.isEmpty ? [] : ["through " + edge.through.map(\.code).joined(separator: ", ")]
      )
    }
    return injections + uses
  }
}
