// Whether a scope caches an instance whose build has ended.

extension OverrideScope {
  /// Decides whether the scope caches a new instance.
  ///
  /// - Parameters:
  ///   - instance: The reference to use if the scope has not ended.
  ///   - provider: The provider that has built the instance.
  ///   - start: When the build began.
  /// - Returns: The reference of the cache; `nil` if the instance is not cached.
  func admit(
    _ instance: CachedInstance,
    by provider: Provider,
    buildBegan start: Moment
  ) -> CachedInstance? {
    if isStale(builtBy: provider, since: start) { return nil }
    guard hasEnded, let box = instance.ownedBox else { return instance }
    // The cache owns nothing after the end of the scope, because no second end would release the instance.
    return box.weakReference.map { .weak($0) }
  }

  /// Whether an instance whose build began at a moment may have captured an instance of a provider that was removed since: an
  /// override that the scope sees was rolled back, or the provider of the instance was withdrawn.
  ///
  /// The rollback of an override affects all instances in scopes that see the override, the withdrawal of an implementation only
  /// its own instances.
  @inline(never) private func isStale(builtBy provider: Provider, since start: Moment) -> Bool {
    if provider.isWithdrawn || lastRollback > start { return true }
    var isStale = false
    forEachOuter(.visible) { visible in
      if visible.lastRollback > start { isStale = true }
    }
    return isStale
  }
}
