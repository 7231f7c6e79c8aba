extension CacheEntry {
  /// Runs the release actions, if the cache is the owner of the instance, reports the release, and releases the instance.
  ///
  /// The instance is released in the scope that has cached it. If that scope was deallocated without an end, the instance is
  /// released in the current scope, without release actions.
  func release() {
    guard let scope = releaseScope else { return reportAndRelease() }
    scope.runEnteringIfNeeded {
      runReleaseActions()
      reportAndRelease()
    }
  }

  private func runReleaseActions() {
    guard case .evicted(let instance, _) = state, let box = instance.ownedBox else { return }
    for action in releaseActions { action(box) }
  }

  @inline(never) private func reportAndRelease() {
    let instance = takeEvicted()
    Engine.emit(.released(declaration, overriddenAt: overriddenAt, scope: scopeID))
    extendLifetime(instance)
  }
}
