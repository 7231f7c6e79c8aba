#if DEBUG
/// Notices injections that only their overrides still have, in debug builds.
///
/// A computed property, `static var weather: Injection<…> { Injection(…) }`, publishes another injection at
/// each use: what overrides one is not seen by the next.
@MainActor enum Lost {
  /// The lines whose injections were reported.
  private static var lines: Set<CallSite> = []

  /// Reports an injection that nothing but its overrides has when they are rolled back, or end with a scope.
  static func reportIfOnly(overridden stack: Stack) {
    stack.forgetAnswer()
    guard isKnownUniquelyReferenced(&stack.root), let root = stack.root, let layer = stack.newest,
      lines.insert(root.callSite).inserted
    else { return }
    Fault.lost(root.declaration, overriddenAt: layer.callSite)
  }
}
#endif
