#if DEBUG
/// Notices injections that go away while they are overridden, in debug builds.
///
/// A computed property, `static var weather: Injection<…> { Injection(…) }`, publishes another injection at
/// each use: what overrides one is not seen by the next.
@MainActor enum Lost {
  /// The lines whose injections are watched, or were reported.
  private static var lines: Set<CallSite> = []

  /// Watches an injection that is overridden outside every scope: it reports itself when it goes, on
  /// whichever thread, so the line is taken now and given back by a rollback.
  static func watch(_ root: Root, overriddenBy layer: Layer) {
    if root.watched != nil || lines.insert(root.callSite).inserted { root.watched = layer }
  }

  static func isRolledBack(_ layer: Layer) {
    lines.remove(layer.declaration.callSite)
  }

  /// Reports an injection that only a scope still has at its end.
  static func report(onlyHeldByScope root: Root, overriddenBy layer: Layer) {
    guard lines.insert(root.callSite).inserted else { return }
    Fault.lost(root.declaration, overriddenAt: layer.callSite)
  }
}
#endif
