/// An action that the application runs with an instance that a cache releases.
typealias ReleaseAction = @MainActor (AnyBox) -> Void

/// The state of one injection, of one key of a family, or of a family itself.
///
/// Every copy of an `Injection` handle refers to the same storage. The storage of a family holds the overrides that apply to
/// every key, and is never resolved.
@MainActor @usableFromInline final class InjectionStorage {
  /// The type that the injection provides; for a family, the type of the family.
  nonisolated let type: Any.Type

  /// The provider that was published, which overrides and provided implementations take precedence over.
  nonisolated let published: Provider

  /// The action that runs with an instance when the cache that owns the instance releases it.
  nonisolated let releaseAction: ReleaseAction?

  /// The purpose of a required injection, for which another module has to provide an implementation.
  nonisolated let requiredPurpose: String?

  /// Whether tests may resolve the live implementation without a permission.
  nonisolated let isAllowedLiveInTests: Bool

  /// The key, for the storage of a family's key.
  nonisolated let key: AnyBox?

  /// The storage of the family that the key belongs to.
  nonisolated let family: InjectionStorage?

  /// The overrides and the implementation in the global scope, and for a key the entries of overrides of the family.
  ///
  /// It belongs to the injection, and not to the scope, so that it is deallocated with the injection.
  private(set) var globalState: ScopedState?

  /// The number of instances of this injection that are being built.
  ///
  /// A search for a dependency cycle is necessary only if the number is not zero, which keeps a chain of factories linear.
  var runningBuilds = 0

  /// The name of the injection in messages and events, created on demand.
  private(set) lazy var declaration = InjectionDeclaration(of: self)

  nonisolated init(
    _ type: Any.Type,
    _ published: Provider,
    _ releaseAction: ReleaseAction?,
    requiredPurpose: String? = nil,
    isAllowedLiveInTests: Bool = false,
    key: AnyBox? = nil,
    of family: InjectionStorage? = nil
  ) {
    self.type = type
    self.published = published
    self.releaseAction = releaseAction
    self.requiredPurpose = requiredPurpose
    self.isAllowedLiveInTests = family?.isAllowedLiveInTests ?? isAllowedLiveInTests
    self.key = key
    self.family = family
  }
}

extension InjectionStorage {
  /// Returns a storage with another provider, release action or permission, which shares nothing with this one.
  ///
  /// An argument that is `nil` keeps the property of this storage.
  nonisolated func copy(
    _ provider: Provider,
    releaseAction: ReleaseAction? = nil,
    isAllowedLiveInTests: Bool? = nil
  ) -> InjectionStorage {
    InjectionStorage(
      type,
      provider,
      releaseAction ?? self.releaseAction,
      requiredPurpose: requiredPurpose,
      isAllowedLiveInTests: isAllowedLiveInTests ?? self.isAllowedLiveInTests
    )
  }
}

// MARK: - State in a scope

extension InjectionStorage {
  /// The state of the injection in one scope, if it has any.
  ///
  /// Inlined, this would add 3 KB to a program.
  @inline(never) func state(in scope: OverrideScope) -> ScopedState? {
    scope.isGlobal ? globalState : scope.states[self]
  }

  /// The state of the injection in one scope, created if necessary.
  func makeState(in scope: OverrideScope) -> ScopedState {
    if let state = state(in: scope) { return state }
    let state = ScopedState(of: scope.isGlobal ? nil : self)
    if scope.isGlobal { globalState = state } else { scope.states.add(state, of: self) }
    return state
  }

  /// The entry that caches the instance of a provider in one scope, if there is one.
  func entry(of provider: Provider, in scope: OverrideScope) -> CacheEntry? {
    if provider.holdsEntry(in: scope) { return provider.ownEntry }
    return state(in: scope)?.entries.element(numbered: provider.id)
  }

  /// The entry that caches the instance of a provider in one scope, created if necessary.
  func makeEntry(of provider: Provider, in scope: OverrideScope) -> CacheEntry {
    if let entry = entry(of: provider, in: scope) { return entry }
    let entry = CacheEntry(of: provider, for: self, in: scope)
    if provider.holdsEntry(in: scope) { provider.ownEntry = entry } else { makeState(in: scope).add(entry) }
    return entry
  }

  /// All entries of the injection in one scope, including the entries of hidden overrides.
  func entries(in scope: OverrideScope) -> [CacheEntry] {
    var providers = overrides(madeIn: scope)
    if scope.isGlobal { providers.append(published) }
    let state = state(in: scope)
    if let implementation = state?.implementation { providers.append(implementation) }
    return providers.compactMap(\.ownEntry) + (state?.entries ?? [])
  }

  /// An object that is still in use in the global scope: a cached instance, or state with a provider.
  ///
  /// If there is none, a family can drop the storage of a key without losing anything.
  var objectInUseGlobally: AnyObject? { published.ownEntry?.objectInUse ?? globalState?.objectInUse }
}
