/// The stacks in a scope, by their injections.
///
/// Most scopes have few: the first one stands here. That saves a quarter of “resolve a singleton 1 isolated
/// scope deep”, and an eighth of “open a scope, override, resolve, end it”.
@MainActor
struct Stacks {
  private var firstRoot: Root?
  private var first: Stack?
  private var others: [Root: Stack] = [:]

  nonisolated init() {}

  var count: Int { (first == nil ? 0 : 1) + others.count }

  var all: [(root: Root, stack: Stack)] {
    var all: [(root: Root, stack: Stack)] = []
    if let firstRoot, let first { all.append((firstRoot, first)) }
    for (root, stack) in others { all.append((root, stack)) }
    return all
  }

  /// Empties all that is kept here.
  func emptySlots() {
    // A list of the only one would take a tenth of “open a scope, override, resolve, end it”.
    if others.isEmpty, let only = first?.onlySlot { return only.empty() }
    var slots: [Slot] = []
    for (_, stack) in all { stack.appendSlots(to: &slots) }
    Slot.empty(slots)
  }

  subscript(root: Root) -> Stack? {
    get {
      if root === firstRoot { return first }
      return others.isEmpty ? nil : others[root]
    }
    set {
      if first == nil {
        firstRoot = root
        first = newValue
      } else {
        others[root] = newValue
      }
    }
  }
}
