/// A place where a file names a variable that holds injections.
struct Mention {
  /// The use of the injection, and the details of a replacement.
  struct Meaning {
    let use: Use

    /// The arguments of an override or of a provided implementation.
    var replacement: Range<Int>?
    var isKeyed = false
    var includesDependencies = false
  }

  let reference: Reference
  let token: Int?
}

extension Annotator {
  /// The places where the file names injections, in the order of the source.
  func mentions() -> [Mention] {
    var mentions: [Mention] = []
    for (reference, token) in zip(file.references, tokens) where vocabulary.holdsInjections(reference.symbol) {
      let isAssigned = reference.roles.contains(.write) || token.map { source[$0 + 1] == "=" } ?? false
      if !isAssigned { mentions.append(Mention(reference: reference, token: token)) }
    }
    // The index has no references of local constants.
    for token in locals.isEmpty ? 0..<0 : source.tokens.indices {
      guard let local = locals[source[token]]?.last(where: { $0.scope.contains(token) }), source[token - 1] != ".",
        source[token + 1] != ":"
      else { continue }
      let location = source.tokens[token].location
      let reference = Reference(symbol: local.property, roles: [], location: location, container: local.container)
      mentions.append(Mention(reference: reference, token: token))
    }
    return locals.isEmpty ? mentions : mentions.sorted { $0.reference.location < $1.reference.location }
  }

  /// The use of the injection that is named at a token.
  func use(at token: Int) -> Mention.Meaning {
    var end = token + 1
    var isKeyed = false
    while true {
      if source[end] == "[", !source.startsLine(end), let close = source.tokens[end].match {
        (end, isKeyed) = (close + 1, true)
      }
      guard let member = source.member(at: end), let name = self.member(at: member) else { break }
      let arguments = source.arguments(ofCallAt: member)
      end = arguments?.upperBound ?? member + 1
      let dependencies = arguments?.contains { source[$0] == "includingDependencies" } ?? false
      switch name {
      case "Injection.when", "Injection.onRelease", "Injection.allowLiveInTests": continue
      case "Injection.resolve": return Mention.Meaning(use: isKept(from: token, to: end) ? .resolve : .resolveMember)
      case "Injection.override" where arguments != nil:
        return Mention.Meaning(use: .override, replacement: arguments, isKeyed: isKeyed)
      case "Injection.provide" where arguments != nil, "Injection.publish":
        return Mention.Meaning(use: .provide, replacement: arguments, isKeyed: isKeyed)
      case "Injection.allowLive":
        return Mention.Meaning(use: .allowLive, isKeyed: isKeyed, includesDependencies: dependencies)
      default: return Mention.Meaning(use: .inspect)
      }
    }
    let list = source.tokens[token].parent.flatMap { source[$0] == "(" ? source.callee(before: $0) : nil }
    switch list.flatMap(vialName(at:)) {
    case "allowLive":
      let dependencies = list.flatMap(source.arguments)?.contains { source[$0] == "includingDependencies" } ?? false
      return Mention.Meaning(use: .allowLive, isKeyed: isKeyed, includesDependencies: dependencies)
    case "seal", "expectProvided", "expectReleased": return Mention.Meaning(use: .inspect)
    // `override(with: other)` and `provide(with: other)` resolve the other injection or family.
    case "Injection.override", "Injection.provide": return Mention.Meaning(use: .resolve)
    case .some(let name) where name.hasSuffix("Instance.init"):
      return Mention.Meaning(use: .consume(String(name.dropLast(5))))
    default: return Mention.Meaning(use: .pass)
    }
  }

  /// Whether an instance that is resolved is stored, and not only used for its members.
  private func isKept(from start: Int, to end: Int) -> Bool {
    if source.member(at: end) != nil { return false }
    guard case .declaration(let name) = source.destination(of: start), symbols(at: name).isEmpty,
      let brace = source.brackets(around: name).first, let close = source.tokens[brace].match
    else { return true }
    let uses = (end..<max(end, close)).filter { source[$0] == source[name] && source[$0 - 1] != "." }
    return uses.contains { source.member(at: $0 + 1) == nil }
  }

  /// The use that the next member of the library in the same line indicates.
  func useWithoutText(of mention: Reference) -> Use {
    if let consumer = mention.container.flatMap({ vocabulary.consumers[$0] }) { return .consume(consumer) }
    let names = file.references.lazy
      .filter { $0.location.line == mention.location.line && $0.location >= mention.location }
      .compactMap { vocabulary.vial[$0.symbol] }
    guard let name = names.first(where: { $0.hasPrefix("Injection.") && $0 != "Injection.init" }) else { return .pass }
    return name == "Injection.resolve" ? .resolve : .inspect
  }

  mutating func addReplacement(_ mention: Mention, _ meaning: Mention.Meaning, _ certainty: Certainty, in body: Body) {
    let start = start(of: body)
    let around = mention.token.map(source.brackets) ?? []
    let replacement = Replacement(
      variable: mention.reference.symbol,
      use: meaning.use,
      container: body,
      code: meaning.replacement.map { Body.part(file: number, token: $0.lowerBound) },
      location: mention.reference.location,
      certainty: certainty,
      isDirect: around.filter { $0 >= start && source[$0] == "{" }.count <= 1,
      block: around.first { source[$0] == "{" },
      isKeyed: meaning.isKeyed,
      includesDependencies: meaning.includesDependencies
    )
    facts.replacements.append(replacement)
  }

  /// Adds the mention to the injections that a variable can hold.
  mutating func findAliases(_ mention: Mention, in body: Body) {
    if case .declaration(let symbol) = body {
      let variable = program[symbol].accessedVariable ?? symbol
      if vocabulary.held[variable] != nil { facts.aliases[variable, default: []].insert(mention.reference.symbol) }
    }
    if let variable = mention.token.flatMap(source.destination).flatMap(variable(at:)) {
      facts.aliases[variable, default: []].insert(mention.reference.symbol)
    }
  }
}
