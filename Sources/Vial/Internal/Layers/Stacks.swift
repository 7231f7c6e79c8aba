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

  func appendSlots(to slots: inout [Slot]) {
    first?.appendSlots(to: &slots)
    for stack in others.values { stack.appendSlots(to: &slots) }
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
