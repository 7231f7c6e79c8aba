/// A provider or an entry, in the lists of a slot and of a scope.
protocol SortedByProvider {
  /// The number by which the lists are sorted, and by which no other element of a list is found.
  var listNumber: ProviderNumber { get }
}

/// A list that is sorted by the numbers of providers, and allocates nothing for one element.
///
/// Most scopes have one override and one instance of an injection. With arrays, opening a scope, overriding, resolving and
/// ending the scope would miss its bound.
struct SortedList<Element: SortedByProvider & AnyObject> {
  /// The element with the greatest number.
  private(set) var last: Element?

  private var others: [Element] = []

  var first: Element? { others.first ?? last }

  var isEmpty: Bool { last == nil }

  var count: Int { last == nil ? 0 : others.count + 1 }

  /// All elements, the smallest number first.
  var elements: [Element] { last.map { others + [$0] } ?? [] }

  func element(numbered number: ProviderNumber) -> Element? {
    if let last, last.listNumber == number { return last }
    return others.isEmpty ? nil : index(numbered: number).map { others[$0] }
  }

  /// The index among `others` of the first element whose number is not smaller than a number.
  private func index(from number: ProviderNumber) -> Int { others.partitioningIndex { $0.listNumber >= number } }

  private func index(numbered number: ProviderNumber) -> Int? {
    let index = index(from: number)
    return index < others.count && others[index].listNumber == number ? index : nil
  }

  /// The element with the greatest number that is smaller than a number.
  func element(before number: ProviderNumber) -> Element? {
    if let last, last.listNumber < number { return last }
    let index = index(from: number)
    return index > 0 ? others[index - 1] : nil
  }

  /// Inserts an element whose number no other element has.
  mutating func insert(_ element: Element) {
    assert(self.element(numbered: element.listNumber) == nil, "Two elements of a list have the same number.")
    guard let last, last.listNumber > element.listNumber else {
      if let last { others.append(last) }
      self.last = element
      return
    }
    others.insert(element, at: index(from: element.listNumber))
  }

  /// Removes and returns the element with a number.
  mutating func remove(numbered number: ProviderNumber) -> Element? {
    guard let last, last.listNumber == number else {
      return index(numbered: number).map { others.remove(at: $0) }
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
