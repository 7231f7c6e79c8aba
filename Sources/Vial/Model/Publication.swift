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

  func adding<Value>(_ action: @escaping @MainActor (Value) -> Void) -> Publication {
    adding(boxed: { box in action(box.value(as: Value.self)) })
  }

  @inline(never) private func adding(boxed action: @escaping ReleaseAction) -> Publication {
    var changed = self
    changed.releaseActions.append(action)
    return changed
  }

  @inline(never) func with(_ liveInTests: LiveInTests) -> Publication {
    var changed = self
    changed.liveInTests = liveInTests
    return changed
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
