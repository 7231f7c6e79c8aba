/// A place, without keeping it alive.
///
/// An object with weak references is slower to hold, so there is none to what lives anyway: to what is
/// outside every scope, which saves a quarter of “resolve a singleton after a scope was open”, and to the
/// scope of a synchronous body, a fifth of “open a scope, override, resolve, end it”. That one is not
/// found any more when it has ended: nothing of it can be taken back then.
@MainActor struct WeakPlace: Sendable {
  /// That of the scope, which tells it from all others, those that are gone included.
  nonisolated let serial: UInt64
  private weak let inside: OverrideScope?

  init(_ scope: OverrideScope) {
    serial = scope.serial
    inside = scope.livesAnyway ? nil : scope
  }

  /// The place; `nil` when the scope is gone, or when its synchronous body has ended.
  @inline(never) var scope: OverrideScope? { inside ?? .living(serial) }
}

// MARK: - Synchronous bodies

extension OverrideScope {
  /// The scope whose body runs, the innermost; it leads to those around it, and to what is outside.
  ///
  /// Bodies are synchronous calls on the main actor, so they end in the reverse of the order in which they began.
  private static var innermost: OverrideScope?

  /// Runs a synchronous body, and ends with it.
  func runBody<R>(from ambient: Ambient, _ body: () throws -> R) rethrows -> R {
    outerBody = Self.innermost.take() ?? .outside
    Self.innermost = self
    defer {
      Self.innermost = outerBody.take()
      end()
    }
    return try ambient.run(in: self, body)
  }

  fileprivate var livesAnyway: Bool { isOutside || outerBody != nil }

  fileprivate static func living(_ serial: UInt64) -> OverrideScope? {
    if serial == 0 { return .outside }
    var next = innermost
    while let scope = next, scope.serial != serial { next = scope.outerBody }
    return next
  }
}
