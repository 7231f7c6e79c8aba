import VialGraphProgram

extension FactReader {
  /// Reads the consumers to which initializers of their types assign instances before other code can read the consumers.
  mutating func readAssignedConsumers() {
    for mention in file.mentions {
      guard let token = mention.token, mention.reference.roles.contains(.write),
        let initializer = mention.reference.container, program[initializer].kind == .initializer,
        isAssigned(mention.reference.symbol, at: token, in: initializer)
      else { continue }
      facts.assignedConsumers[initializer, default: []].insert(mention.reference.symbol)
    }
  }

  /// Whether an initializer assigns an instance to a consumer of its type in each case, before other code can read the consumer.
  private func isAssigned(_ consumer: SymbolID, at token: Int, in initializer: SymbolID) -> Bool {
    guard vocabulary.consumers[consumer] != nil, let type = program.enclosingType(of: initializer),
      program.enclosingType(of: consumer) == type, source[token + 1] == "=",
      source[token - 1] != "." || source[token - 2] == "self"
    else { return false }
    let start = file.start(of: .declaration(initializer))
    let moment = file.moment(at: token, in: start)
    let brace = source.brackets(around: token).last { $0 > start } ?? start
    let rest = token + 1..<(source.tokens[brace].match ?? token + 1)
    let end = rest.first { source.tokens[$0].parent == source.tokens[token].parent && source.previous($0) == nil }
    let others = (brace..<(end ?? rest.upperBound)).filter { $0 != token }
    let types = Set(program.supertypes(of: type))
    return moment.isNow && moment.isCertain
      && !others.contains { other in
        let isPassed = source[other] == "self" && source[other + 1] != "."
        return isPassed || file.symbols(at: other).contains { canRead(consumer, by: $0, of: types) }
      }
  }

  /// Whether the use of a symbol can read a consumer of an instance that has some types.
  private func canRead(_ consumer: SymbolID, by symbol: SymbolID, of types: Set<SymbolID>) -> Bool {
    let member = program[symbol].accessedVariable ?? symbol
    guard let type = program.enclosingType(of: member), types.contains(type) else { return false }
    if member == consumer { return true }
    // An initializer of a superclass that is not a part of the program does not call members of the type.
    if program[member].kind == .initializer { return program[type].definition != nil }
    return program[member].isFunction || program[member].accessors.contains { !program[$0].isImplicit }
  }
}
