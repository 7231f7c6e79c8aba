extension Annotator {
  /// Finds the publications of the file, in the order of the source.
  mutating func findPublications() {
    var last: Location?
    var end = 0
    for (index, mention) in mentions.enumerated() {
      let (reference, token) = mention
      switch vocabulary.vial[reference.symbol] {
      case "InjectionFlow.init": facts.computedFlows += [computedVariable(of: reference.container)].compactMap(\.self)
      case "Injection.init" where last != reference.location, "Injection.required" where last != reference.location:
        last = reference.location
        // A publication in a factory belongs to the instances that the factory builds.
        if let token, token < end { continue }
        let range = token.flatMap(rangeOfPublication)
        var publication = publication(mention)
        let part = range.map { Body.part(file: number, token: $0.lowerBound) }
        publication.code = part ?? reference.container.map(Body.declaration)
        for symbol in symbols(ofPublicationAt: index, range) { read(symbol, into: &publication) }
        facts.publications.append(publication)
        ranges += [range].compactMap(\.self)
        end = range?.upperBound ?? end
      default: break
      }
    }
  }

  /// The symbols that the call of a publication names, which begins at the reference with an index.
  private func symbols(ofPublicationAt index: Int, _ range: Range<Int>?) -> [SymbolID] {
    guard let range else {
      let container = mentions[index].reference.container
      return mentions.map(\.reference).filter { $0.container == container }.map(\.symbol)
    }
    return mentions[index...].prefix { $0.token ?? 0 < range.upperBound }.map(\.reference.symbol)
  }

  /// Reads the strategy, the flows and the contexts of a publication.
  private func read(_ symbol: SymbolID, into publication: inout Publication) {
    if vocabulary.held[symbol] == .flow { publication.flows.insert(symbol) }
    let name = (vocabulary.vial[symbol] ?? "").split(separator: ".").map(String.init)
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

  /// Returns a publication with the declaration that it belongs to.
  private mutating func publication(_ mention: Mention) -> Publication {
    func publication(_ holder: Publication.Holder, _ declaration: SymbolID?) -> Publication {
      Publication(location: mention.reference.location, holder: holder, declaration: declaration)
    }
    let container = mention.reference.container
    let destination = mention.token.flatMap(source.destination)
    let computed = computedVariable(of: container)
    if let variable = destination.flatMap(variable(at:)) ?? local(at: destination, container), variable != computed {
      return publication(.variable, variable)
    }
    if let computed { return publication(.computed, computed) }
    guard let container else { return publication(.code, nil) }
    if vocabulary.held[container] != nil { return publication(.variable, container) }
    let isFunction = [.function, .method].contains(program[container].kind)
    let start = start(of: .declaration(container))
    let isLater = mention.token.map { start <= $0 && certainty(at: $0, in: start) >= .deferred } ?? false
    let isRepeated = isFunction || isLater || program[container].accessedVariable != nil
    return publication(isRepeated ? .helper : .code, container)
  }

  /// The variable of an injection, a family or a flow whose getter a symbol is.
  private func computedVariable(of getter: SymbolID?) -> SymbolID? {
    let variable = getter.flatMap { program[$0].isImplicit ? nil : program[$0].accessedVariable }
    return variable.flatMap { vocabulary.held[$0] == nil ? nil : $0 }
  }

  /// The variable that holds the injection with a destination.
  func variable(at destination: SourceText.Destination) -> SymbolID? {
    switch destination {
    case .declaration(let name), .variable(let name):
      return symbols(at: name).first { vocabulary.held[$0] != nil }
    case .argument(let label, let list):
      // The initializer of a group of injections is assumed to have the labels of the properties.
      let symbols = source.callee(before: list).map(symbols(at:)) ?? []
      return symbols.first { program[$0].kind == .initializer }.flatMap { property(named: label, besides: $0) }
    }
  }

  /// The property that a constant of the same name in an initializer is assigned to.
  private mutating func local(at destination: SourceText.Destination?, _ initializer: SymbolID?) -> SymbolID? {
    guard case .declaration(let name) = destination, symbols(at: name).isEmpty, let initializer,
      program[initializer].kind == .initializer, let property = property(named: source[name], besides: initializer)
    else { return nil }
    let end = source.brackets(around: name).first.flatMap { source.tokens[$0].match } ?? source.tokens.count
    locals[source[name], default: []].append((name + 1..<end, initializer, property))
    return property
  }

  private func property(named name: String, besides member: SymbolID) -> SymbolID? {
    let members = program.type(of: member).map { program[$0].members } ?? []
    return members.first { vocabulary.held[$0] != nil && program[$0].name == name }
  }
}
