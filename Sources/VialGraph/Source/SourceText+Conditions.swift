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
    if let close = tokens[brace].match, self[close + 1] == "(", !startsLine(close + 1) { return .body }
    let statement = sequence(first: brace, next: previous).dropFirst()
    let words = Set(statement.filter { self[$0 - 1] != "." }.map { self[$0] })
    if !words.isDisjoint(with: Self.branches) { return .branch }
    if words.contains("var") && !words.contains("=") || !words.isDisjoint(with: Self.declarations) { return .body }
    switch self[brace - 1] {
    case "": return .body
    case "=", "{", "return", "in": return .storedClosure
    // The label of a trailing closure that follows another one.
    case ":" where self[brace - 3] == "}": return tokens[brace - 3].match.map(block) ?? .body
    case "(", ",", "[", ":": return tokens[brace].parent.flatMap(callee).map(Block.argument) ?? .storedClosure
    case ")": return tokens[brace - 1].match.flatMap(callee).map(Block.argument) ?? .storedClosure
    default: return callee(before: brace).map(Block.argument) ?? .body
    }
  }

  /// Whether the expression at a token may not be evaluated, although the code that begins at `start` runs.
  ///
  /// That is the case in a branch, after a branch that leaves the function, and on the right of `??`, `&&`, `||` or `?`.
  func isConditional(_ token: Int, in start: Int) -> Bool {
    let around = brackets(around: token)
    let inside = around.filter { $0 >= start }
    if inside.contains(where: { self[$0] == "{" && block(at: $0) == .branch }) { return true }
    if ([token] + inside.filter { $0 > start }).contains(where: followsConditionalOperator) { return true }
    return (start..<token).contains { brace in
      guard self[brace] == "{", let close = tokens[brace].match, close < token,
        tokens[brace].parent.map(around.contains) ?? true
      else { return false }
      let leaves = (brace..<close).contains { ["return", "throw", "break", "continue"].contains(self[$0]) }
      return leaves && block(at: brace) == .branch
    }
  }

  private func followsConditionalOperator(_ token: Int) -> Bool {
    let before = sequence(first: token, next: previous).dropFirst().prefix { ![",", "="].contains(self[$0]) }
    return before.contains { ["??", "&&", "||"].contains(self[$0]) || self[$0] == "?" && !isAdjacent($0) }
  }
}
