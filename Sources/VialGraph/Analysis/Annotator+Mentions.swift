/// A place where code names an injection.
struct Mention {
  let variable: SymbolID
  let use: Use
  let location: Location
  let container: SymbolID?

  /// The token of the name, unless the expansion of a macro contains it.
  var token: Int?

  /// The token of the member that is called on the injection.
  var member: Int?
}

extension Annotator {
  /// The injections that the file names.
  func mentions() -> [Mention] {
    var seen: Set<Location> = []
    let direct = file.references.compactMap { reference -> Mention? in
      let (variable, location, container) = (reference.symbol, reference.location, reference.container)
      guard let type = analysis.injectionTypes[variable], type != "flow", !reference.roles.contains(.write) else {
        return nil
      }
      guard let source, let token = token(at: location) else {
        return Mention(variable: variable, use: useWithoutText(of: reference), location: location, container: container)
      }
      guard seen.insert(location).inserted else { return nil }
      let (use, member) = use(at: token, source)
      return Mention(
        variable: variable,
        use: use,
        location: location,
        container: container,
        token: token,
        member: member
      )
    }
    return (direct + locals.flatMap(mentions(of:))).sorted { $0.location < $1.location }
  }

  /// The index has no references of local constants.
  private func mentions(of local: Local) -> [Mention] {
    guard let source else { return [] }
    let tokens = local.scope.filter { source[$0] == local.name && source[$0 - 1] != "." && source[$0 + 1] != ":" }
    return tokens.map { token in
      let (use, member) = use(at: token, source)
      let location = source.location(of: token, in: number)
      return Mention(
        variable: local.property,
        use: use,
        location: location,
        container: local.container,
        token: token,
        member: member
      )
    }
  }

  /// What the code does with the injection that is named at a token, and with which member.
  private func use(at token: Int, _ source: SourceText) -> (Use, member: Int?) {
    var end = token + 1
    while true {
      if source[end] == "[", !source.tokens[end].startsLine, let close = source.tokens[end].match { end = close + 1 }
      guard let member = source.member(at: end), let name = vialName(at: member), name.hasPrefix("Injection.") else {
        break
      }
      let arguments = source.arguments(ofCallAt: member)
      end = arguments?.upperBound ?? member + 1
      switch name {
      case "Injection.when", "Injection.onRelease", "Injection.allowLiveInTests": continue
      case "Injection.resolve": return (isKept(from: token, to: end, source) ? .resolve : .resolveMember, member)
      case "Injection.override" where arguments != nil: return (.override, member)
      case "Injection.provide" where arguments != nil, "Injection.publish": return (.provide, member)
      case "Injection.allowLive": return (.allowLive, member)
      default: return (.inspect, member)
      }
    }
    let list = source.tokens[token].parent.flatMap { source[$0] == "(" ? source.callee(before: $0) : nil }
    switch list.flatMap(vialName(at:)) {
    case "allowLive": return (.allowLive, nil)
    case "seal", "expectProvided", "expectReleased": return (.inspect, nil)
    // `override(with: other)` and `provide(with: other)` resolve the other injection.
    case "Injection.override", "Injection.provide": return (.resolve, nil)
    case .some(let name) where name.hasSuffix("Instance.init"): return (.consume(String(name.dropLast(5))), nil)
    default: return (.pass, nil)
    }
  }

  /// Whether an instance that is resolved is stored, and not only used for its members.
  private func isKept(from start: Int, to end: Int, _ source: SourceText) -> Bool {
    if source.member(at: end) != nil { return false }
    guard case .declaration(let name) = source.destination(of: start), symbols(at: name).isEmpty,
      let brace = source.brackets(around: name).first, let close = source.tokens[brace].match
    else { return true }
    let uses = (end..<max(end, close)).filter { source[$0] == source[name] && source[$0 - 1] != "." }
    return uses.contains { source.member(at: $0 + 1) == nil }
  }

  /// What the code does according to the next member of the library in the same line.
  private func useWithoutText(of reference: Reference) -> Use {
    if let consumer = reference.container.flatMap({ analysis.consumers[$0] }) { return .consume(consumer) }
    let names = file.references.lazy
      .filter { $0.location.line == reference.location.line && $0.location >= reference.location }
      .compactMap { analysis.vial[$0.symbol] }
    guard let name = names.first(where: { $0.hasPrefix("Injection.") && $0 != "Injection.init" }) else { return .pass }
    return name == "Injection.resolve" ? .resolve : .inspect
  }

  /// Adds the replacement or the permission that a mention makes.
  mutating func findReplacement(_ mention: Mention, in body: Body) {
    guard [.override, .provide, .allowLive].contains(mention.use) else { return }
    let arguments = mention.use == .allowLive ? nil : mention.member.flatMap { source?.arguments(ofCallAt: $0) }
    if let arguments { parts.append(arguments) }
    analysis.add(
      Replacement(
        variable: mention.variable,
        use: mention.use,
        container: body,
        body: arguments.map { .part(file: number, token: $0.lowerBound) },
        location: mention.location
      )
    )
  }

  /// Adds the mention to the injections that a variable can hold.
  func findAliases(_ mention: Mention, in body: Body) {
    if case .declaration(let symbol) = body {
      let variable = program.symbols[symbol].accessedVariable ?? symbol
      if analysis.injectionTypes[variable] != nil { analysis.add(mention.variable, to: variable) }
    }
    guard mention.use == .pass, let destination = mention.token.flatMap({ source?.destination(of: $0) }) else { return }
    if let variable = variable(at: destination) { analysis.add(mention.variable, to: variable) }
  }
}
