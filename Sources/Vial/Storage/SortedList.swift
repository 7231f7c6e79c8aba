/// A list of objects that is sorted by sequence number, and allocates nothing for one element.
///
/// Most scopes have one override and one instance of an injection. With arrays, opening a scope, overriding, resolving and
/// ending the scope would miss its bound.
struct SortedList<Element: SequenceNumbered & AnyObject> {
  /// The element with the greatest number.
  private(set) var last: Element?

  private var others: [Element] = []

  var first: Element? { others.first ?? last }

  var isEmpty: Bool { last == nil }

  var count: Int { last == nil ? 0 : others.count + 1 }

  /// All elements, the smallest number first.
  var elements: [Element] { last.map { others + [$0] } ?? [] }

  func element(numbered number: UInt64) -> Element? {
    if let last, last.sequenceNumber == number { return last }
    return others.isEmpty ? nil : others.index(numbered: number).map { others[$0] }
  }

  /// The element with the greatest number that is smaller than a number.
  func element(before number: UInt64) -> Element? {
    if let last, last.sequenceNumber < number { return last }
    let index = others.firstIndex(after: number - 1)
    return index > 0 ? others[index - 1] : nil
  }

  /// Inserts an element whose number no other element has.
  mutating func insert(_ element: Element) {
    guard let last, last.sequenceNumber > element.sequenceNumber else {
      if let last { others.append(last) }
      self.last = element
      return
    }
    others.insert(element, at: others.firstIndex(after: element.sequenceNumber))
  }

  /// Removes and returns the element with a number.
  mutating func remove(numbered number: UInt64) -> Element? {
    guard let last, last.sequenceNumber == number else {
      return others.index(numbered: number).map { others.remove(at: $0) }
    }
    return popLast()
  }

  /// Removes and returns the element with the greatest number.
  mutating func popLast() -> Element? {
    defer { last = others.popLast() }
    return last
  }

  /// Removes the elements that do not satisfy a predicate.
  mutating func keep(where isKept: (Element) -> Bool) {
    others = elements.filter(isKept)
    last = others.popLast()
  }
}
