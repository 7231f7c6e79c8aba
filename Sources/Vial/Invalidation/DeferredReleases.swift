/// Instances that were removed from caches and are released when every list is consistent.
///
/// Deinitializers and release actions can use injections. So an operation first removes everything from its lists, and
/// releases the removed instances at its end.
@MainActor struct DeferredReleases {
  private typealias Eviction = (generation: UInt64, declaration: InjectionDeclaration, instance: CachedInstance)

  /// Most operations evict one instance, so the first one is kept apart: that saves an array.
  private var first: Eviction?
  private var others: [Eviction] = []
  private var retained: [AnyObject] = []

  /// Empties an entry.
  mutating func evict(_ entry: CacheEntry) {
    guard entry.generation > 0 else { return }
    let eviction = (entry.generation, entry.declaration, entry.removeInstance())
    if first == nil { first = eviction } else { others.append(eviction) }
  }

  mutating func evict(_ entries: [CacheEntry]) { for entry in entries { evict(entry) } }

  /// Retains an object that a list no longer needs, or that was reached by a weak reference.
  mutating func retain(_ object: AnyObject) { retained.append(object) }

  /// The injections whose instances were evicted, each once, the most recently cached first.
  var declarations: [InjectionDeclaration] {
    var known: Set<InjectionDeclaration> = []
    return newestFirst.map(\.declaration).filter { known.insertIfAbsent($0) }
  }

  private var newestFirst: [Eviction] {
    guard let first else { return [] }
    return sorted([first] + others) { $0.generation > $1.generation }
  }

  /// Releases everything, the most recently cached instance first.
  mutating func run() {
    if !others.isEmpty {
      var evictions = newestFirst
      (first, others) = (nil, [])
      evictions.reverse()
      while let eviction = evictions.popLast() { Self.release(eviction) }
    } else if let eviction = first.take() {
      Self.release(eviction)
    }
    retained = []
  }

  private static func release(_ eviction: consuming Eviction) {
    Injections.emit(.released(eviction.declaration))
    extendLifetime(eviction.instance)
  }
}
