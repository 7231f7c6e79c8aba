extension Annotator {
  /// Finds the publications of the file, in the order of the source.
  mutating func findPublications() {
    var last: Location?
    var end = 0
    for (index, reference) in file.references.enumerated() {
      switch vocabulary.vial[reference.symbol] {
      case "InjectionFlow.init": facts.computedFlows += [computedVariable(of: reference.container)].compactMap(\.self)
      case "Injection.init" where last != reference.location, "Injection.required" where last != reference.location:
        last = reference.location
        // A publication in a factory belongs to the instances that the factory builds.
        if let token = tokens[index], token < end { continue }
        let range = tokens[index].flatMap(rangeOfPublication)
        add(reference, tokens[index], range, references(of: reference, from: index, in: range))
        end = range?.upperBound ?? end
      default: break
      }
    }
  }

  private mutating func add(_ reference: Reference, _ token: Int?, _ range: Range<Int>?, _ symbols: [SymbolID]) {
    let code = range.map { Body.part(file: number, token: $0.lowerBound) } ?? reference.container.map(Body.declaration)
    ranges += [range].compactMap(\.self)
    var publication = Publication(location: reference.location, holder: holder(of: reference, token), code: code)
    for symbol in symbols { read(symbol, into: &publication) }
    facts.publications.append(publication)
  }

  /// The symbols that the call of a publication names, which begins at the reference with an index.
  private func references(of publication: Reference, from index: Int, in range: Range<Int>?) -> [SymbolID] {
    guard let range else {
      return file.references.filter { $0.container == publication.container }.map(\.symbol)
    }
    let rest = file.references.indices[index...]
    return rest.prefix { tokens[$0].map { $0 < range.upperBound } ?? true }.map { file.references[$0].symbol }
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

  /// The declaration that a publication belongs to.
  private mutating func holder(of reference: Reference, _ token: Int?) -> Publication.Holder {
    let destination = token.flatMap(source.destination)
    if let variable = destination.flatMap(variable(at:)) ?? local(at: destination, reference.container) {
      return variable == computedVariable(of: reference.container) ? .computed(variable) : .variable(variable)
    }
    if let variable = computedVariable(of: reference.container) { return .computed(variable) }
    guard let container = reference.container else { return .topLevel }
    if vocabulary.held[container] != nil { return .variable(container) }
    let isRepeated =
      [.function, .method].contains(program[container].kind) || program[container].accessedVariable != nil
    let start = program[container].definition.flatMap(source.token) ?? 0
    let isLater = token.map { start <= $0 && certainty(at: $0, in: start) >= .deferred } ?? false
    return isRepeated || isLater ? .helper(container) : .declaration(container)
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
