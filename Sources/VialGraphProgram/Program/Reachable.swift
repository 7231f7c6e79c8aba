/// Returns an element and the elements that can be reached from it, nearest first.
///
/// The relations of a damaged index can lead back to their beginning, so the tool follows them with this function only.
/// It is inlinable, because generic code that is not specialized looks types up at run time.
@inlinable
package func reachable<Element: Hashable>(from start: Element, _ next: (Element) -> [Element]) -> [Element] {
  reachable(from: [start], next)
}

/// Returns some elements and the elements that can be reached from them, nearest first.
@inlinable
package func reachable<Element: Hashable>(from starts: [Element], _ next: (Element) -> [Element]) -> [Element] {
  var found = starts
  var seen = Set(starts)
  var index = 0
  while index < found.count {
    found += next(found[index]).filter { seen.insert($0).inserted }
    index += 1
  }
  return found
}
