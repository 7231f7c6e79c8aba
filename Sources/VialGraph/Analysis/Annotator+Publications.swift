extension Annotator {
  /// Finds the publications of the file, in the order of the source.
  mutating func findPublications() {
    var seen: Set<Location> = []
    for reference in context.file.references {
      switch analysis.vial[reference.symbol] {
      case .publication, .required:
        if seen.insert(reference.location).inserted { addPublication(reference) }
      case .flow:
        if let flow = computedVariable(of: reference.container) { analysis.computedFlows.append(flow) }
      default: break
      }
    }
  }

  private mutating func addPublication(_ reference: Reference) {
    let offset = context.writtenOffset(of: reference.location)
    // A publication in a factory belongs to the instances that the factory builds.
    if let offset, parts.contains(where: { $0.contains(offset) }) { return }
    let part = offset.flatMap(rangeOfPublication(at:))
    var node = Node(location: reference.location, isInTests: analysis.isTest(context.number))
    if let part {
      parts.append(part)
      node.bodies = [.part(file: context.number, offset: part.lowerBound)]
    } else {
      node.bodies = reference.container.map { [.declaration($0)] } ?? []
    }
    for other in context.file.references {
      guard let offset = context.writtenOffset(of: other.location), let part else {
        if part == nil, other.container == reference.container { read(other, into: &node) }
        continue
      }
      if part.contains(offset) { read(other, into: &node) }
    }
    let owner =
      offset.flatMap(variable(assignedAt:))
      ?? reference.container.flatMap { container in
        analysis.injectionTypes[container] == nil ? computedVariable(of: container) : container
      }
    node.variable = owner
    node.isComputed = owner != nil && owner == computedVariable(of: reference.container)
    if node.variable == nil, let container = reference.container { node.name = program.qualifiedName(of: container) }
    let isLocal = node.isComputed ? false : addLocal(part, at: offset, container: reference.container, &node)
    if !isLocal { _ = analysis.add(node) }
  }

  /// Reads the strategy, the flows and the contexts of a publication.
  private func read(_ reference: Reference, into node: inout Node) {
    switch analysis.vial[reference.symbol] {
    case .required: node.isRequired = true
    case .strategy(let name): node.strategy = node.strategy ?? name
    case .context(let name): node.contexts.insert(name)
    case .member("allowLiveInTests"): node.allowsLiveInTests = true
    default: if analysis.injectionTypes[reference.symbol] == .flow { node.flows.insert(reference.symbol) }
    }
  }

  /// The call that publishes, and the calls that are chained to it.
  private func rangeOfPublication(at offset: Int) -> Range<Int>? {
    guard let source = context.source, let arguments = source.arguments(ofCallAt: offset) else { return nil }
    var end = arguments.upperBound
    while let member = source.member(after: end), case .member = context.vialSymbol(at: member),
      let arguments = source.arguments(ofCallAt: member)
    {
      end = arguments.upperBound
    }
    return offset..<end
  }

  /// The variable of an injection, a family or a flow whose getter a symbol is.
  private func computedVariable(of getter: SymbolID?) -> SymbolID? {
    guard let getter, let variable = program.symbols[getter].accessedVariable, !program.symbols[getter].isImplicit,
      analysis.injectionTypes[variable] != nil
    else { return nil }
    return variable
  }
}

extension Annotator {
  /// The property that holds the injection of the expression at an offset.
  func variable(assignedAt offset: Int) -> SymbolID? {
    switch context.source?.destination(of: offset) {
    case .declaration(let name), .assignment(let name):
      return context.symbols(at: name).first { analysis.injectionTypes[$0] != nil }
    case .argument(let label, let open):
      // The initializer of a group of injections is assumed to have the labels of the properties.
      let name = context.source?.nameOfCall(endingAt: open)
      let initializer = name.map(context.symbols(at:))?.first { program.symbols[$0].kind == .initializer }
      let members = initializer.flatMap(program.type(of:)).map { program.symbols[$0].members } ?? []
      return members.first { analysis.injectionTypes[$0] != nil && program.symbols[$0].name == label }
    case nil:
      return nil
    }
  }

  /// Adds the injection of a local constant, which is visible to the end of the braces around it.
  private mutating func addLocal(_ part: Range<Int>?, at offset: Int?, container: SymbolID?, _ node: inout Node) -> Bool
  {
    guard node.variable == nil || node.variable == container, let offset, let part, let source = context.source,
      case .declaration(let name) = source.destination(of: offset), context.symbols(at: name).isEmpty,
      let braces = source.pairs(around: offset).first(where: { source.bytes[$0.open] == "{" })
    else { return false }
    let text = source.text(source.identifier(at: name))
    node.name = text
    node.variable = nil
    let scope = part.upperBound..<max(part.upperBound, braces.close)
    locals.append(Local(name: text, scope: scope, container: container, node: analysis.add(node)))
    return true
  }
}
