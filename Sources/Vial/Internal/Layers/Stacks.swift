/// The stacks in a scope, by their injections.
///
/// Most scopes have few: the first one stands here. That saves a quarter of “resolve a singleton 1 isolated
/// scope deep”, and an eighth of “open a scope, override, resolve, end it”.
@MainActor struct Stacks {
  private var firstRoot: Root?
  private var first: Stack?
  private var others: [ObjectIdentifier: Entry] = [:]

  private struct Entry {
    var root: Root
    let stack: Stack
  }

  nonisolated init() {}

  var count: Int { (first == nil ? 0 : 1) + others.count }

  var all: [(root: Root, stack: Stack)] {
    var all: [(root: Root, stack: Stack)] = []
    if let firstRoot, let first { all.append((firstRoot, first)) }
    for entry in others.values { all.append((entry.root, entry.stack)) }
    return all
  }

  /// Empties all that is kept here.
  func emptySlots() {
    // Lists of the only one would add half to “open a scope, override, resolve, end it”.
    if others.isEmpty, let only = first?.onlySlot { return only.empty() }
    Slot.empty(all.flatMap(\.stack.slots))
  }

  subscript(root: Root) -> Stack? {
    get {
      if root === firstRoot { return first }
      return others.isEmpty ? nil : others[ObjectIdentifier(root)]?.stack
    }
    set {
      if first == nil {
        firstRoot = root
        first = newValue
      } else {
        others[ObjectIdentifier(root)] = newValue.map { Entry(root: root, stack: $0) }
      }
    }
  }
}

#if DEBUG
extension Stacks {
  /// The injections that nothing else refers to, with their newest overrides.
  mutating func lost() -> [(Root, Layer)] {
    var lost: [(Root, Layer)] = []
    if isKnownUniquelyReferenced(&firstRoot), let firstRoot, let layer = first?.newest {
      lost.append((firstRoot, layer))
    }
    var index = others.startIndex
    while index != others.endIndex {
      // In place, so that the dictionary's is the only reference.
      let isLost = isKnownUniquelyReferenced(&others.values[index].root)
      let entry = others.values[index]
      if isLost, let layer = entry.stack.newest { lost.append((entry.root, layer)) }
      others.formIndex(after: &index)
    }
    return lost
  }
}
#endif
