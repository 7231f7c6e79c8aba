/// The cached instance that one provider has built for one injection in one scope.
///
/// An entry stores the number of its provider and not a reference, so an override is released at its rollback, even if
/// other scopes still have entries of the override.
@MainActor final class CacheEntry {
  @safe @exclusivity(unchecked) private(set) var instance = CachedInstance.empty

  /// The sequence number of the most recent store; zero while the entry is empty.
  ///
  /// A journal record is valid only while the entry still has the generation that was recorded.
  private(set) var generation: UInt64 = 0

  /// The sequence number of the provider.
  let providerID: UInt64

  let declaration: InjectionDeclaration
  /// The action that runs when the cache releases an instance that it owns.
  let releaseAction: ReleaseAction?

  /// The scope in which the release action runs; `nil` without an action.
  private let scope: WeakScope?

  init(of provider: Provider, for storage: InjectionStorage, in scope: OverrideScope) {
    providerID = provider.id
    declaration = storage.declaration
    releaseAction = provider.isOverride ? nil : storage.releaseAction
    self.scope = releaseAction == nil ? nil : WeakScope(scope)
  }

  /// Caches an instance.
  ///
  /// The entry is empty, because a resolve empties it before it builds an instance, and a cycle stops the program.
  func store(_ new: CachedInstance) {
    assert(generation == 0, "The entry is not empty.")
    instance = new
    generation = SequenceNumber.next()
  }

  /// Empties the entry and returns its instance, which the caller has to release last.
  func removeInstance() -> EvictedInstance {
    let evicted = EvictedInstance(instance: instance, generation: generation, entry: self, scope: scope?.scope)
    instance = .empty
    generation = 0
    return evicted
  }

  /// Evicts an instance that has expired, if that can be determined without side effects.
  func evictIfExpired() {
    if case .validated(_, let check) = instance, check.isPure, !check.isValid() {
      DeferredReleases.evict(self)
    }
  }

  /// The object that keeps the cached instance alive; `nil` if the entry can be dropped.
  var objectInUse: AnyObject? { instance.loaded?.owner }
}

extension CacheEntry: SequenceNumbered { var sequenceNumber: UInt64 { providerID } }

/// The reference to an instance that a cache holds.
enum CachedInstance {
  case empty

  /// Retained until it is evicted.
  case strong(AnyBox)

  /// Retained until it is evicted, and reused while it is valid.
  indirect case validated(AnyBox, ValidityCheck)

  /// An object that lives while anyone else retains it.
  case weakObject(WeakReference)

  /// The box of a value that lives while a consumer retains the box.
  case weakBox(WeakReference)

  /// The instance, unless it has been deallocated.
  ///
  /// This does not run the validity check.
  @MainActor var loaded: ResolvedInstance? {
    switch self {
    case .empty: return nil
    case .strong(let box), .validated(let box, _): return .boxed(box)
    case .weakObject(let reference):
      guard let object = reference.object else { return nil }
      return .object(object, reference)
    case .weakBox(let reference):
      guard let box = reference.object else { return nil }
      return .sharedValue(cast(box))
    }
  }

  /// Returns a weak reference to a value; `nil` if the value is not an object, or cannot be restored from the object.
  static func weak<Value>(_ value: Value) -> CachedInstance? {
    soleObject(in: value).flatMap { WeakObject(value, $0) }.map(CachedInstance.weakObject)
  }
}

/// The validity check of one cached instance.
struct ValidityCheck {
  let isValid: @MainActor () -> Bool

  /// Whether the check has no effect, so that a compaction can run it at any time, see `evictIfExpired`.
  let isPure: Bool
}

/// An instance on its way to the caller, retained by a box or as an object.
enum ResolvedInstance {
  case boxed(AnyBox)

  /// An object, and the weak reference that converts it to a value.
  case object(AnyObject, WeakReference)

  /// A shared value, which lives while a consumer retains its box.
  case sharedValue(AnyBox)

  /// The object that keeps the instance alive.
  var owner: AnyObject {
    switch self {
    case .boxed(let box), .sharedValue(let box): box
    case .object(let object, _): object
    }
  }

  /// The dynamic type of the instance.
  @MainActor var type: Any.Type {
    switch self {
    case .boxed(let box), .sharedValue(let box): box.type
    case .object(let object, let reference): reference.type(of: object)
    }
  }

  @MainActor func value<Value>(as type: Value.Type) -> Value {
    switch self {
    case .boxed(let box), .sharedValue(let box): cast(box, to: Box<Value>.self).value
    case .object(let object, let reference): cast(reference, to: WeakObject<Value>.self).value(of: object)
    }
  }
}
