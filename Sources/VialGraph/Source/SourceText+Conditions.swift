extension SourceText {
  /// The role of a pair of braces.
  enum Block: Equatable {
    /// The body of a declaration, a statement that always runs, or a closure that is called where it is written.
    case body

    /// A part of `if`, `switch` or a loop.
    case branch

    /// A closure that is stored, assigned or returned.
    case storedClosure

    /// A closure that is passed to a call, by the token of its name.
    case argument(Int)
  }

  private static let branches: Set = ["if", "else", "guard", "for", "while", "switch", "catch"]
  private static let declarations: Set = [
    "func", "init", "deinit", "subscript", "get", "set", "willSet", "didSet", "class", "struct", "enum", "actor",
    "extension", "protocol", "do", "repeat", "defer",
  ]

  /// Returns the role of the braces that open at a token.
  func block(at brace: Int) -> Block {
    if let close = tokens[brace].match, self[close + 1] == "(", !tokens[close + 1].startsLine { return .body }
    let words = wordsOfStatement(before: brace)
    if !words.isDisjoint(with: Self.branches) { return .branch }
    let isGetter = words.contains("var") && !words.contains("=")
    if isGetter || !words.isDisjoint(with: Self.declarations) { return .body }
    switch self[brace - 1] {
    case "": return .body
    case "=", "{", "return", "in": return .storedClosure
    case "(", ",", "[": return blockOfArgument(brace)
    case ":":
      // The label of a trailing closure that follows another one, or of an argument in parentheses.
      guard self[brace - 3] == "}", let closure = tokens[brace - 3].match else { return blockOfArgument(brace) }
      return block(at: closure)
    case ")": return tokens[brace - 1].match.flatMap(callee(before:)).map(Block.argument) ?? .storedClosure
    default: return callee(before: brace).map(Block.argument) ?? .body
    }
  }

  private func blockOfArgument(_ brace: Int) -> Block {
    guard let list = tokens[brace].parent, self[list] == "(" else { return .storedClosure }
    return callee(before: list).map(Block.argument) ?? .storedClosure
  }

  private func wordsOfStatement(before token: Int) -> Set<String> {
    Set(sequence(first: token, next: previous).dropFirst().filter { self[$0 - 1] != "." }.map { self[$0] })
  }

  /// Whether the expression at a token may not be evaluated, although the code that begins at `start` runs.
  ///
  /// That is the case in a branch, after a branch that leaves the function, and on the right of `??`, `&&`, `||` or `?`.
  func isConditional(_ token: Int, in start: Int) -> Bool {
    let enclosing = brackets(around: token).filter { $0 >= start }
    if enclosing.contains(where: { self[$0] == "{" && block(at: $0) == .branch }) { return true }
    if ([token] + enclosing.filter { $0 > start }).contains(where: followsConditionalOperator) { return true }
    let parents = Set(
      enclosing.map(Optional.init) + [enclosing.last.flatMap { tokens[$0].parent } ?? tokens[token].parent]
    )
    return (start..<token).contains { brace in
      guard self[brace] == "{", let close = tokens[brace].match, close < token, parents.contains(tokens[brace].parent)
      else { return false }
      let leaves = (brace..<close).contains { ["return", "throw", "break", "continue"].contains(self[$0]) }
      return leaves && block(at: brace) == .branch
    }
  }

  private func followsConditionalOperator(_ token: Int) -> Bool {
    for token in sequence(first: token, next: previous).dropFirst() {
      if [",", "="].contains(self[token]) { return false }
      let isTernary = self[token] == "?" && !isAdjacent(token)
      if isTernary || ["??", "&&", "||"].contains(self[token]) { return true }
    }
    return false
  }
}
