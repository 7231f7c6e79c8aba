// Synchronous blocks of `withOverrideScope`, each of which has its scope.

extension OverrideScope {
  /// The scope of the innermost synchronous block that is running.
  private(set) static var ofInnermostBlock: OverrideScope?

  /// Returns the scope with a number, if it runs a synchronous block.
  static func ofRunningBlock(withID id: Moment) -> OverrideScope? {
    var next = ofInnermostBlock
    while let scope = next, scope.id != id { next = scope.outerBlock }
    return next
  }

  /// Runs a synchronous block in a new scope.
  static func runBlock<R>(_ kind: Kind, _ block: () throws -> R) rethrows -> R {
    let scope = OverrideScope(kind)
    scope.outerBlock = ofInnermostBlock
    ofInnermostBlock = scope
    defer {
      scope.end()
      ofInnermostBlock = scope.outerBlock.take()
    }
    return try scope.run(block)
  }
}
