// Functions of the standard library that are not on the path of a resolve. One copy serves all types, which makes a program
// smaller than a specialized copy for each type.

/// Returns the elements, sorted by a predicate.
@inline(never) @_semantics("optimize.sil.specialize.generic.never")
package func sorted<Element>(_ elements: [Element], by precedes: (Element, Element) -> Bool) -> [Element] {
  elements.sorted(by: precedes)
}

extension Set {
  /// Inserts an element, and returns whether it was absent.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  package mutating func insertIfAbsent(_ element: Element) -> Bool {
    insert(element).inserted
  }
}
