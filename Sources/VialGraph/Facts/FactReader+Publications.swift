import VialGraphProgram

extension FactReader {
  /// Reads a reference to the library or to a flow, which publishes, or which is an argument of the last publication.
  mutating func readPublication(_ mention: IndexedFile.Mention) {
    let symbol = mention.reference.symbol
    let container = mention.reference.container
    // A publication in a factory belongs to the instances that the factory builds.
    let isInFactory = parts.contains { $0.body == facts.publications.last?.code }
    let isFirst = mention.reference.location != facts.publications.last?.location
    if vocabulary.isPublication(symbol), isFirst, !isInFactory { publish(mention) }
    let bodies = parts.map(\.body) + [container.map(Body.declaration)]
    guard let last = facts.publications.indices.last, bodies.contains(facts.publications[last].code) else { return }
    facts.publications[last].lifetime.flows.formUnion(vocabulary.flows(of: symbol))
    let known = facts.publications[last].lifetime.strategy
    switch vocabulary.libraryMembers[symbol] {
    case .context(let name): facts.publications[last].contexts.insert(name)
    case .strategy(let name) where name != "init":
      facts.publications[last].lifetime.strategy = known ?? Strategy(rawValue: name)
    case .injection(.required): facts.publications[last].lifetime.strategy = known ?? .required
    default: break
    }
  }

  /// Adds a publication, whose code is its call and the calls that are chained to it.
  mutating func publish(_ mention: IndexedFile.Mention) {
    let reference = mention.reference
    let token = mention.token
    let owner = reference.container.map { program[$0].accessedVariable ?? $0 }
    let variables = file.destinations(of: token, in: reference.container) + [owner].compactMap(\.self)
    let variable = variables.first { vocabulary.heldTypes[$0] != nil }
    var publication = Publication(
      location: reference.location,
      owner: variable.map(Publication.Owner.variable) ?? .code(reference.container),
      code: reference.container.map(Body.declaration)
    )
    let around = variable == nil ? body(of: mention).map { step(mention, .publish(nil), in: $0) } : nil
    if let token, let arguments = source.arguments(ofCallAt: token) {
      let end = file.calls(after: arguments.upperBound).last?.end ?? arguments.upperBound
      publication.code = addPart(token..<end, of: reference.container)
      publication.builtValue = value(builtBy: arguments)
    }
    if var step = around {
      let kind = reference.container.map { program[$0].kind }
      // The index has no symbols for the static variables of a type in a function.
      let isStatic = token.map { source.statement(before: $0).contains { source[$0] == "static" } } ?? false
      let isMain = reference.container.map(isMain) ?? false
      let isRepeated =
        !isStatic && !isMain && (kind == .freeOrStaticFunction || kind == .instanceMethod || !step.moment.isNow)
      if isRepeated { publication.owner = .calls(reference.container) }
      // Only the code around the publication can use its code.
      step.action = .publish(publication.code)
      facts.steps[step.body, default: []].append(step)
    }
    facts.publications.append(publication)
  }

  /// Whether a function is the `main` of a type with the attribute `@main`, which runs once.
  private func isMain(_ function: SymbolID) -> Bool {
    facts.mainType != nil && program.enclosingType(of: function) == facts.mainType
      && program[function].baseName == "main"
  }

  /// The structure or the enumeration whose initializer is the whole instance that the arguments of a publication build.
  func value(builtBy arguments: Range<Int>) -> SymbolID? {
    let label = arguments.first { source[$0] == "instance" && source.tokens[$0].parent == arguments.lowerBound }
    let closure = arguments.first { source[$0] == "{" && source.tokens[$0].match == arguments.upperBound - 1 }
    guard let start = label.map({ $0 + 2 }) ?? closure.map({ $0 + 1 }) else { return nil }
    let name = arguments.first { $0 >= start && source[$0 + 1] != "." && source[$0] != "." }
    guard let name, let end = source.arguments(ofCallAt: name)?.upperBound, [")", ",", "}"].contains(source[end]) else {
      return nil
    }
    let initializer = file.symbols(at: name).first { program[$0].kind == .initializer }
    let type = initializer.flatMap(program.enclosingType)
    return type.flatMap { [.structure, .enumeration].contains(program[$0].kind) ? $0 : nil }
  }
}
