extension CacheEntry {
  /// Runs the release actions, if the cache is the owner of the instance, reports the release, and releases the instance.
  ///
  /// The instance is released in the scope that has cached it. If that scope was deallocated without an end, the instance is
  /// released in the current scope, without release actions.
  func release() {
    guard let scope = releaseScope else { return release(runningActions: false) }
    scope.runEnteringIfNeeded { release(runningActions: true) }
  }

  private func release(runningActions: Bool) {
    let instance = takeEvicted()
    if runningActions, let box = instance.ownedBox {
      for action in releaseActions { action(box) }
    }
    Engine.emit(.released(declaration, overriddenAt: overriddenAt, scope: scopeID))
    extendLifetime(instance)
  }
}
