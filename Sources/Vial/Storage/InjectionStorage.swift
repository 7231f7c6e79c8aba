/// The state of one injection.
///
/// Every copy of an `Injection` handle refers to the same storage.
@MainActor @usableFromInline final class InjectionStorage {
  /// The type that the injection provides; for a family, the type of the family.
  nonisolated let type: Any.Type

  nonisolated let kind: InjectionKind

  /// The registration that was published.
  ///
  /// Overrides and provided implementations take precedence.
  @usableFromInline nonisolated let published: Provider

  /// The action that runs with an instance when the cache that owns the instance releases it.
  @usableFromInline nonisolated let releaseAction: (@MainActor (AnyBox) -> Void)?

  /// The cache entry of the published provider in the global scope.
  @safe @exclusivity(unchecked) @usableFromInline private(set) var globalEntry: CacheEntry?

  /// The overrides, the implementation and their cache entries in the global scope.
  @safe @exclusivity(unchecked) @usableFromInline private(set) var globalState: ScopedState?

  /// The number of instances that are being built.
  ///
  /// A search for a dependency cycle is necessary only if the number is not zero.
  var runningBuilds = 0

  /// The name of the injection in messages and events, created on demand.
  private(set) lazy var declaration = InjectionDeclaration(of: self)

  nonisolated init(
    _ type: Any.Type,
    _ kind: InjectionKind,
    _ registration: Registration,
    releaseAction: (@MainActor (AnyBox) -> Void)?
  ) {
    self.type = type
    self.kind = kind
    self.releaseAction = releaseAction
    published = Provider(.published, registration)
  }
}

/// Where the implementation of an injection comes from.
enum InjectionKind: Sendable {
  /// The injection was published with an implementation.
  case plain

  /// Another module has to provide an implementation.
  case required(purpose: String)

  /// The storage of a family itself, which holds the overrides that apply to every key, and is never resolved.
  case family

  /// One key of a family. Overrides of the family apply to the key.
  case familyKey(FamilyKey)
}

@MainActor final class FamilyKey {
  let key: AnyBox
  nonisolated let family: InjectionStorage

  init(_ key: AnyBox, of family: InjectionStorage) {
    self.key = key
    self.family = family
  }
}

extension InjectionStorage {
  /// The purpose of a required injection.
  nonisolated var requiredPurpose: String? {
    guard case .required(let purpose) = kind else { return nil }
    return purpose
  }

  /// The family that a key belongs to.
  nonisolated var family: InjectionStorage? {
    guard case .familyKey(let familyKey) = kind else { return nil }
    return familyKey.family
  }

  /// The key, for an injection that belongs to a family.
  var key: AnyBox? {
    guard case .familyKey(let familyKey) = kind else { return nil }
    return familyKey.key
  }

  /// Whether the published registration provides in the global scope, so that a resolve can skip the search.
  @usableFromInline var isProvidedAsPublished: Bool {
    if globalState?.isOverridden == true { return false }
    switch kind {
    case .plain: return true
    case .required, .family: return false
    case .familyKey(let familyKey): return familyKey.family.globalState?.isOverridden != true
    }
  }

  /// Whether the fast path may build an instance: the strategy is `.onDemand`, and `Resolution` would neither warn about a
  /// computed property nor stop the program because of a release action.
  @inlinable var canBuildOnFastPath: Bool {
    guard case .onDemand? = published.registration.strategy?.lifetime else { return false }
    return !published.registration.callSite.isInComputedProperty && releaseAction == nil
  }
}

// MARK: - State in a scope

extension InjectionStorage {
  /// The state of the injection in one scope, if it has any.
  func state(in scope: OverrideScope) -> ScopedState? { scope.isGlobal ? globalState : scope.states[self] }

  /// The state of the injection in one scope, created if necessary.
  func makeState(in scope: OverrideScope) -> ScopedState {
    if let state = state(in: scope) { return state }
    let state = ScopedState(of: scope.isGlobal ? nil : self)
    if scope.isGlobal { globalState = state } else { scope.states.add(state, of: self) }
    return state
  }

  /// The entry that caches the instance of a provider in one scope, if there is one.
  func entry(of provider: Provider, in scope: OverrideScope) -> CacheEntry? {
    if scope.isGlobal, provider.isPublished { return globalEntry }
    return state(in: scope)?.entries.element(numbered: provider.id)
  }

  /// The entry that caches the instance of a provider in one scope, created if necessary.
  func makeEntry(of provider: Provider, in scope: OverrideScope) -> CacheEntry {
    if scope.isGlobal, provider.isPublished {
      let entry = globalEntry ?? CacheEntry(of: provider, for: self, in: scope)
      globalEntry = entry
      return entry
    }
    let state = makeState(in: scope)
    if let entry = state.entries.element(numbered: provider.id) { return entry }
    let entry = CacheEntry(of: provider, for: self, in: scope)
    state.add(entry)
    return entry
  }

  /// All entries of the injection in one scope, including the entries of hidden overrides.
  func entries(in scope: OverrideScope) -> [CacheEntry] {
    let entries = state(in: scope)?.entries.elements ?? []
    guard scope.isGlobal, let globalEntry else { return entries }
    return entries + [globalEntry]
  }

  /// An object that is still in use in the global scope: a cached instance, or state with a provider.
  ///
  /// If there is none, a family can drop the storage of a key without losing anything.
  var objectInUseGlobally: AnyObject? { globalEntry?.objectInUse ?? globalState?.objectInUse }
}
