/// One cached instance, with the provider that has built it and the scope that caches it.
///
/// An entry stores the number of its provider and not a reference, so an override is released at its rollback, even if
/// other scopes have entries of the override. An instance that is cached later has another entry.
@MainActor final class CacheEntry {
  /// The reference to the instance; `.empty` after the release.
  private(set) var instance: CachedInstance

  /// When the instance was cached.
  nonisolated let cachedAt: Moment

  nonisolated let providerNumber: ProviderNumber

  let declaration: InjectionDeclaration

  /// The actions that run when the cache releases an instance that it owns.
  private let releaseActions: [ReleaseAction]

  private let scope: WeakScope

  /// Whether the instance was evicted and must not be used again, although the operation has not released it yet.
  private(set) var isEvicted = false

  /// The scope in which the evicted instance is released; `nil` if the scope has been deallocated.
  ///
  /// It is retained, because the release of another instance may release the last other reference to the scope.
  private(set) var releaseScope: OverrideScope?

  init(_ instance: CachedInstance, of provider: Provider, for storage: InjectionStorage, in scope: OverrideScope) {
    self.instance = instance
    cachedAt = .next()
    providerNumber = provider.number
    declaration = storage.declaration
    releaseActions = provider.isOverride ? [] : storage.publication.releaseActions
    self.scope = WeakScope(scope)
  }

  /// The instance, unless it was evicted or has been deallocated.
  var loaded: AnyBox? { isEvicted ? nil : instance.loaded }

  /// Retains the entry during a compaction, and returns whether the cached instance is alive.
  ///
  /// An instance that the cache does not own is retained, too, because another thread may release it at the same time. Other
  /// instances are not retained, so an operation of a release action can release them.
  func retainAndCheckUse() -> Bool {
    InjectionOperation.releaseLater(self)
    guard let loaded else { return false }
    if instance.ownedBox == nil { InjectionOperation.releaseLater(loaded) }
    return true
  }

  /// Marks the instance as evicted.
  ///
  /// Only `InjectionOperation.evict` calls this function, so that the operation releases the instance.
  func markEvicted() {
    isEvicted = true
    releaseScope = scope.scope
  }

  /// Runs the release actions, if the cache is the owner of the instance, reports the release, and releases the instance.
  ///
  /// An instance whose scope was deallocated without an end gets no release action, because no scope is left to run it in.
  func release() {
    let released = instance
    instance = .empty
    if releaseScope.take() != nil, let box = released.ownedBox {
      for action in releaseActions { action(box) }
    }
    InjectionOperation.emit(.released(declaration))
    extendLifetime(released)
  }
}

extension CacheEntry: SortedByProvider { nonisolated var listNumber: ProviderNumber { providerNumber } }

/// The reference to an instance that a cache holds.
enum CachedInstance {
  case empty

  /// Retained until it is evicted.
  case strong(AnyBox)

  /// Retained until it is evicted, and reused while it is valid.
  indirect case validated(AnyBox, ValidityCheck)

  /// An object that lives while anyone else retains it.
  case weak(WeakReference)

  /// The box of the instance, unless the instance has been deallocated.
  ///
  /// This does not run the validity check.
  @MainActor var loaded: AnyBox? {
    switch self {
    case .empty: nil
    case .strong(let box), .validated(let box, _): box
    case .weak(let reference): reference.box
    }
  }

  /// The box of the instance, if the cache is its owner.
  var ownedBox: AnyBox? {
    switch self {
    case .strong(let box), .validated(let box, _): box
    case .empty, .weak: nil
    }
  }

  /// Returns a weak reference to a value; `nil` if the value is not an object, or cannot be restored from the object.
  @MainActor static func weak<Value>(_ value: Value, _ boxType: Box<Value>.Type = Box<Value>.self) -> CachedInstance? {
    soleObject(in: value).flatMap { WeakObject(value, $0, boxType) }.map(CachedInstance.weak)
  }
}

/// The validity check of one cached instance, which is restricted code of the application.
///
/// A check that only reads a clock can also run when nothing resolves the injection.
typealias ValidityCheck = (isValid: @MainActor () -> Bool, onlyReadsClock: Bool)

extension CacheEntry {
  /// Whether the cached instance has no validity check, or its check returns `true`.
  var isValid: Bool {
    guard case .validated(_, let validity) = instance else { return true }
    return InjectionOperation.runRestricted(.validityCheck(of: declaration)) { validity.isValid() }
  }

  /// Evicts the instances that have expired, before their list is compacted.
  ///
  /// This reads clocks of the application, so the caller must not have begun to change the list.
  static func evictExpired(in entries: [CacheEntry]) {
    for entry in entries {
      guard case .validated(_, let validity) = entry.instance, validity.onlyReadsClock else { continue }
      if !entry.isValid { InjectionOperation.evict(entry) }
    }
  }
}
