/// One cached instance, with the number of the provider that has built it and the scope that caches it.
///
/// An entry does not retain its provider, so an override is released at its rollback, even if other scopes have entries of
/// the override. An instance that is cached later has another entry.
@MainActor final class CacheEntry: Numbered {
  enum State {
    /// The instance can be reused.
    case cached(CachedInstance)

    /// The running operation has evicted the instance, which nothing may reuse, and will release it.
    ///
    /// The scope is retained, because the release of another instance may release the last other reference to the scope.
    /// The scope is `nil` if it has been deallocated.
    case evicted(CachedInstance, in: OverrideScope?)

    case released
  }

  private(set) var state: State

  /// When the instance was cached.
  nonisolated let cachedAt: Moment

  /// The number of the provider, by which the entries of a slot are sorted.
  nonisolated let providerNumber: ProviderNumber

  /// The line of the override that has built the instance; `nil` if it was not an override.
  let overriddenAt: CallSite?

  nonisolated let declaration: InjectionDeclaration

  /// The actions that run when the cache releases an instance that it owns.
  let releaseActions: [ReleaseAction]

  private let scope: WeakScope

  init(
    _ instance: CachedInstance,
    of provider: Provider,
    declaration: InjectionDeclaration,
    releaseActions: [ReleaseAction],
    in scope: OverrideScope
  ) {
    state = .cached(instance)
    cachedAt = .next()
    providerNumber = provider.number
    overriddenAt = provider.isReplacement ? provider.callSite : nil
    self.declaration = declaration
    self.releaseActions = releaseActions
    self.scope = WeakScope(scope)
  }

  var isEvicted: Bool {
    if case .cached = state { false } else { true }
  }

  /// The cached instance, unless it was evicted or has been deallocated.
  var loaded: AnyBox? {
    if case .cached(let instance) = state { instance.loaded } else { nil }
  }

  var scopeID: OverrideScope.ID { scope.id }

  nonisolated var number: ProviderNumber { providerNumber }

  /// Whether the instance is cached and alive.
  var isInUse: Bool {
    if case .cached(let instance) = state { instance.isAlive } else { false }
  }

  /// The box of an instance that is cached and alive, but not owned by the cache.
  var unownedBox: AnyBox? {
    if case .cached(.weak(let reference)) = state { reference.box } else { nil }
  }

  /// Marks the instance as evicted, and returns `false` if it was evicted before.
  ///
  /// `Removals.evict` calls this function and collects the entry, so that the operation releases the instance.
  func evict() -> Bool {
    guard case .cached(let instance) = state else { return false }
    state = .evicted(instance, in: scope.target)
    return true
  }

  /// The scope in which an evicted instance is released.
  var releaseScope: OverrideScope? {
    if case .evicted(_, let scope) = state { scope } else { nil }
  }

  /// Gives the evicted instance to the caller, which releases it.
  func takeEvicted() -> CachedInstance {
    guard case .evicted(let instance, _) = state else { preconditionFailure("The entry was not evicted.") }
    state = .released
    return instance
  }
}

#if DEBUG
extension CacheEntry: @MainActor CustomDebugStringConvertible {
  var debugDescription: String {
    let actions = "\(releaseActions.count) release actions"
    return "CacheEntry(\(declaration) by \(providerNumber) in \(scopeID), cached \(cachedAt), \(state), \(actions))"
  }
}
#endif
