/// An instance that was evicted from its entry.
struct EvictedInstance {
  private let instance: CachedInstance
  private let entry: CacheEntry

  /// The scope that has cached the instance, in which it is released; `nil` if the scope has been deallocated.
  ///
  /// It is retained, because the release of another instance may release the last other reference to the scope.
  let scope: OverrideScope?

  init(_ instance: CachedInstance, of entry: CacheEntry, in scope: OverrideScope?) {
    (self.instance, self.entry, self.scope) = (instance, entry, scope)
  }

  /// The sequence number of the caching, which orders the releases.
  var number: UInt64 { entry.number }

  @MainActor var declaration: InjectionDeclaration { entry.declaration }

  /// Runs the release action, if the cache is the owner of the instance, reports the release, and releases the instance.
  @MainActor consuming func release() {
    if scope != nil, let box = instance.ownedBox { entry.releaseAction?(box) }
    Operation.emit(.released(declaration))
  }
}
