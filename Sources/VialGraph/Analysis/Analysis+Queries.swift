extension Analysis {
  /// Whether a member is a stored property of instances, whose initial value runs when an instance is built.
  func isStoredProperty(_ member: SymbolID) -> Bool {
    let symbol = program.symbols[member]
    return symbol.isVariable && !symbol.isStatic && consumers[member] == nil && injectionTypes[member] == nil
      && !isLazy(member)
  }

  /// The name of the node whose factory begins at an offset, or the place of another part.
  func nodeName(ofPart offset: Int, in file: Int) -> String? {
    let part = Body.part(file: file, offset: offset)
    if let node = nodes.first(where: { $0.bodies.contains(part) }) { return node.name }
    return replacements.first { $0.body == part }.map { "an override at \(program.shortPlace(of: $0.location))" }
  }

  /// The flows that clearing a flow clears, too.
  func children(ofFlow flow: SymbolID) -> [SymbolID] {
    program.files[program.symbols[flow].definition?.file ?? 0].references
      .filter { $0.container == flow && injectionTypes[$0.symbol] == .flow && $0.symbol != flow }
      .map(\.symbol)
  }
}
