/// A list that drops its unused elements before an element is added, each time the list has doubled.
///
/// So the list has at most 32 elements, or twice as many as the last compaction has kept, and adding an element takes
/// amortized constant time. `Engine.makeRoom(in:_:)` compacts.
@MainActor protocol Compactable: AnyObject {
  var count: Int { get }

  /// The number of elements that the list can have before it is compacted.
  var compactionThreshold: Int { get set }

  /// The entries that keep elements in use, and whose instances have to be evicted first if they have expired.
  ///
  /// Their order does not matter, because the change releases the evicted instances in the order of their age.
  /// Only scopes and families have such entries: an expired instance would keep its slot or its key in use.
  var cachedEntries: [CacheEntry] { get }

  /// Removes the elements that are not in use.
  ///
  /// This holds every element, because another thread may release the last strong reference to one at the same time.
  func dropUnused(_ removals: inout Removals)
}

/// The number of elements that a list can have before its first compaction.
let minimumThreshold = 32

extension Compactable {
  var isFull: Bool { count >= compactionThreshold }

  var cachedEntries: [CacheEntry] { [] }

  /// Determines the size of the next compaction.
  func updateThreshold() { compactionThreshold = max(minimumThreshold, count * 2) }
}
