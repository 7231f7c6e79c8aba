// Code that is seldom run, most of it for reports, and so is not to be in every application once for each
// type: what the standard library has of it serves. That saves 8 KiB of every program.

/// The elements in an order.
@inline(never) @_semantics("optimize.sil.specialize.generic.never") func sorted<Element>(
  _ elements: [Element],
  by precedes: (Element, Element) -> Bool
) -> [Element] {
  elements.sorted(by: precedes)
}

/// Where an element stands.
@inline(never) @_semantics("optimize.sil.specialize.generic.never")
func index<Element: Equatable>(of element: Element, in elements: [Element]) -> Int? {
  elements.firstIndex(of: element)
}

extension Set {
  /// Adds an element; whether it is new.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  mutating func isNew(_ element: Element) -> Bool {
    insert(element).inserted
  }
}

extension Dictionary {
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  func element(for key: Key) -> Value? { self[key] }

  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  mutating func set(_ value: Value, for key: Key) { self[key] = value }
}
