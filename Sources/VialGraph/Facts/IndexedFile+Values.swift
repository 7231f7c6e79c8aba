import VialGraphProgram

// Where the value of an expression goes: constants, variables, and the expressions that use them.

extension IndexedFile {
  /// Whether an instance that is resolved is stored, and not only used for its members.
  func isKept(from start: Int, to end: Int) -> Bool {
    if !source.endsExpression(end - 1) || source.isRead(from: start, to: end) || isAssignedToWeakProperty(start) {
      return false
    }
    let uses = source.destination(of: start).flatMap(uses(ofConstant:))
    // A closure that is called later keeps the instance whose members it uses.
    return uses?.contains { source.endsExpression($0) || !moment(at: $0, in: start).isNow } ?? true
  }

  /// Whether the call of `resolve` at an injection is the whole value of a constant.
  func isWholeValue(_ injection: Int) -> Bool {
    guard let end = calls(after: injection + 1).first?.end else { return false }
    let before = source.statement(before: injection).prefix { source[$0] != "=" }
    let isStart = before.allSatisfy { source.isName($0) || source[$0] == "." }
    return isStart && (end >= source.tokens.count || source[end] == "}" || source.previous(end) == nil)
  }

  /// The tokens that use a local constant, or `nil` if a token does not name a local constant.
  func uses(ofConstant name: Int) -> [Int]? {
    guard let brace = source.tokens[name].parent, source[brace] == "{", symbols(at: name).isEmpty else { return nil }
    let scope = name + 1..<max(name + 1, source.tokens[brace].match ?? 0)
    return scope.filter { token in
      let isLabel = source[token + 1] == ":" && source[token - 1] != "?"
      return source[token] == source[name] && source[token - 1] != "." && !isLabel
    }
  }

  /// The tokens that use the constant that has the value of an expression, or another constant that has the value of that one.
  func uses(ofValueOf token: Int) -> [Int] {
    let uses = source.destination(of: token).flatMap(uses(ofConstant:)) ?? []
    let isWhole: (Int) -> Bool = { use in
      let isEnd = use + 1 >= source.tokens.count || source[use + 1] == "}" || source.previous(use + 1) == nil
      return source[use - 1] == "=" && ["let", "var"].contains(source[use - 3]) && isEnd
    }
    return uses + uses.filter(isWhole).flatMap(self.uses(ofValueOf:))
  }

  /// The variables that get the value of the expression at a token.
  ///
  /// An argument of an initializer, or a constant in it, is assumed to be assigned to the property with the same name.
  func destinations(of token: Int?, in container: SymbolID?) -> [SymbolID] {
    guard let name = token.flatMap(source.destination) else { return [] }
    let callees = source.callee(around: name).map(symbols) ?? []
    let initializer = (callees + [container].compactMap(\.self)).first { program[$0].kind == .initializer }
    let members = initializer.flatMap(program.enclosingType).map { program[$0].members } ?? []
    return symbols(at: name) + members.filter { program[$0].name == source[name] }
  }

  func isAssignedToWeakProperty(_ token: Int) -> Bool {
    source.destination(of: token).map { symbols(at: $0).contains(where: isWeak) } ?? false
  }

  /// Whether a property of the file does not retain its instance.
  func isWeak(_ property: SymbolID) -> Bool {
    guard program[property].isVariable, let name = program[property].definition.flatMap(source.token) else {
      return false
    }
    return source.statement(before: name).contains { ["weak", "unowned"].contains(source[$0]) }
  }
}
