import VialGraphProgram

// The overrides, the provided implementations, and the resets of consumers.

extension FactReader {
  mutating func addOverride(of mention: IndexedFile.Mention, by call: IndexedFile.Call, in body: Body) {
    add(.replace(.override(implementation(call, in: mention.reference.container))), mention, in: body)
    // Code that uses the result, as in `#expect(override.isActive)`, inspects the injection.
    let overrides = mention.token.flatMap(source.destination).flatMap(file.uses(ofConstant:)) ?? []
    if overrides.contains(where: usesResult) { add(.use(.inspect), mention, in: body) }
  }

  /// Whether the code at the name of an override reads a member, or the result of `rollback()`.
  private func usesResult(ofOverride name: Int) -> Bool {
    let isStatement = source.previous(name) == nil && source.tokens[name].parent.map { source[$0] == "{" } ?? true
    return source[name + 1] == "." && !(isStatement && source[name + 2] == "rollback")
  }

  /// The implementation that the arguments of a call provide, or with which they override an injection.
  mutating func implementation(_ call: IndexedFile.Call, in container: SymbolID?) -> Implementation {
    guard let arguments = call.arguments else { return Implementation() }
    return Implementation(code: addPart(arguments, of: container), lifetime: file.lifetime(call, arguments))
  }

  /// The injection whose instance is the only argument: a call of `resolve`, or a constant that has the result of one.
  func copied(by arguments: Range<Int>) -> SymbolID? {
    let first = arguments.lowerBound + 1
    let start = source[first + 1] == ":" ? first + 2 : source[first] == "return" ? first + 1 : first
    guard let last = arguments.last, start < last else { return nil }
    if source[first] == "let" { return injectionOfConstant(declaredAt: first, returnedBefore: last) }
    if start + 1 == last {
      let constant = file.isMain ? file.symbols(at: start).first { program[$0].kind == .global } : nil
      return injectionsByConstant[start] ?? constant
    }
    return injection(resolvedFrom: start, to: last)
  }

  /// The injection that is resolved by an expression without other operations.
  func injection(resolvedFrom start: Int, to end: Int) -> SymbolID? {
    let injection = (start..<end).first { file.symbols(at: $0).contains(where: vocabulary.holdsInjections) }
    guard let injection,
      (start..<injection).allSatisfy({ source.isName($0) || source[$0] == "." }),
      let call = file.calls(after: injection + 1).first, call.name == .resolve, call.end == end
    else { return nil }
    return file.symbols(at: injection).first(where: vocabulary.holdsInjections)
  }

  /// The injection of a closure that only resolves it, and returns the constant with the instance, as in
  /// `{ let weather = other.resolve(); return weather }`.
  private func injectionOfConstant(declaredAt keyword: Int, returnedBefore brace: Int) -> SymbolID? {
    let start = keyword + 3
    let keywordOfReturn = brace - 2
    guard source[keyword + 2] == "=", start < keywordOfReturn, source[keywordOfReturn] == "return",
      source[keyword + 1] == source[brace - 1]
    else { return nil }
    let isSeparated = source[keywordOfReturn - 1] == ";"
    return injection(resolvedFrom: start, to: isSeparated ? keywordOfReturn - 1 : keywordOfReturn)
  }

  /// Reads a call that overrides or provides an injection that the code gets from other code.
  mutating func readProvision(_ mention: IndexedFile.Mention) {
    let provisions: [LibraryMember] = [.injection(.override), .injection(.provide), .injection(.publish)]
    guard let member = vocabulary.libraryMembers[mention.reference.symbol], provisions.contains(member),
      mention.token.map({ !membersOfKnownInjections.contains($0) }) ?? true, let body = body(of: mention)
    else { return }
    facts.providers.insert(body)
  }

  /// Reads the reset of a consumer, as in `$draft.reset()` or `model.$draft.reset()`.
  mutating func readReset(_ mention: IndexedFile.Mention) {
    guard let token = mention.token,
      vocabulary.libraryMembers[mention.reference.symbol] == .resetsConsumer,
      source[token - 1] == ".", source[token - 2].hasPrefix("$")
    else { return }
    // The index has the location of the name after the `$`.
    let dollar = source.tokens[token - 2].location
    let name = Location(file: dollar.file, line: dollar.line, column: dollar.column + 1)
    let consumers = file.mentions.map(\.reference).filter {
      $0.location == name && vocabulary.consumers[$0.symbol] != nil
    }
    let isOfSelf = source[token - 3] != "." || source[token - 4] == "self"
    let type = isOfSelf ? mention.reference.container.flatMap(program.enclosingType) : nil
    for consumer in consumers { facts.resetConsumers[consumer.symbol, default: []].insert(type) }
  }

  /// Whether a mention names a consumer only to reset it, as in `$draft.reset()`, which resolves nothing.
  func isReset(_ mention: IndexedFile.Mention) -> Bool {
    let name = mention.reference.location
    // The index has the location of the name after the `$`.
    let dollar = Location(file: name.file, line: name.line, column: name.column - 1)
    guard let token = source.token(at: dollar), source[token].hasPrefix("$"), source[token + 1] == "." else {
      return false
    }
    return file.libraryMember(at: token + 2) == .resetsConsumer
  }
}
