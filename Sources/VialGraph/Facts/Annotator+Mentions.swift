extension Annotator {
  /// The use of an injection, the arguments of its last call, and the details of a replacement.
  struct Call {
    var use: Use
    var arguments: Range<Int>?
    var isKeyed = false

    /// The arguments of an override or of a provided implementation.
    var replacement: Range<Int>? { [.override, .provide].contains(use) ? arguments : nil }
  }

  private static let uses: [String: Use] = [
    "Injection.override": .override, "Injection.provide": .provide, "Injection.publish": .provide,
    "Injection.allowLive": .allowLive,
  ]

  /// The places where the file names injections, in the order of the source.
  func injectionMentions() -> [Mention] {
    let named = mentions.filter { reference, token in
      let isAssigned = reference.roles.contains(.write) || token.map { source[$0 + 1] == "=" } ?? false
      return vocabulary.holdsInjections(reference.symbol) && !isAssigned
    }
    // The index has no references of local constants.
    let local = (locals.isEmpty ? 0..<0 : source.tokens.indices).compactMap { token -> Mention? in
      guard let local = locals[source[token]]?.last(where: { $0.scope.contains(token) }), source[token - 1] != ".",
        source[token + 1] != ":"
      else { return nil }
      let location = source.tokens[token].location
      return (Reference(symbol: local.property, roles: [], location: location, container: local.container), token)
    }
    return local.isEmpty ? named : (named + local).sorted { $0.reference.location < $1.reference.location }
  }

  func call(of mention: Mention) -> Call {
    guard let token = mention.token else { return Call(use: useWithoutText(of: mention.reference)) }
    var (call, end) = (Call(use: .inspect), token + 1)
    while true {
      if source[end] == "[", !source.startsLine(end), let close = source.tokens[end].match {
        (end, call.isKeyed) = (close + 1, true)
      }
      guard let member = source.member(at: end), let name = self.member(at: member) else { break }
      call.arguments = source.arguments(ofCallAt: member)
      end = call.arguments?.upperBound ?? member + 1
      if ["Injection.when", "Injection.onRelease", "Injection.allowLiveInTests"].contains(name) { continue }
      call.use = Self.uses[name] ?? .inspect
      if name == "Injection.resolve" { call.use = isKept(from: token, to: end) ? .resolve : .resolveMember }
      return call
    }
    let list = source.tokens[token].parent.flatMap { source[$0] == "(" ? source.callee(before: $0) : nil }
    call.arguments = list.flatMap(source.arguments)
    switch list.flatMap(vialName(at:)) {
    case "allowLive": call.use = .allowLive
    case "seal", "expectProvided", "expectReleased": call.use = .inspect
    // `override(with: other)` and `provide(with: other)` resolve the other injection or family.
    case "Injection.override", "Injection.provide": call.use = .resolve
    case let name? where name.hasSuffix("Instance.init"): call.use = .consume(String(name.dropLast(".init".count)))
    default: call.use = .pass
    }
    return call
  }

  /// The use that the next member of the library in the same line indicates.
  private func useWithoutText(of mention: Reference) -> Use {
    if let consumer = mention.container.flatMap({ vocabulary.consumers[$0] }) { return .consume(consumer) }
    let first = partitionPoint(of: file.references.count) { file.references[$0].location >= mention.location }
    let references = file.references[first...].prefix { $0.location.line == mention.location.line }
    let names = references.compactMap { vocabulary.vial[$0.symbol] }
    guard let name = names.first(where: { $0.hasPrefix("Injection.") && $0 != "Injection.init" }) else { return .pass }
    return name == "Injection.resolve" ? .resolve : .inspect
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

  /// Adds the details of a replacement to its step.
  func complete(_ step: inout Step, _ token: Int?, _ call: Call) {
    let start = start(of: step.container)
    let braces = (token.map(source.brackets) ?? []).filter { source[$0] == "{" }
    step.code = call.replacement.map { .part(file: number, token: $0.lowerBound) }
    step.block = braces.first
    step.isWhole = step.certainty == .eager && !call.isKeyed && braces.filter { $0 >= start }.count <= 1
    step.includesDependencies = call.arguments?.contains { source[$0] == "includingDependencies" } ?? false
  }

  /// Adds the mention to the injections that a variable can hold.
  mutating func findAliases(_ mention: Mention, in body: Body) {
    var variables = [mention.token.flatMap(source.destination).flatMap(variable(at:))].compactMap(\.self)
    if case .declaration(let symbol) = body { variables.append(program[symbol].accessedVariable ?? symbol) }
    for variable in variables where vocabulary.held[variable] != nil {
      facts.aliases[variable, default: []].insert(mention.reference.symbol)
    }
  }
}
