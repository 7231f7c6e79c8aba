/// An action that the application runs with an instance that a cache releases.
typealias ReleaseAction = @MainActor (AnyBox) -> Void

/// The properties of a published injection or family besides its provider, which are copied as a whole.
struct Publication {
  /// The purpose of a required injection, for which another module has to provide an implementation.
  var requiredPurpose: String?

  /// The actions that run with an instance when the cache that owns the instance releases it.
  var releaseActions: [ReleaseAction] = []

  /// Whether tests may resolve the live implementation.
  var liveInTests = LiveInTests.withPermission

  mutating func add<Value>(_ action: @escaping @MainActor (Value) -> Void) {
    releaseActions.append { box in action(cast(box, to: Box<Value>.self).value) }
  }
}

/// Whether tests may resolve a live implementation.
enum LiveInTests { case always, withPermission, never }

/// One injection, one key of a family, or a family itself.
///
/// Every copy of an `Injection` handle refers to the same storage. The storage of a family has the overrides that apply to
/// every key, and is never resolved.
@MainActor @usableFromInline final class InjectionStorage {
  /// The type that the injection provides; for a family, the type of the family.
  nonisolated let type: Any.Type

  /// The provider that was published, which overrides and provided implementations take precedence over.
  nonisolated let publishedProvider: Provider

  nonisolated let publication: Publication

  /// The key, for the storage of a family's key.
  nonisolated let key: AnyBox?

  /// The storage of the family that the key belongs to.
  nonisolated let family: InjectionStorage?

  /// The providers and the instances of the injection in the global scope, which are deallocated with the injection.
  nonisolated let globalSlot = Slot()

  /// The number of instances of this injection that are being built, see `InjectionOperation.build`.
  var runningBuilds = 0

  /// The name of the injection in messages and events, created on demand.
  private(set) lazy var declaration = InjectionDeclaration(of: self)

  nonisolated init(
    _ type: Any.Type,
    _ provider: Provider,
    _ publication: Publication = Publication(),
    key: AnyBox? = nil,
    of family: InjectionStorage? = nil
  ) {
    (self.type, publishedProvider, self.publication) = (type, provider, publication)
    (self.key, self.family) = (key, family)
  }
}

extension InjectionStorage {
  /// Returns a storage with a provider and a changed publication, which shares no instances and overrides with this one.
  nonisolated func copy(_ provider: Provider, _ change: (inout Publication) -> Void = { _ in }) -> InjectionStorage {
    var publication = publication
    change(&publication)
    return InjectionStorage(type, provider, publication)
  }

  /// The description of the key, for the storage of a family's key.
  var keyText: String? {
    guard let key, let family else { return nil }
    return InjectionOperation.runRestricted(.keyMethod(of: family)) { key.text }
  }
}
