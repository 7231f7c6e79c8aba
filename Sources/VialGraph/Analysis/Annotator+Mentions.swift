extension Annotator {
  /// The places where the file names injections, as references of their variables.
  func mentions() -> [Reference] {
    let direct = file.references.filter { reference in
      let isAssigned = source.token(at: reference.location).map { source[$0 + 1] == "=" } ?? false
      return !isAssigned && ![nil, "flow"].contains(analysis.injectionTypes[reference.symbol])
    }
    // The index has no references of local constants.
    let indirect = locals.flatMap { local in
      local.scope.filter { source[$0] == local.name && source[$0 - 1] != "." && source[$0 + 1] != ":" }.map {
        Reference(symbol: local.property, roles: [], location: source.tokens[$0].location, container: local.container)
      }
    }
    return (direct + indirect).sorted { $0.location < $1.location }
  }

  /// The use of the injection that is named at a token, and the member that is used.
  func use(at token: Int) -> (Use, member: Int?) {
    var end = token + 1
    while true {
      if source[end] == "[", !source.startsLine(end), let close = source.tokens[end].match { end = close + 1 }
      guard let member = source.member(at: end), let name = self.member(at: member) else { break }
      let arguments = source.arguments(ofCallAt: member)
      end = arguments?.upperBound ?? member + 1
      switch name {
      case "Injection.when", "Injection.onRelease", "Injection.allowLiveInTests": continue
      case "Injection.resolve": return (isKept(from: token, to: end) ? .resolve : .resolveMember, member)
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
    if let consumer = mention.container.flatMap({ analysis.consumers[$0] }) { return .consume(consumer) }
    let names = file.references.lazy
      .filter { $0.location.line == mention.location.line && $0.location >= mention.location }
      .compactMap { analysis.vial[$0.symbol] }
    guard let name = names.first(where: { $0.hasPrefix("Injection.") && $0 != "Injection.init" }) else { return .pass }
    return name == "Injection.resolve" ? .resolve : .inspect
  }

  mutating func addReplacement(_ mention: Reference, _ use: Use, _ member: Int?, in body: Body) {
    let arguments = use == .allowLive ? nil : member.flatMap(source.arguments)
    if let arguments { parts.append(arguments) }
    let code = arguments.map { Body.part(file: number, token: $0.lowerBound) }
    let new = Replacement(variable: mention.symbol, use: use, container: body, body: code, location: mention.location)
    analysis.replacements[body, default: []].append(new)
  }

  /// Adds the mention to the injections that a variable can hold.
  func findAliases(_ mention: Reference, in body: Body) {
    if case .declaration(let symbol) = body {
      let variable = program[symbol].accessedVariable ?? symbol
      if analysis.injectionTypes[variable] != nil { analysis.aliases[variable, default: []].insert(mention.symbol) }
    }
    if let variable = source.token(at: mention.location).flatMap(source.destination).flatMap(variable(at:)) {
      analysis.aliases[variable, default: []].insert(mention.symbol)
    }
  }
}
