/// The injections of a family's keys, found by equality; those that nobody needs are dropped when there
/// are many (rules 7 and 29).
@MainActor @usableFromInline final class FamilyMembers<Key: Hashable> {
  @usableFromInline private(set) var roots: [Key: Root] = [:]
  private var upkeep = Upkeep()

  nonisolated init() {}

  /// Remembers the injection of a key that has none.
  func add(_ root: Root, for key: Key) -> Root {
    if upkeep.isDue(at: roots.count) { dropUnused() }
    // What died to make room may have come back for the same key.
    if let root = roots[key] { return root }
    roots[key] = root
    return root
  }

  /// Drops what nobody holds and nothing is alive of; what was cached and not asked for since the last time too.
  private func dropUnused() {
    var held: [AnyObject] = []
    var kept: [Key: Root] = [:]
    var index = roots.startIndex
    while index != roots.endIndex {
      // In place, so that the dictionary's is the only reference to what nobody holds.
      let isHeld = !isKnownUniquelyReferenced(&roots.values[index])
      let (key, root) = roots[index]
      let use = (root.isNotAskedFor() ? nil : root.use) ?? root.outside?.use
      if isHeld || use != nil { kept[key] = root }
      held.append(use ?? root)
      roots.formIndex(after: &index)
    }
    roots = kept
    upkeep.isDone(keeping: roots.count)
    extendLifetime(held)
  }
}
