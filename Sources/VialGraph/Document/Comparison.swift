/// The differences between two documents of an application, apart from the injections and the uses of tests.
struct Comparison {
  /// The elements that are new, removed or changed, where a key identifies an element in both documents.
  struct Difference<Element> {
    let added: [Element]
    let removed: [Element]
    let changed: [(old: Element, new: Element)]

    init<Key: Hashable>(
      from old: [Element],
      to new: [Element],
      by key: (Element) -> Key,
      _ properties: (Element) -> [String]
    ) {
      let before = Dictionary(old.map { (key($0), $0) }) { first, _ in first }
      let after = Set(new.map(key))
      added = new.filter { before[key($0)] == nil }
      removed = old.filter { !after.contains(key($0)) }
      let pairs = new.compactMap { element in before[key(element)].map { (old: $0, new: element) } }
      changed = pairs.filter { properties($0.old) != properties($0.new) }
    }

    var all: [Element] { added + removed + changed.map(\.new) }
  }

  let base: Document
  let head: Document

  /// The names of the nodes in either document.
  let names: [Document.ID: String]
  let injections: Difference<Document.Node>
  let uses: Difference<Document.Edge>
  let newFaults: [Document.Fault]
  let fixedFaults: [Document.Fault]

  var isEmpty: Bool { injections.all.isEmpty && uses.all.isEmpty && newFaults.isEmpty && fixedFaults.isEmpty }

  /// Compares two documents, where a baseline accepts new faults.
  init(from base: Document, to head: Document, accepting baseline: Baseline? = nil) {
    let documents = [base, head].map { $0.selecting { !$0.isTest } }
    self.base = documents[0]
    self.head = documents[1]
    names = Dictionary(documents.flatMap(\.nodes).map { ($0.id, $0.name) }) { $1 }
    let nodes = documents.map { $0.nodes.filter(\.isInjection) }
    injections = Difference(from: nodes[0], to: nodes[1], by: \.id, \.properties)
    uses = Difference(from: self.base.usesOfInjections, to: self.head.usesOfInjections, by: \.key) { [$0.sign.words] }
    let unknown = Baseline(base.faults, hasTests: base.hasTests).unknown(in: head.faults)
    // Both lists begin with the faults that they leave out, so each fault that both contain is neither old nor accepted.
    let notAccepted = (baseline?.unknown(in: head.faults)).map(Set.init)
    newFaults = unknown.filter { notAccepted?.contains($0) ?? true }.errorsFirst
    fixedFaults = Baseline(head.faults, hasTests: head.hasTests).unknown(in: base.faults).errorsFirst
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
    return [type, strategy, code.joined(separator: ", ")]
  }
}
