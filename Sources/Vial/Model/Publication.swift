/// An action that the application runs with an instance that a cache releases.
typealias ReleaseAction = @MainActor (AnyBox) -> Void

/// The options of a publication besides the provider and the strategy, which are copied as a whole.
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

#if DEBUG
extension Publication: CustomDebugStringConvertible {
  var debugDescription: String {
    "Publication(\(requiredPurpose ?? "not required"), \(releaseActions.count) release actions, live in tests \(liveInTests))"
  }
}
#endif
