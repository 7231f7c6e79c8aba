/// A registration that is in force: the published one, an override, or a provided implementation.
///
/// The instances that a provider builds are cached in one `CacheEntry` for each injection and scope.
@frozen @usableFromInline struct Provider: Sendable {
  @frozen @usableFromInline enum Role: Sendable {
    case published
    case override

    /// An override of a family, which applies to every key.
    case familyOverride

    /// The implementation of a required injection.
    case provided

    var isOverride: Bool { self == .override || self == .familyOverride }
  }

  @usableFromInline let registration: Registration

  /// The sequence number of an override or a provided implementation; zero for a published registration.
  @usableFromInline let id: UInt64

  /// The scope in which the override was made or the implementation provided; the global scope for a published registration.
  @usableFromInline let scopeID: UInt64

  @usableFromInline let role: Role

  init(_ role: Role, _ registration: Registration, id: UInt64 = 0, scopeID: UInt64 = 0) {
    self.registration = registration
    self.id = id
    self.scopeID = scopeID
    self.role = role
  }

  var callSite: CallSite { registration.callSite }

  @usableFromInline var isPublished: Bool { role == .published }

  var isOverride: Bool { role.isOverride }
}
