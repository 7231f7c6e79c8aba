/// What the body of an operation has removed from lists, and the operation releases afterwards.
struct Removals {
  private var instances: [EvictedInstance] = []
  private var objects: [AnyObject] = []

  mutating func add(_ instance: EvictedInstance) { instances.append(instance) }

  mutating func add(_ object: AnyObject) { objects.append(object) }

  /// The injections whose instances were evicted, each once, in the order of their release.
  @MainActor var declarations: [InjectionDeclaration] {
    var known: Set<InjectionDeclaration> = []
    return sortedInstances.reversed().map(\.declaration).filter { known.insert($0).inserted }
  }

  /// Releases everything, the most recently cached instance first.
  @MainActor mutating func releaseAll() {
    instances = sortedInstances
    while !instances.isEmpty {
      if let scope = instances[instances.count - 1].scope {
        scope.runIfNeeded { releaseNewest(cachedIn: scope) }
      } else {
        releaseNewest(cachedIn: nil)
      }
    }
    objects = []
  }

  /// Releases the newest instances up to the first one that another scope has cached.
  ///
  /// No variable refers to an instance here, because it would extend the lifetime of the instance.
  @MainActor private mutating func releaseNewest(cachedIn scope: OverrideScope?) {
    while !instances.isEmpty, instances[instances.count - 1].scope === scope { instances.removeLast().release() }
  }

  private var sortedInstances: [EvictedInstance] {
    instances.count > 1 ? instances.sorted { $0.number < $1.number } : instances
  }
}
