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
  func block(at brace: Int) -> Block { blocks[brace] ?? .body }

  func classify(_ brace: Int) -> Block {
    if let close = tokens[brace].match, self[close + 1] == "(", !startsLine(close + 1) { return .body }
    let statement = statement(before: brace)
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
    return ((inside as [Int?]) + [around.first { $0 < start }]).contains { bracket in
      // Braces that close before the token and begin after the start. The first ones close first.
      exits[bracket]?.first { $0 >= start }.flatMap { tokens[$0].match }.map { $0 < token } ?? false
    }
  }

  private func followsConditionalOperator(_ token: Int) -> Bool {
    let before = statement(before: token).prefix { ![",", "="].contains(self[$0]) }
    return before.contains { ["??", "&&", "||"].contains(self[$0]) || self[$0] == "?" && !isAdjacent($0) }
  }

  /// The tokens before a token in the same statement or argument, nearest first.
  private func statement(before token: Int) -> [Int] {
    let isArgument = tokens[token].parent.map { self[$0] != "{" } ?? false
    let before = sequence(first: token) { previous($0) }.dropFirst()
    return isArgument ? before.prefix { self[$0] != "," } : Array(before)
  }
}
