extension Annotator {
  /// Finds the publications of the file, in the order of the source.
  mutating func findPublications() {
    var seen: Set<Location> = []
    for reference in file.references {
      let name = analysis.vial[reference.symbol]
      let flow = name == "InjectionFlow.init" ? computedVariable(of: reference.container) : nil
      analysis.computedFlows += [flow].compactMap(\.self)
      let publishes = ["Injection.init", "Injection.required"].contains(name)
      if publishes, seen.insert(reference.location).inserted { addPublication(reference) }
    }
  }

  private mutating func addPublication(_ reference: Reference) {
    let token = source.token(at: reference.location)
    // A publication in a factory belongs to the instances that the factory builds.
    if let token, parts.contains(where: { $0.contains(token) }) { return }
    let destination = token.flatMap(source.destination)
    let computed = computedVariable(of: reference.container)
    let container = reference.container.flatMap { analysis.injectionTypes[$0] == nil ? nil : $0 }
    let assigned = destination.flatMap(variable(at:)) ?? local(at: destination, reference.container)
    guard let variable = assigned ?? computed ?? container else { return }
    let part = token.flatMap(rangeOfPublication)
    parts += [part].compactMap(\.self)
    let body = part.map { Body.part(file: number, token: $0.lowerBound) } ?? reference.container.map(Body.declaration)
    var publication = Publication(location: reference.location, bodies: Set([body].compactMap(\.self)))
    publication.isComputed = variable == computed
    for other in file.references {
      let isInside = part.map { source.token(at: other.location).map($0.contains) ?? false }
      if isInside ?? (other.container == reference.container) { read(other.symbol, into: &publication) }
    }
    analysis.publications[variable, default: publication].flows.formUnion(publication.flows)
    analysis.publications[variable]?.bodies.formUnion(publication.bodies)
  }

  /// Reads the strategy, the flows and the contexts of a publication.
  private func read(_ symbol: SymbolID, into publication: inout Publication) {
    if analysis.injectionTypes[symbol] == "flow" { publication.flows.insert(symbol) }
    let name = (analysis.vial[symbol] ?? "").split(separator: ".").map(String.init)
    if name == ["Injection", "required"] { publication.strategy = "required" }
    if name.first == "InjectionStrategy", name.last != "init" { publication.strategy = publication.strategy ?? name[1] }
    if name.first == "InjectionContext" { publication.contexts.insert(name[1]) }
  }

  /// The call that publishes, and the calls that are chained to it.
  private func rangeOfPublication(at token: Int) -> Range<Int>? {
    guard var end = source.arguments(ofCallAt: token)?.upperBound else { return nil }
    while let member = source.member(at: end), self.member(at: member) != nil {
      end = source.arguments(ofCallAt: member)?.upperBound ?? member + 1
    }
    return token..<end
  }

  /// The variable of an injection, a family or a flow whose getter a symbol is.
  private func computedVariable(of getter: SymbolID?) -> SymbolID? {
    let variable = getter.flatMap { program[$0].isImplicit ? nil : program[$0].accessedVariable }
    return variable.flatMap { analysis.injectionTypes[$0] == nil ? nil : $0 }
  }

  /// The variable that holds the injection with a destination.
  func variable(at destination: SourceText.Destination) -> SymbolID? {
    switch destination {
    case .declaration(let name), .variable(let name):
      return symbols(at: name).first { analysis.injectionTypes[$0] != nil }
    case .argument(let label, let list):
      // The initializer of a group of injections is assumed to have the labels of the properties.
      let symbols = source.callee(before: list).map(symbols(at:)) ?? []
      return symbols.first { program[$0].kind == .initializer }.flatMap { property(named: label, besides: $0) }
    }
  }

  /// The property that a constant of the same name in an initializer is assigned to.
  private mutating func local(at destination: SourceText.Destination?, _ initializer: SymbolID?) -> SymbolID? {
    guard case .declaration(let name) = destination, symbols(at: name).isEmpty, let initializer,
      let property = property(named: source[name], besides: initializer)
    else { return nil }
    let end = source.brackets(around: name).first.flatMap { source.tokens[$0].match } ?? source.tokens.count
    locals.append((source[name], name + 1..<end, initializer, property))
    return property
  }

  private func property(named name: String, besides member: SymbolID) -> SymbolID? {
    let members = program.type(of: member).map { program[$0].members } ?? []
    return members.first { analysis.injectionTypes[$0] != nil && program[$0].name == name }
  }
}
