/// The injections of keys, found by equality; those that nobody needs are dropped in passing.
///
/// A class, because a key that is dropped may come back here in its deinit.
@MainActor
@usableFromInline
final class KeyedInjections<Key: Hashable, Value> {
  @safe @exclusivity(unchecked) @usableFromInline private(set) var injections:
    [Key: Injection<Value>] = [:]
  private var upkeep = Upkeep()

  nonisolated init() {}

  var count: Int { injections.count }
  var all: [Injection<Value>] { Array(injections.values) }

  /// Remembers the injection of a key that has none.
  func add(_ injection: Injection<Value>, for key: Key) -> Injection<Value> {
    injections[key] = injection
    if upkeep.isDue(at: injections.count) { dropIdle(but: injection) }
    return injection
  }

  /// Drops what nobody holds and nothing is alive of.
  ///
  /// Checks are asked first. What they did then may have brought a key back, so it is looked at again
  /// before it goes. The last references go when the dictionary is in order.
  private func dropIdle(but new: Injection<Value>) {
    for injection in all where injection !== new { _ = injection.root.isIdleRoot(asking: true) }
    var kept: [Key: Injection<Value>] = [:]
    var index = injections.startIndex
    while index != injections.endIndex {
      // In place, so that the dictionary's is the only reference to an injection that nobody holds.
      let isHeld = !isKnownUniquelyReferenced(&injections.values[index])
      let (key, injection) = injections[index]
      if isHeld || !injection.root.isIdleRoot(asking: false) { kept[key] = injection }
      injections.formIndex(after: &index)
    }
    upkeep.isDone(injections.count, keeping: kept.count)
    swap(&injections, &kept)
    extendLifetime(kept)
  }
}

extension AnySlot {
  /// Whether nothing is lost when the injection of a key is dropped and made anew; may ask checks.
  fileprivate func isIdleRoot(asking: Bool) -> Bool {
    guard link == nil, isIdle(asking: asking), let publication else { return false }
    return publication.slots.isIdle(asking: asking) && !publication.isClaimed
  }
}
