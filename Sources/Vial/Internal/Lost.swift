#if DEBUG
/// Notices injections that go away while they are overridden, in debug builds.
///
/// A computed property, `static var weather: Injection<…> { Injection(…) }`, publishes another injection at
/// each use: what overrides one is not seen by the next.
@MainActor enum Lost {
  /// The lines whose injections are watched, or were reported.
  private static var lines: Set<CallSite> = []

  /// Watches what an injection has outside every scope, from its first override to its last rollback.
  ///
  /// It reports itself when it goes, on whichever thread: so the line is taken now.
  static func watch(_ stack: Stack, at line: CallSite) {
    if lines.insert(line).inserted { stack.isWatched = true }
  }

  static func isRolledBack(_ layer: Layer, from stack: Stack) {
    guard stack.isWatched, !stack.isOverridden else { return }
    stack.isWatched = false
    lines.remove(layer.declaration.callSite)
  }

  /// Reports an overridden injection that only the stack of a scope still has at its end.
  static func reportIfOnly(holding stack: Stack) {
    stack.forgetAnswer()
    guard isKnownUniquelyReferenced(&stack.root), let root = stack.root, let layer = stack.newest,
      lines.insert(root.callSite).inserted
    else { return }
    Fault.lost(root.declaration, overriddenAt: layer.callSite)
  }
}
#endif
