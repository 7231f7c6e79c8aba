/// Instances that were removed from caches and are released when every list is consistent.
///
/// Deinitializers and release actions can use injections. So an operation first removes everything from its lists, and
/// releases the removed instances at its end.
@MainActor struct DeferredReleases {
  private var evicted: [EvictedInstance] = []
  private var retained: [AnyObject] = []

  private struct EvictedInstance {
    let instance: CachedInstance
    let generation: UInt64
    let declaration: InjectionDeclaration
  }

  /// Empties an entry.
  mutating func evict(_ entry: CacheEntry) {
    let generation = entry.generation
    guard generation > 0 else { return }
    let declaration = entry.declaration
    evicted.append(EvictedInstance(instance: entry.removeInstance(), generation: generation, declaration: declaration))
  }

  mutating func evict(_ entries: [CacheEntry]) { for entry in entries { evict(entry) } }

  /// Retains an object that a list no longer needs, or that was reached by a weak reference.
  mutating func retain(_ object: AnyObject) { retained.append(object) }

  /// The injections whose instances were evicted, each once, in the order of their release.
  mutating func declarations() -> [InjectionDeclaration] {
    sortByGeneration()
    var known: Set<InjectionDeclaration> = []
    return evicted.reversed().map(\.declaration).filter { known.insertIfAbsent($0) }
  }

  /// Releases everything, the most recently cached instance first.
  mutating func run() {
    sortByGeneration()
    while let newest = evicted.popLast() {
      Injections.emit(.released(newest.declaration))
      extendLifetime(newest)
    }
    retained = []
  }

  private mutating func sortByGeneration() {
    if evicted.count > 1 { evicted = sorted(evicted) { $0.generation < $1.generation } }
  }
}

/// Decides when a list is searched for elements that are no longer used: each time it has doubled.
///
/// So a list has at most twice as many elements as were used when it was last compacted, and 32, and adding an element
/// takes amortized constant time.
///
/// A compaction follows weak references, and another thread may release the last strong one at the same time. So it retains
/// each object that it has looked at, the property `use`, until the list is consistent. Only then may a deinitializer
/// run, because deinitializers can use injections.
struct CompactionThreshold {
  private static let minimum = 32
  private var limit = minimum

  func isReached(by count: Int) -> Bool { count >= limit }

  mutating func reset(afterKeeping count: Int) { limit = Swift.max(Self.minimum, count * 2) }
}
