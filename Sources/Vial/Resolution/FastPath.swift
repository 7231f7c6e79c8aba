// The fast path of a resolve: outside every scope, for an injection whose published registration provides.
//
// Every other resolve uses `Resolution`. Both return the same instance, because the fast path only skips the search for
// overrides, scopes and observers that do not exist.

/// The reasons for which a resolve cannot use the fast path.
///
/// An application that has never opened an override scope and is not observed has no such reason. So a resolve checks for
/// all rare features with one branch.
///
/// This is not an `OptionSet`, because the conformance would add 5 KB to a program.
@usableFromInline struct SlowPathReasons {
  @usableFromInline private(set) var rawValue: UInt8

  @usableFromInline init(rawValue: UInt8) { self.rawValue = rawValue }

  /// An override scope has been opened, so the scope of the current task matters.
  static var scopes: SlowPathReasons { SlowPathReasons(rawValue: 1) }

  /// An observer is active, so each resolve is reported.
  static var observers: SlowPathReasons { SlowPathReasons(rawValue: 2) }

  /// A validity check runs, so a resolve stops the program.
  static var validityChecks: SlowPathReasons { SlowPathReasons(rawValue: 4) }

  /// The test process reports live implementations that are resolved outside every scope.
  static var liveResolveCheck: SlowPathReasons { SlowPathReasons(rawValue: 8) }

  /// Whether a reason exists.
  subscript(reason: SlowPathReasons) -> Bool {
    get { rawValue & reason.rawValue != 0 }
    set { rawValue = newValue ? rawValue | reason.rawValue : rawValue & ~reason.rawValue }
  }

  @safe @exclusivity(unchecked) @MainActor static var current = SlowPathReasons(rawValue: 0)

  @MainActor @usableFromInline static var isEmpty: Bool { current.rawValue == 0 }

  /// Whether a resolve in the global scope can use the fast path, although scopes have been opened.
  @MainActor @usableFromInline static var canUseFastPathInGlobalScope: Bool { current.rawValue & ~scopes.rawValue == 0 }
}

extension Injection {
  /// Returns the instance of the published registration in the global scope.
  ///
  /// An on-demand instance is built without a box, which saves a third of the cost.
  @inlinable @inline(never) func resolveOnFastPath(for consumer: AnyConsumer?) -> Value {
    assert(storage.provider(in: .global).isPublished, "The fast path would return another instance.")
    if let entry = storage.globalEntry {
      switch entry.instance {
      case .strong(let box): return cast(box, to: Box<Value>.self).value
      case .weakObject(let reference):
        if let value = cast(reference, to: WeakObject<Value>.self).load() { return value }
      case .empty, .validated, .weakBox: break
      }
    } else if storage.canBuildOnFastPath, case .build(let build) = publishedRegistration.factory {
      ResolutionStack.push(building: storage, storage.published, in: .global)
      let value = build()
      ResolutionStack.pop()
      extendLifetime(storage)
      return value
    }
    return resolveSlowly(in: .global, for: consumer)
  }

  @inlinable @inline(__always) nonisolated var publishedRegistration: TypedRegistration<Value> {
    cast(storage.published.registration)
  }
}
