import Testing

@testable import Vial

/// The sorted list of overrides, cached instances and journals, compared with an array.
struct SortedListTests {
  private final class Element: Vial.Numbered {
    let number: Int

    init(_ number: Int) { self.number = number }
  }

  /// All orders of the even numbers from 2, so that the odd numbers are between, before and after them.
  private func orders(of count: Int) -> [[Int]] {
    if count == 0 { return [[]] }
    return orders(of: count - 1).flatMap { shorter in
      (0...shorter.count).map { index in shorter[..<index] + [2 * count] + shorter[index...] }
    }
  }

  private func number(before limit: Int, in numbers: [Int]) -> Int? { numbers.filter { $0 < limit }.max() }

  @Test(arguments: 0...4) func listFindsAndRemovesElementsInsertedInAnyOrder(count: Int) {
    for order in orders(of: count) {
      var list = SortedList<Element>()
      for number in order { list.insert(Element(number)) }
      let sorted = order.sorted()
      expectEqual(list.elements.map(\.number), sorted)
      expectEqual(SortedList(sorted: list.elements).elements.map(\.number), sorted)
      expectEqual([list.count, list.isEmpty ? 0 : 1], [count, count == 0 ? 0 : 1])
      expectEqual(list.last?.number, sorted.last)

      for number in 0...(2 * count + 2) {
        let known = sorted.contains(number) ? number : nil
        expectEqual(list.element(numbered: number)?.number, known, "\(order)")
        expectEqual(list.element(before: number)?.number, self.number(before: number, in: sorted), "\(order)")
        var shorter = list
        expectEqual(shorter.remove(numbered: number)?.number, known, "\(order)")
        expectEqual(shorter.elements.map(\.number), sorted.filter { $0 != number }, "\(order)")
      }
      expectEqual(list.popLast()?.number, sorted.last)
      expectEqual(list.elements.map(\.number), Array(sorted.dropLast()))
    }
  }

  @Test func listContainsAnotherElementThanTheGivenOne() {
    let (first, second) = (Element(1), Element(2))
    var list = SortedList<Element>()
    expect(![first, second].contains { list.contains(otherThan: $0) })
    list.insert(first)
    expect(!list.contains(otherThan: first))
    expect(list.contains(otherThan: second) && list.contains(otherThan: nil))
    list.insert(second)
    expect(list.contains(otherThan: first) && list.contains(otherThan: second))
  }
}
