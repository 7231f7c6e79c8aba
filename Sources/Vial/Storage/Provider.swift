/// A registration that provides the instances of an injection: the published one, an override, or a provided
/// implementation.
///
/// A provider is immutable. The instances that it builds are cached in one `CacheEntry` for each scope.
@MainActor @usableFromInline final class Provider: Sendable {
  enum Role {
    case published
    case override

    /// An override of a family, which applies to every key.
    case familyOverride

    /// The implementation of a required injection.
    case implementation
  }

  nonisolated let role: Role

  /// The sequence number of an override or a provided implementation; zero for a published registration.
  nonisolated let id: UInt64

  /// The scope in which the override was made or the implementation provided.
  nonisolated let scopeID: UInt64

  @usableFromInline nonisolated let registration: Registration

  nonisolated init(_ role: Role, _ registration: Registration, id: UInt64 = 0, scopeID: UInt64 = 0) {
    self.role = role
    self.id = id
    self.scopeID = scopeID
    self.registration = registration
  }

  nonisolated var callSite: CallSite { registration.callSite }

  nonisolated var isOverride: Bool { role == .override || role == .familyOverride }
}

extension Provider: SequenceNumbered { nonisolated var sequenceNumber: UInt64 { id } }
