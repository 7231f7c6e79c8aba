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
    /// The scope is retained, because the release of another instance may release the last other reference to the scope. It
    /// is `nil` if it has been deallocated.
    case evicted(CachedInstance, in: OverrideScope?)

    case released
  }

  private(set) var state: State

  /// When the instance was cached.
  nonisolated let cachedAt: Moment

  /// The number of the provider.
  nonisolated let number: ProviderNumber

  /// The line of the provider.
  let providedAt: CallSite

  /// The flow whose end evicts the instance.
  let flow: InjectionFlow?

  let declaration: InjectionDeclaration

  /// The actions that run when the cache releases an instance that it owns.
  let releaseActions: [ReleaseAction]

  private let scope: WeakScope

  init(
    _ instance: CachedInstance,
    of provider: Provider,
    _ declaration: InjectionDeclaration,
    _ flow: InjectionFlow?,
    _ releaseActions: [ReleaseAction],
    in scope: OverrideScope
  ) {
    state = .cached(instance)
    cachedAt = .next()
    number = provider.number
    providedAt = provider.callSite
    self.flow = flow
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

  /// Holds the entry during a compaction, and returns whether the instance is cached and alive.
  ///
  /// An instance that the cache does not own is held, too, because another thread may release it at the same time. Other
  /// instances are not held, so that a release action can release them.
  func holdAndCheckUse(_ removals: inout Removals) -> Bool {
    removals.hold(self)
    guard case .cached(let instance) = state, let box = instance.loaded else { return false }
    if instance.ownedBox == nil { removals.hold(box) }
    return true
  }

  /// Only `Removals.evict` calls this function, so that an operation releases the instance.
  fileprivate func evict() {
    guard case .cached(let instance) = state else { preconditionFailure("The entry was evicted before.") }
    state = .evicted(instance, in: scope.scope)
  }

  func isCached(in scope: OverrideScope) -> Bool { self.scope.refers(to: scope) }

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

/// What an operation has removed from lists, to be released when all lists are consistent.
///
/// The functions that remove something have this as a parameter.
@MainActor struct Removals {
  /// The entries of evicted instances.
  private(set) var entries: [CacheEntry] = []

  /// Everything else that must not be deallocated before.
  private var held: [AnyObject] = []

  nonisolated init() {}

  var isEmpty: Bool { entries.isEmpty && held.isEmpty }

  /// Evicts the instance of an entry, and holds an entry whose instance was evicted before.
  ///
  /// Inlined into its callers, this would make a program too large, as `.ci/codesize` measures it.
  @inline(never) mutating func evict(_ entry: CacheEntry) {
    if entry.isEvicted { return hold(entry) }
    entry.evict()
    entries.append(entry)
  }

  /// Retains an object until the lists are consistent.
  ///
  /// It is an object that a list no longer contains, or one that was reached by a weak reference. Another thread may
  /// release the last strong reference, and the deinitializer must not run before.
  @inline(never) mutating func hold(_ object: AnyObject) { held.append(object) }

  mutating func sortByAge() { entries = entries.oldestFirst }

  mutating func popEntry() -> CacheEntry? { entries.popLast() }

  /// The injections whose instances were evicted, each once, in the order of their release.
  var declarations: [InjectionDeclaration] {
    // Not a set, because the code of another kind of collection would add 2 KB to a program.
    var known = [InjectionDeclaration: Bool]()
    return entries.oldestFirst.reversed().map(\.declaration).filter { known.updateValue(true, forKey: $0) == nil }
  }
}

extension [CacheEntry] {
  /// The entries in the order in which their instances were cached.
  nonisolated var oldestFirst: [CacheEntry] { count > 1 ? sortedByAge : self }

  /// Not inlined, because the sort is large.
  @inline(never) private nonisolated var sortedByAge: [CacheEntry] { sorted { $0.cachedAt < $1.cachedAt } }
}

#if DEBUG
extension CacheEntry: @MainActor CustomDebugStringConvertible {
  var debugDescription: String { "CacheEntry(\(declaration) by \(number), cached \(cachedAt), \(state))" }
}
#endif
