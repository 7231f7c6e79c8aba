/// An element of a sorted list.
protocol Numbered: AnyObject {
  associatedtype Number: Comparable

  /// The number by which the list is sorted, and which no other element of the list has.
  var number: Number { get }
}

/// A list that is sorted by the numbers of its elements, and allocates nothing for one element.
///
/// Most scopes have one override and one instance of an injection.
struct SortedList<Element: Numbered> {
  /// The element with the greatest number.
  private(set) var last: Element?

  /// The other elements, which have smaller numbers.
  private var others: [Element] = []

  init() {}

  /// Creates a list of sorted elements.
  init(sorted elements: [Element]) {
    others = elements
    last = others.popLast()
  }

  var isEmpty: Bool { last == nil }

  /// Whether the list contains another element than the given one, which can be `nil`.
  func contains(otherThan element: Element?) -> Bool { !others.isEmpty || last != nil && last !== element }

  var count: Int { last == nil ? 0 : others.count + 1 }

  /// All elements, the smallest number first.
  var elements: [Element] {
    guard let last else { return [] }
    return others + [last]
  }

  // MARK: Searching

  func element(numbered number: Element.Number) -> Element? {
    if let last, last.number == number { return last }
    return others.isEmpty ? nil : otherElement(numbered: number)
  }

  private func otherElement(numbered number: Element.Number) -> Element? {
    guard let index = index(numbered: number) else { return nil }
    return others[index]
  }

  /// The element with the greatest number that is smaller than a number.
  func element(before number: Element.Number) -> Element? {
    if let last, last.number < number { return last }
    let index = index(from: number)
    return index > 0 ? others[index - 1] : nil
  }

  /// The index among `others` of the first element whose number is not smaller than a number.
  private func index(from number: Element.Number) -> Int {
    others.partitioningIndex { element in element.number >= number }
  }

  /// The index among `others` of the element with a number.
  private func index(numbered number: Element.Number) -> Int? {
    let index = index(from: number)
    return index < others.count && others[index].number == number ? index : nil
  }

  // MARK: Changing

  /// Inserts an element whose number no other element has.
  mutating func insert(_ element: Element) {
    assert(self.element(numbered: element.number) == nil, "Two elements of a list have the number \(element.number).")
    guard let last else {
      self.last = element
      return
    }
    var index = others.count
    if last.number < element.number {
      others.append(last)
      self.last = element
    } else {
      index = self.index(from: element.number)
      others.insert(element, at: index)
    }
    #if DEBUG
    checkNeighbors(of: index)
    #endif
  }

  /// Removes and returns the element with a number.
  mutating func remove(numbered number: Element.Number) -> Element? {
    if let last, last.number == number { return popLast() }
    guard let index = index(numbered: number) else { return nil }
    return others.remove(at: index)
  }

  /// Removes and returns the element with the greatest number.
  mutating func popLast() -> Element? {
    let popped = last.take()
    last = others.popLast()
    return popped
  }
}

#if DEBUG
extension SortedList: CustomDebugStringConvertible {
  var debugDescription: String { "SortedList(\(count) elements)" }

  /// The elements with the smallest numbers.
  func prefix(_ length: Int) -> [Element] {
    guard let last else { return [] }
    return Array((others.prefix(length) + [last]).prefix(length))
  }

  func checkInvariants() {
    precondition(last != nil || others.isEmpty, "The list has no last element, but \(others.count) others.")
    for (element, next) in zip(elements, elements.dropFirst()) { Self.checkOrder(element, next) }
  }

  /// Checks an element that was inserted, in constant time.
  func checkNeighbors(of index: Int) {
    guard let last else { return }
    if index > 0 { Self.checkOrder(others[index - 1], others[index]) }
    Self.checkOrder(others[index], index + 1 < others.count ? others[index + 1] : last)
  }

  private static func checkOrder(_ element: Element, _ next: Element) {
    precondition(element.number < next.number, "A list is sorted, but \(element.number) precedes \(next.number).")
  }
}
#endif

extension Array {
  /// Returns the index of the first element that satisfies a predicate, found by binary search.
  ///
  /// All elements after an element that satisfies the predicate must satisfy the predicate, too.
  func partitioningIndex(where isFromIndexOn: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = (low + high) / 2
      if isFromIndexOn(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
