/// Instances that were removed from caches and are released when every list is consistent.
///
/// Deinitializers and release actions can use injections. So an operation first removes everything from its lists, and
/// releases the removed instances at its end.
@MainActor struct DeferredReleases {
  /// Most operations evict one instance, so the first one is kept apart: that saves an array.
  private var first: EvictedInstance?
  private var others: [EvictedInstance] = []
  private var retained: [AnyObject] = []

  /// Empties an entry.
  mutating func evict(_ entry: CacheEntry) {
    guard entry.generation > 0 else { return }
    let evicted = EvictedInstance(from: entry)
    if first == nil { first = evicted } else { others.append(evicted) }
  }

  mutating func evict(_ entries: [CacheEntry]) { for entry in entries { evict(entry) } }

  /// Retains an object that a list no longer needs, or that was reached by a weak reference.
  mutating func retain(_ object: AnyObject) { retained.append(object) }

  /// The injections whose instances were evicted, each once, the most recently cached first.
  var declarations: [InjectionDeclaration] {
    var known: Set<InjectionDeclaration> = []
    return newestFirst.map(\.declaration).filter { known.insertIfAbsent($0) }
  }

  private var newestFirst: [EvictedInstance] {
    guard let first else { return [] }
    return others.isEmpty ? [first] : sorted([first] + others) { $0.generation > $1.generation }
  }

  /// Releases everything, the most recently cached instance first.
  mutating func run() {
    if others.isEmpty { first?.release() } else { for evicted in newestFirst { evicted.release() } }
    (first, others, retained) = (nil, [], [])
  }
}

/// An instance that was removed from its entry.
///
/// This is a class, so that a copy of a list does not retain the instance, and the order of release does not depend on how
/// long the optimizer keeps a copy.
@MainActor private final class EvictedInstance {
  let generation: UInt64
  let declaration: InjectionDeclaration
  private var instance: CachedInstance

  init(from entry: CacheEntry) {
    generation = entry.generation
    declaration = entry.declaration
    instance = entry.removeInstance()
  }

  func release() {
    Injections.emit(.released(declaration))
    var released = CachedInstance.none
    swap(&released, &instance)
    extendLifetime(released)
  }
}
