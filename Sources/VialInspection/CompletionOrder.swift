/// Elements in the order in which their resolves were complete, so the dependencies of an instance precede the instance.
struct CompletionOrder<Element> {
  private var elements: [(depth: Int, element: Element)] = []

  mutating func append(_ element: Element, depth: Int) { elements.append((depth, element)) }

  /// Removes and returns the elements that are deeper than a resolve, which are the dependencies of its instance.
  mutating func removeDependencies(ofDepth depth: Int) -> [Element] {
    let lastOutside = elements.lastIndex { $0.depth <= depth }
    let first = lastOutside.map { $0 + 1 } ?? 0
    let dependencies = elements[first...].map(\.element)
    elements.removeSubrange(first...)
    return dependencies
  }

  mutating func removeAll() -> [Element] {
    let removed = elements.map(\.element)
    elements = []
    return removed
  }
}

#if DEBUG
extension CompletionOrder: CustomDebugStringConvertible {
  var debugDescription: String { "CompletionOrder(\(elements.count) elements)" }
}
#endif
