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

  /// The line of the provider.
  let providedAt: CallSite

  /// Whether an override has built the instance.
  let isOfReplacement: Bool

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
    providedAt = provider.callSite
    isOfReplacement = provider.isReplacement
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

  /// The line of the override that has built the instance; `nil` if it was not an override.
  var overriddenAt: CallSite? { isOfReplacement ? providedAt : nil }

  var scopeID: OverrideScope.ID { scope.id }

  nonisolated var number: ProviderNumber { providerNumber }

  /// Holds the entry during a compaction, and returns whether the instance is cached and alive.
  ///
  /// An instance that the cache does not own is held, too, because another thread may release it at the same time. Other
  /// instances are not held, so that a release action can release them.
  @inline(never) func holdAndCheckUse(_ removals: inout Removals) -> Bool {
    removals.hold(self)
    guard case .cached(let instance) = state, let box = instance.loaded else { return false }
    if instance.ownedBox == nil { removals.hold(box) }
    return true
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
