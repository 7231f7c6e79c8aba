/// An action that the application runs with an instance that a cache releases.
typealias ReleaseAction = @MainActor (AnyBox) -> Void

/// One injection, one key of a family, or a family itself.
///
/// Every copy of an `Injection` handle refers to the same storage. The storage of a family has the overrides that apply to
/// every key, and is never resolved.
@MainActor @usableFromInline final class InjectionStorage {
  /// The type that the injection provides; for a family, the type of the family.
  nonisolated let type: Any.Type

  /// The provider that was published, which overrides and provided implementations take precedence over.
  nonisolated let published: Provider

  /// The action that runs with an instance when the cache that owns the instance releases it.
  nonisolated let releaseActions: [ReleaseAction]

  /// The purpose of a required injection, for which another module has to provide an implementation.
  nonisolated let requiredPurpose: String?

  /// Whether tests may resolve the live implementation without a permission.
  nonisolated let isAllowedLiveInTests: Bool

  /// The key, for the storage of a family's key.
  nonisolated let key: AnyBox?

  /// The storage of the family that the key belongs to.
  nonisolated let family: InjectionStorage?

  /// What the injection has in the global scope, which is deallocated with the injection.
  nonisolated let globalSlot = Slot()

  /// The number of instances of this injection that are being built, see `InjectionOperation.build`.
  var runningBuilds = 0

  /// The name of the injection in messages and events, created on demand.
  private(set) lazy var declaration = InjectionDeclaration(of: self)

  nonisolated init(
    _ type: Any.Type,
    _ published: Provider,
    _ releaseActions: [ReleaseAction],
    requiredPurpose: String? = nil,
    isAllowedLiveInTests: Bool = false,
    key: AnyBox? = nil,
    of family: InjectionStorage? = nil
  ) {
    (self.type, self.published, self.releaseActions) = (type, published, releaseActions)
    self.isAllowedLiveInTests = family?.isAllowedLiveInTests ?? isAllowedLiveInTests
    (self.requiredPurpose, self.key, self.family) = (requiredPurpose, key, family)
  }
}

extension InjectionStorage {
  /// Returns a storage with another provider, release action or permission, which shares nothing with this one.
  ///
  /// An argument that is `nil` keeps the property of this storage.
  nonisolated func copy(
    _ provider: Provider,
    releaseActions: [ReleaseAction]? = nil,
    isAllowedLiveInTests: Bool? = nil
  ) -> InjectionStorage {
    InjectionStorage(
      type,
      provider,
      releaseActions ?? self.releaseActions,
      requiredPurpose: requiredPurpose,
      isAllowedLiveInTests: isAllowedLiveInTests ?? self.isAllowedLiveInTests
    )
  }

  /// The description of the key, for the storage of a family's key.
  var keyText: String? {
    guard let key, let family else { return nil }
    return InjectionOperation.runRestricted(.keyMethod(of: family)) { key.text }
  }
}

// MARK: - Slots

extension InjectionStorage {
  /// The slot of the injection in one scope, if there is one.
  func slot(in scope: OverrideScope) -> Slot? { scope.isGlobal ? globalSlot : scope.slots[self] }

  /// The slot of the injection in one scope, created if necessary.
  func makeSlot(in scope: OverrideScope) -> Slot { slot(in: scope) ?? scope.slots.makeSlot(of: self) }
}
