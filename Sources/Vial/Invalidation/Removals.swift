/// The instances and objects that the body of an operation has removed from lists, to be released afterwards.
@MainActor struct Removals {
  /// The entries of evicted instances.
  private var entries: [CacheEntry] = []

  /// Other objects, which are released last.
  private var objects: [AnyObject] = []

  mutating func add(_ entry: CacheEntry) { entries.append(entry) }

  mutating func add(_ object: AnyObject) { objects.append(object) }

  /// The injections whose instances were evicted, each once, in the order of their release.
  var declarations: [InjectionDeclaration] {
    var known = [InjectionDeclaration: Bool]()
    return entries.oldestFirst.reversed().map(\.declaration).filter { known.updateValue(true, forKey: $0) == nil }
  }

  /// Releases everything, the most recently cached instance first, each in the scope that has cached it.
  mutating func releaseAll() {
    entries = entries.oldestFirst
    while !entries.isEmpty {
      // The instances of a scope that has been deallocated are released in the current scope.
      let scope = entries[entries.count - 1].releaseScope ?? .current
      scope.runIfNeeded { releaseNewest(of: entries[entries.count - 1].releaseScope) }
    }
    objects = []
  }

  /// Releases the newest instances up to the first one that another scope has cached.
  private mutating func releaseNewest(of scope: OverrideScope?) {
    while let newest = entries.last, newest.releaseScope === scope {
      entries.removeLast()
      newest.release()
    }
  }
}

extension [CacheEntry] {
  /// The entries in the order in which their instances were cached.
  nonisolated var oldestFirst: [CacheEntry] {
    count > 1 ? sorted { $0.cachedAt < $1.cachedAt } : self
  }
}
