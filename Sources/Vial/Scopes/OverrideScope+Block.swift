// Synchronous blocks of `withOverrideScope`, each of which has its scope.

extension OverrideScope {
  /// The scope of the innermost synchronous block that is running.
  private(set) static var ofInnermostBlock: OverrideScope?

  /// The scopes of the other synchronous blocks that are running, the outermost first.
  private static var ofOuterBlocks: [OverrideScope] = []

  /// Returns the scope with a number, if it runs a synchronous block.
  static func ofRunningBlock(withID id: Moment) -> OverrideScope? {
    if let innermost = ofInnermostBlock, innermost.id == id { return innermost }
    let index = ofOuterBlocks.partitioningIndex { $0.id >= id }
    return index < ofOuterBlocks.count && ofOuterBlocks[index].id == id ? ofOuterBlocks[index] : nil
  }

  /// Runs a synchronous block in a new scope.
  static func runBlock<R>(_ kind: Kind, _ block: () throws -> R) rethrows -> R {
    let (scope, outer) = (OverrideScope(kind), ofInnermostBlock)
    if let outer { ofOuterBlocks.append(outer) }
    ofInnermostBlock = scope
    defer {
      scope.end()
      ofInnermostBlock = outer
      if outer != nil { ofOuterBlocks.removeLast() }
    }
    return try scope.run(block)
  }
}
