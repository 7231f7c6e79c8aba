extension Annotator {
  /// Reads a reference to the library or to a flow, which publishes, or which is an argument of the last publication.
  mutating func readPublication(_ mention: Mention) {
    let symbol = mention.reference.symbol
    let words = (vocabulary.vial[symbol] ?? "").split(separator: ".").map(String.init)
    let bodies = parts.map(body(ofPart:))
    let last = facts.publications.last
    // A publication in a factory belongs to the instances that the factory builds.
    if vocabulary.isPublication(symbol), last?.location != mention.reference.location,
      !bodies.contains(where: { $0 == last?.code })
    {
      return publish(mention, isRequired: words[1] == "required")
    }
    guard var publication = last,
      (bodies + [mention.reference.container.map(Body.declaration)]).contains(publication.code)
    else { return }
    if words.isEmpty { publication.flows.insert(symbol) }
    if words.first == "InjectionStrategy", words.last != "init", publication.strategy == nil {
      publication.strategy = words[1]
    }
    if words.first == "InjectionContext" { publication.contexts.insert(words[1]) }
    facts.publications[facts.publications.count - 1] = publication
  }

  /// Adds a publication, whose code is its call and the calls that are chained to it.
  private mutating func publish(_ mention: Mention, isRequired: Bool) {
    let (reference, token) = mention
    let owner = reference.container.map { program[$0].accessedVariable ?? $0 }
    let variable = (destinations(of: token, in: reference.container) + [owner].compactMap(\.self)).first {
      vocabulary.held[$0] != nil
    }
    var part: Range<Int>?
    if let token, let arguments = source.arguments(ofCallAt: token) {
      part = token..<(calls(after: arguments.upperBound).last?.end ?? arguments.upperBound)
    }
    var publication = Publication(
      location: reference.location,
      variable: variable,
      declaration: variable ?? reference.container,
      code: part.map(body(ofPart:)) ?? reference.container.map(Body.declaration)
    )
    publication.strategy = isRequired ? "required" : nil
    if variable == nil, let body = body(of: mention) {
      var step = step(mention, nil, in: body)
      let kind = reference.container.map { program[$0].kind }
      publication.isRepeated = kind == .function || kind == .method || step.certainty >= .deferred
      // Only the code around the publication can use its code.
      step.code = publication.code
      if part != nil { facts.steps[body, default: []].append(step) }
    }
    parts += [part].compactMap(\.self)
    facts.publications.append(publication)
  }
}
