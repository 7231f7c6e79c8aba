extension Annotator {
  /// Finds the publications of the file, in the order of the source.
  mutating func findPublications() {
    var seen: Set<Location> = []
    for reference in file.references {
      switch analysis.vial[reference.symbol] {
      case "Injection.init", "Injection.required":
        if seen.insert(reference.location).inserted { addPublication(reference) }
      case "InjectionFlow.init":
        if let flow = computedVariable(of: reference.container) { analysis.computedFlows.append(flow) }
      default: break
      }
    }
  }

  private mutating func addPublication(_ reference: Reference) {
    let token = source.token(at: reference.location)
    // A publication in a factory belongs to the instances that the factory builds.
    if let token, parts.contains(where: { $0.contains(token) }) { return }
    let part = token.flatMap(rangeOfPublication)
    let destination = token.flatMap(source.destination)
    let computed = computedVariable(of: reference.container)
    let container = reference.container.flatMap { analysis.injectionTypes[$0] == nil ? nil : $0 }
    guard
      let variable = destination.flatMap(variable(at:)) ?? local(at: destination, reference.container) ?? computed
        ?? container
    else { return }
    if let part { parts.append(part) }
    var publication = Publication(location: reference.location)
    publication.isComputed = variable == computed
    let body = part.map { Body.part(file: number, token: $0.lowerBound) } ?? reference.container.map(Body.declaration)
    publication.bodies = [body].compactMap(\.self)
    for other in file.references {
      let isInside = part.map { source.token(at: other.location).map($0.contains) ?? false }
      if isInside ?? (other.container == reference.container) { read(other.symbol, into: &publication) }
    }
    analysis.add(publication, of: variable)
  }

  /// Reads the strategy, the flows and the contexts of a publication.
  private func read(_ symbol: SymbolID, into publication: inout Publication) {
    if analysis.injectionTypes[symbol] == "flow" { publication.flows.insert(symbol) }
    guard let name = analysis.vial[symbol]?.split(separator: "."), let member = name.last.map(String.init) else {
      return
    }
    switch name[0] {
    case "InjectionStrategy" where member != "init": publication.strategy = publication.strategy ?? member
    case "InjectionContext": publication.contexts.insert(member)
    default: if member == "required" { publication.strategy = member }
    }
  }

  /// The call that publishes, and the calls that are chained to it.
  private func rangeOfPublication(at token: Int) -> Range<Int>? {
    guard var end = source.arguments(ofCallAt: token)?.upperBound else { return nil }
    while let member = source.member(at: end), vialName(at: member)?.hasPrefix("Injection.") == true,
      let arguments = source.arguments(ofCallAt: member)
    {
      end = arguments.upperBound
    }
    return token..<end
  }

  /// The variable of an injection, a family or a flow whose getter a symbol is.
  private func computedVariable(of getter: SymbolID?) -> SymbolID? {
    guard let getter, let variable = program.symbols[getter].accessedVariable, !program.symbols[getter].isImplicit,
      analysis.injectionTypes[variable] != nil
    else { return nil }
    return variable
  }

  /// The variable that holds the injection with a destination.
  func variable(at destination: SourceText.Destination) -> SymbolID? {
    switch destination {
    case .declaration(let name), .variable(let name):
      return symbols(at: name).first { analysis.injectionTypes[$0] != nil }
    case .argument(let label, let list):
      // The initializer of a group of injections is assumed to have the labels of the properties.
      let initializer = source.callee(before: list).map(symbols(at:))?.first {
        program.symbols[$0].kind == .initializer
      }
      return initializer.flatMap { property(named: label, ofTypeOf: $0) }
    }
  }

  /// The property that a constant of the same name in an initializer is assigned to.
  private mutating func local(at destination: SourceText.Destination?, _ initializer: SymbolID?) -> SymbolID? {
    guard case .declaration(let name) = destination, symbols(at: name).isEmpty, let initializer,
      let property = property(named: source[name], ofTypeOf: initializer)
    else { return nil }
    let end = source.brackets(around: name).first.flatMap { source.tokens[$0].match } ?? source.tokens.count
    locals.append(Local(name: source[name], scope: name + 1..<end, container: initializer, property: property))
    return property
  }

  private func property(named name: String, ofTypeOf member: SymbolID) -> SymbolID? {
    program.type(of: member).map { program.symbols[$0].members }?
      .first { analysis.injectionTypes[$0] != nil && program.symbols[$0].name == name }
  }
}
