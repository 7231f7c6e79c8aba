// Code that is not on the way of a resolve, most of it for reports: what the standard library has of it serves all types. Else
// every program would have a copy for each, 55 KiB.

/// The elements in an order.
@inline(never) @_semantics("optimize.sil.specialize.generic.never") func sorted<Element>(
  _ elements: [Element],
  by precedes: (Element, Element) -> Bool
) -> [Element] {
  elements.sorted(by: precedes)
}

extension Set {
  /// Adds an element; whether it is new.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  mutating func isNew(_ element: Element) -> Bool {
    insert(element).inserted
  }
}
