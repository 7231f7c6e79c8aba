/// The cached instance of one provider in one scope.
///
/// An entry does not refer to its provider, so an override that was rolled back is deallocated although entries of
/// other scopes still have its number.
@MainActor @usableFromInline final class CacheEntry {
  @safe @exclusivity(unchecked) @usableFromInline private(set) var instance = CachedInstance.none

  /// The sequence number of the most recent store; zero while the entry is empty.
  ///
  /// A journal record is valid only while the entry still has the generation that was recorded.
  @safe @exclusivity(unchecked) private(set) var generation: UInt64 = 0

  /// The sequence number of the provider.
  nonisolated let providerID: UInt64

  nonisolated let declaration: InjectionDeclaration

  init(of provider: Provider, _ declaration: InjectionDeclaration) {
    providerID = provider.id
    self.declaration = declaration
  }

  /// Caches an instance and returns the replaced one, which the caller has to release last.
  func store(_ new: consuming CachedInstance) -> CachedInstance {
    swap(&instance, &new)
    generation = SequenceNumber.next()
    return new
  }

  /// Empties the entry and returns its instance, which the caller has to release last.
  func removeInstance() -> CachedInstance {
    var removed = CachedInstance.none
    swap(&instance, &removed)
    generation = 0
    return removed
  }

  /// Evicts an instance that has expired, if that can be determined without side effects.
  func evictIfExpired(_ releases: inout DeferredReleases) {
    if case .validated(_, let validity) = instance, validity.isPure, !validity.isValid() { releases.evict(self) }
  }

  /// An object whose presence means that dropping the entry would lose something: the instance.
  var use: AnyObject? { instance.live?.owner }
}

extension CacheEntry: SequenceNumbered { nonisolated var sequenceNumber: UInt64 { providerID } }
