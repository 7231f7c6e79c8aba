/// The injections of a family's keys, found by equality; those that nobody needs are dropped when there
/// are many (rules 7 and 29).
@MainActor @usableFromInline final class FamilyMembers<Key: Hashable> {
  @usableFromInline private(set) var roots: [Key: Root] = [:]
  private var upkeep = Upkeep()

  nonisolated init() {}

  /// Remembers the injection of a key that has none.
  func add(_ root: Root, for key: Key) -> Root {
    if upkeep.isDue(at: roots.count) {
      Running.whenNothingRuns { [weak self] in self?.dropUnused() }
    }
    // What died to make room may have come back for the same key.
    if let root = roots[key] { return root }
    roots[key] = root
    return root
  }

  /// Drops what nobody holds and nothing is alive of.
  ///
  /// Checks are asked first, where the instances are: outside every scope. What they did then may have brought
  /// a key back, so it is looked at again before it goes. The last references go when the dictionary is in
  /// order.
  func dropUnused() {
    OverrideScope.outside.releaseExpired(of: Array(roots.values))
    var looked: Looked = []
    var kept: [Key: Root] = [:]
    var index = roots.startIndex
    while index != roots.endIndex {
      // In place, so that the dictionary's is the only reference to what nobody holds.
      let isHeld = !isKnownUniquelyReferenced(&roots.values[index])
      let (key, root) = roots[index]
      let isUsed = !root.isUnused(&looked) || root.outside?.stack.isUnused(&looked) == false
      if isHeld || isUsed { kept[key] = root }
      roots.formIndex(after: &index)
    }
    swap(&roots, &kept)
    upkeep.isDone(keeping: roots.count)
    extendLifetime((kept, looked))
  }
}
