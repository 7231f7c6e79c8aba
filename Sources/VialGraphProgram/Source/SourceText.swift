/// The tokens of a source file, without comments and strings.
///
/// The index has the position of each name, but not the end of a call, and no closures.
package struct SourceText {
  package struct Token {
    package let text: String
    package let location: Location

    /// Whether no space precedes the token.
    package let isAdjacent: Bool

    /// Whether a string or a regular expression is between the token and the token before.
    package let followsLiteral: Bool

    /// The bracket around the token.
    ///
    /// The capture list of a closure is outside of the braces of the closure, because it is evaluated when the closure is made.
    package internal(set) var parent: Int?

    /// The other bracket of a pair.
    package internal(set) var match: Int?
  }

  /// A comment that begins with `//`.
  package struct Comment {
    package let text: String

    /// The line of the code before the comment, otherwise the line after the comment.
    package let line: Int
  }

  package private(set) var tokens: [Token]

  /// The line comments.
  package let comments: [Comment]

  /// Whether the tokens can be trusted, because each bracket has a partner.
  package let isReadable: Bool

  /// The tokens by their locations.
  private var positions: [Location: Int] = [:]

  /// The token before each token in the same statement or argument, where a pair of brackets is one token.
  private var predecessors: [Int?] = []

  /// The roles of the braces, by their opening tokens, without the bodies of declarations.
  package private(set) var blocks: [Int: Block] = [:]

  /// The branches of each statement, by the opening brace of its first block.
  private var choices: [Int: Choice] = [:]

  /// The opening brace of the first block of a statement, by the opening braces of its blocks.
  private var firstBlocks: [Int: Int] = [:]

  /// The last branch before each token that leaves the code around the token, by its opening token, otherwise -1.
  private var exits = [-1]

  /// The tokens `try` of calls whose errors leave the code around the calls.
  private var tries: [Int] = []

  /// The tokens `break` and `continue`.
  private var jumps: [Int] = []

  /// The names of the functions that stop the program.
  private let stoppingFunctions: Set<String>

  /// - Parameters:
  ///   - text: The UTF-8 text of the file.
  ///   - file: The position of the file in `Program.files`.
  ///   - stoppingFunctions: The names of the functions of the program that do not return.
  ///   - compiled: The places that the index names, so a branch of `#if` without any was not compiled, or `nil` without an index.
  package init(
    _ text: some Sequence<UInt8>,
    file: Int,
    stoppingFunctions: Set<String> = [],
    compiled: Set<Location>? = nil
  ) {
    self.stoppingFunctions = stoppingFunctions.union(["fatalError", "preconditionFailure", "exit", "abort"])
    var lexer = Lexer([UInt8](text), file: file)
    if let compiled {
      let skipped = lexer.branches.filter { branch in
        !branch.tokens.isEmpty && !lexer.tokens[branch.tokens].contains { compiled.contains($0.location) }
      }
      if !skipped.isEmpty { lexer = Lexer([UInt8](text), file: file, without: skipped.map(\.lines)) }
    }
    tokens = lexer.tokens
    comments = lexer.comments
    isReadable = lexer.isReadable
    moveCaptureLists()
    for token in tokens.indices { positions[tokens[token].location] = token }
    predecessors = tokens.indices.map(predecessor)
    tries = tokens.indices.filter { self[$0] == "try" && !["?", "!"].contains(self[$0 + 1]) }
    jumps = tokens.indices.filter { ["break", "continue"].contains(self[$0]) }
    addBlocks()
    addExits()
  }

  package func token(at location: Location) -> Int? { positions[location] }

  /// The text of a token, or an empty text beyond the ends of the file.
  package subscript(token: Int) -> String { token >= 0 && token < tokens.count ? tokens[token].text : "" }

  /// The brackets around a token, innermost first, by their opening tokens.
  package func brackets(around token: Int) -> [Int] { Array(sequence(first: token) { tokens[$0].parent }.dropFirst()) }

  /// The token before a token in the same statement or argument, where a pair of brackets is one token.
  package func previous(_ token: Int) -> Int? { predecessors[token] }

  /// Moves the capture list of each closure out of the braces of the closure.
  private mutating func moveCaptureLists() {
    for token in tokens.indices where self[token] == "[" && isCaptureList(token) {
      tokens[token].parent = tokens[token - 1].parent
    }
  }

  private func predecessor(of token: Int) -> Int? {
    let isArgument = tokens[token].parent.map { self[$0] != "{" } ?? false
    if ["", "(", "[", "{", ";"].contains(self[token - 1]) || isArgument && self[token - 1] == "," { return nil }
    // An interpolation in a later line of a string is adjacent to the string.
    let continues =
      [".", "?", ":", "{"].contains(where: self[token].hasPrefix) || tokens[token].isAdjacent
      || ["where", "as", "is", "in"].contains(self[token])
    let isContinued = [",", ":"].contains(self[token - 1]) || Self.branches.contains(self[token - 1])
    let startsStatement = !continues && !isContinued && !isInfix(token) && !isInfix(token - 1)
    let startsLine = tokens[token - 1].location.line < tokens[token].location.line
    return startsLine && startsStatement ? nil : tokens[token - 1].match ?? token - 1
  }

  package func isOperator(_ token: Int) -> Bool {
    self[token].unicodeScalars.first.map(Lexer.operators.contains) ?? false
  }

  /// Whether a token is an operator with spaces at both sides.
  private func isInfix(_ token: Int) -> Bool {
    isOperator(token) && [token, token + 1].allSatisfy { !tokens.indices.contains($0) || !tokens[$0].isAdjacent }
  }

  /// The tokens before a token in the same statement or argument, nearest first.
  package func statement(before token: Int) -> DropFirstSequence<UnfoldFirstSequence<Int>> {
    sequence(first: token, next: previous).dropFirst()
  }
}

// MARK: - Conditions

extension SourceText {
  /// The role of a pair of braces that is not the body of a declaration.
  package enum Block: Equatable {
    /// A part of `if`, `switch` or a loop, which does not always run.
    case branch

    /// The block of `do`, `repeat` or `while true`, or of a loop over a literal with elements, which runs at least once.
    case inline

    /// A closure that is passed to a call, by the token of its name, or that is stored, assigned or returned.
    case closure(Int?)
  }

  /// Finds the roles of the braces, and the branches of each statement.
  private mutating func addBlocks() {
    for brace in tokens.indices where self[brace] == "{" {
      blocks[brace] = classify(brace)
      if blocks[brace] == .branch { addChoice(brace) }
    }
  }

  /// Finds the branch before each token that leaves the code around the token.
  private mutating func addExits() {
    // The tokens before that leave the code around the current token. Code in loops is conditional anyway, and other errors
    // leave the callers, too.
    var returns: [Int] = []
    for token in tokens.indices {
      if leavesFunction(token) { returns.append(token) }
      // The next token follows the exits before the token, where a pair of brackets is one token.
      let first = min(token, tokens[token].match ?? token)
      let leaves = returns.last.map { $0 > first } ?? false
      let isInline = self[token] == "}" && blocks[first] == .inline
      exits.append(leaves && blocks[first] == .branch ? first : exits[isInline ? token : first])
      // A `return` leaves the innermost closure or function only.
      let isBody = self[token] == "}" && !isOfStatement(first)
      while isBody, let last = returns.last, last > first { returns.removeLast() }
    }
  }

  /// Whether a token is `return`, or skips a test.
  private func leavesFunction(_ token: Int) -> Bool {
    ["return", "XCTSkip"].contains(self[token]) || self[token] == "cancel" && self[token - 2] == "Test"
  }

  private static let branches: Set = ["if", "else", "guard", "for", "while", "switch", "catch"]

  private func classify(_ brace: Int) -> Block? {
    let words = Set(statement(before: brace).filter { self[$0 - 1] != "." && self[$0 + 1] != ":" }.map { self[$0] })
    let isDeclaration = !words.isDisjoint(with: ["func", "init", "subscript", "var"]) && !words.contains("=")
    if let close = tokens[brace].match, self[close + 1] == "(", tokens[close + 1].isAdjacent { return nil }
    let isEndless = self[brace - 1] == "true" && self[brace - 2] == "while"
    if !words.isDisjoint(with: Self.branches) { return isEndless || hasElements(loop: brace) ? .inline : .branch }
    if !words.isDisjoint(with: ["do", "repeat"]) { return .inline }
    return isDeclaration ? nil : .closure(callee(of: brace))
  }

  /// Whether a pair of braces is the body of a loop over each element of an array literal or of a range that has elements.
  private func hasElements(loop brace: Int) -> Bool {
    let before = Array(statement(before: brace))
    guard let keyword = before.firstIndex(where: { self[$0] == "for" }), self[before[keyword] + 1] != "case",
      let end = before[..<keyword].firstIndex(where: { self[$0] == "in" })
    else { return false }
    let sequence = before[..<end].reversed().map { self[$0] }
    if sequence == ["["] { return isLiteralWithElements(endingAt: brace - 1) }
    if sequence.count == 5, sequence[1...3] == [".", ".", "<"], let first = Int(sequence[0]), let end = Int(sequence[4])
    {
      return first < end
    }
    // The bounds of a closed range are one element at least.
    return !sequence.contains("where") && sequence.joined().contains("...")
  }

  /// Whether a pair of braces is a part of a statement, in contrast to a closure or the body of a declaration.
  package func isOfStatement(_ brace: Int) -> Bool { blocks[brace] == .branch || blocks[brace] == .inline }

  /// The branches of a statement, of which at most one runs: blocks of `if`, `guard` or a loop, cases of a `switch`, or the
  /// block of a `do`, as far as no error is thrown, and the blocks `catch`.
  private struct Choice {
    /// The first keyword of the statement, or the first `catch`.
    let keyword: Int

    /// The opening braces of the blocks, or the labels of the cases.
    var branches: [Int] = []

    /// The branches after which code of the program runs, because they do not throw an error or stop the program.
    var continuing: [Int] = []

    /// Whether one of the branches runs, because the last one follows `else`, or because they are cases.
    var isComplete = false

    /// The cases that return.
    var returning: [Int] = []
  }

  /// Adds a block, and joins it with the blocks before if it follows `else` or `catch`.
  private mutating func addChoice(_ brace: Int) {
    let previous = firstBlock(before: brace)
    firstBlocks[brace] = previous ?? brace
    let keyword = statement(before: brace).first { Self.branches.contains(self[$0]) && self[$0] != "else" } ?? brace
    let labels = labels(ofSwitch: brace)
    let ends = labels.dropFirst() + [tokens[brace].match ?? brace]
    var choice = previous.flatMap { choices[$0] } ?? Choice(keyword: keyword)
    if let previous, choices[previous] == nil {
      // The block of a `do` has a branch if it has a `catch`.
      firstBlocks[previous] = previous
      choice.branches = [previous]
      choice.continuing = [previous]
    }
    let isLast = self[brace - 1] == "else" || self[choice.keyword] == "catch"
    choice.isComplete = !labels.isEmpty || previous != nil && isLast
    for (start, end) in labels.isEmpty ? [(brace, ends[0])] : Array(zip(labels, ends)) {
      let statements = (start..<end).filter { tokens[$0].parent == brace }
      choice.branches.append(start)
      // The next case of `fallthrough` runs for both cases.
      let continues = !statements.contains { throwsOrStops($0) || self[$0] == "fallthrough" }
      if continues { choice.continuing.append(start) }
      if !labels.isEmpty, statements.contains(where: { self[$0] == "return" }) { choice.returning.append(start) }
    }
    choices[previous ?? brace] = choice
  }

  /// The opening brace of the first block of the statement to which `else` or `catch` adds a block.
  private func firstBlock(before brace: Int) -> Int? {
    let keyword = statement(before: brace).first { ["else", "catch"].contains(self[$0]) && self[$0 - 1] == "}" }
    guard let keyword, let block = tokens[keyword - 1].match else { return nil }
    if self[keyword] == "catch" { return firstBlocks[block] ?? block }
    // A closure in the condition of `guard` looks like a branch.
    return firstBlocks[block].flatMap { self[choices[$0]?.keyword ?? $0] == "if" ? $0 : nil }
  }

  /// Whether a token begins a statement that throws an error, or that stops the program.
  private func throwsOrStops(_ token: Int) -> Bool {
    // The name of a module can precede a function.
    let start = stopsProgram(token) && self[token - 1] == "." ? token - 2 : token
    // The first statement of a case follows the colon of the label.
    let isStart = previous(start) == nil || self[start - 1] == ":"
    return (stopsProgram(token) || self[token] == "throw") && isStart
  }

  /// Whether a token calls a function that does not return.
  private func stopsProgram(_ token: Int) -> Bool {
    // A module can be before the name, in contrast to an instance.
    let isMethod = self[token - 1] == "." && self[token - 2].first?.isUppercase != true
    return self[token + 1] == "(" && stoppingFunctions.contains(self[token])
      && !(isMethod && ["exit", "abort"].contains(self[token]))
  }

  /// The labels `case` and `default` of a `switch`, by the opening brace.
  private func labels(ofSwitch brace: Int) -> [Int] {
    guard statement(before: brace).contains(where: { self[$0] == "switch" }) else { return [] }
    let patterns: Set = ["if", "guard", "while", "for", ",", "."]
    return (brace..<(tokens[brace].match ?? brace)).filter { token in
      let isLabel = self[token] == "case" || self[token] == "default" && self[token + 1] == ":"
      return isLabel && tokens[token].parent == brace && !patterns.contains(self[token - 1])
    }
  }

  /// The doubt whether a block runs, or the case of a `switch` that contains a token.
  private func doubt(ofBlock brace: Int, around token: Int, _ kind: Doubt.Kind = .branch) -> Doubt {
    let choice = firstBlocks[brace].flatMap { choices[$0] } ?? Choice(keyword: brace)
    let branch = choice.branches.last { $0 <= token } ?? brace
    guard let position = choice.continuing.firstIndex(of: branch) else {
      return Doubt(kind: kind, place: tokens[branch].location)
    }
    // An `if` without `else` has a branch without code.
    let count = choice.continuing.count + (choice.isComplete ? 0 : 1)
    return Doubt(kind: kind, place: tokens[choice.keyword].location, branch: position, branches: count)
  }

  /// The doubts whether a block, or the cases of a `switch`, leave the code around them.
  private func doubts(ofExit brace: Int) -> [Doubt] {
    guard let choice = firstBlocks[brace].flatMap({ choices[$0] }), self[choice.keyword] == "switch" else {
      return [doubt(ofBlock: brace, around: brace, .exit)]
    }
    // A branch in a case leaves the code.
    if choice.returning.isEmpty { return [Doubt(kind: .exit, place: tokens[brace].location)] }
    return choice.returning.map { doubt(ofBlock: brace, around: $0, .exit) }
  }

  /// The calls before a token whose errors leave the code that begins at `start`, by their tokens `try`.
  package func tries(before token: Int, in start: Int) -> [Int] {
    let around = [token] + brackets(around: token)
    return tries.filter { call in
      if call <= start || call >= token { return false }
      // The code that the same statement evaluates before the call can throw nothing.
      let outer = around.first { tokens[$0].parent == tokens[call].parent }
      if let outer, statement(before: outer).contains(call) { return false }
      let inside = brackets(around: call).prefix { $0 > start && !around.contains($0) }
      return inside.allSatisfy { self[$0] != "{" || passesErrors($0) }
    }
  }

  /// Whether the errors of code in braces leave the code around the braces, too.
  package func passesErrors(_ brace: Int) -> Bool {
    blocks[brace] == .branch || blocks[brace] == .inline && firstBlocks[brace] == nil
  }

  /// Whether a loop in the code that begins at `start` can run the code at a token more than once.
  package func isRepeated(_ token: Int, in start: Int) -> Bool {
    brackets(around: token).contains { $0 >= start && isBlock($0, of: Self.loops) }
  }

  private static let loops: Set = ["for", "while", "repeat"]

  private func isBlock(_ bracket: Int, of keywords: Set<String>) -> Bool {
    self[bracket] == "{" && statement(before: bracket).contains { keywords.contains(self[$0]) }
  }

  /// Whether `break` or `continue` can leave a block before a token in the block.
  private func isLeft(_ brace: Int, before token: Int) -> Bool {
    jumps.contains { jump in
      if jump < brace || jump >= token { return false }
      let hasLabel = isName(jump + 1) && previous(jump + 1) == jump
      let keywords = Self.loops.union(self[jump] == "break" ? ["switch"] : [])
      let left = brackets(around: jump).first { isBlock($0, of: keywords) }
      return hasLabel ? brackets(around: jump).contains(brace) : left == brace
    }
  }

  /// The doubt whether the errors of a call in the block of a `do` prevent code in the block, if a `catch` continues.
  package func doubt(ofErrorsIn brace: Int) -> Doubt? {
    guard firstBlocks[brace] == brace, blocks[brace] == .inline else { return nil }
    return doubt(ofBlock: brace, around: brace)
  }

  /// The reasons why the code at a token perhaps does not run if the code that begins at `start` runs, outermost first,
  /// apart from closures.
  package func doubts(at token: Int, in start: Int) -> [Doubt] {
    let inside = brackets(around: token).filter { $0 >= start }
    var doubts = inside.reversed().compactMap { brace in
      if blocks[brace] == .branch { return doubt(ofBlock: brace, around: token) }
      if blocks[brace] == .inline, isLeft(brace, before: token) {
        return Doubt(kind: .branch, place: tokens[brace].location)
      }
      return tries(before: token, in: brace).isEmpty ? nil : doubt(ofErrorsIn: brace)
    }
    let exit = exits[token]
    if exit >= start {
      doubts.insert(contentsOf: self.doubts(ofExit: exit), at: 0)
    }
    // The branch of a statement has a doubt already, whatever its condition is.
    let expressions = [token] + inside.filter { $0 > start && !isOfStatement($0) }
    let operands = expressions.filter(followsConditionalOperator)
    return doubts + operands.map { Doubt(kind: .branch, place: tokens[$0].location) }
  }

  /// Whether an operator before a token, such as `??`, decides whether the expression at the token is evaluated.
  private func followsConditionalOperator(_ token: Int) -> Bool {
    // The members, keys and calls directly before the token, as in `a?.b(c).d`, end at the first space.
    var isInChain = true
    var next = previous(token)
    while let current = next {
      switch self[current] {
      // The conditions of a statement are evaluated until one of them is false.
      case ",": return statement(before: current).contains { ["if", "guard", "while"].contains(self[$0]) }
      case "=" where !statement(before: current).contains(where: { self[$0] == "," }): return false
      case "??", "&&", "||": return true
      case "?":
        isInChain = isInChain && (tokens[current + 1].isAdjacent || [".", "{"].contains(self[current + 1]))
        let isOptional = isInChain && [".", "(", "["].contains(self[current + 1]) && self[current - 1] != "init"
        if isOptional || !tokens[current].isAdjacent { return true }
      case "default" where self[current + 1] == ":" && tokens[current].parent.map { self[$0] } == "[": return true
      default: isInChain = isInChain && (tokens[current + 1].isAdjacent || [".", "{"].contains(self[current + 1]))
      }
      next = previous(current)
    }
    return false
  }

  /// The name of the function whose body is a pair of braces, unless it is a member of a type.
  package func function(withBody brace: Int) -> Int? {
    let types: Set = ["struct", "class", "enum", "actor", "extension"]
    let isMember = tokens[brace].parent.map { statement(before: $0).contains { types.contains(self[$0]) } } ?? false
    return isMember ? nil : statement(before: brace).first { self[$0 - 1] == "func" }
  }

  /// Whether a bracket opens the capture list of a closure, after which a name, a parameter or `in` follows.
  private func isCaptureList(_ bracket: Int) -> Bool {
    guard self[bracket - 1] == "{", let end = tokens[bracket].match, end + 1 < tokens.count,
      tokens[end].location.line == tokens[end + 1].location.line
    else { return false }
    let startsParameters = self[end + 1] == "in" || isName(end + 1) && !["as", "is"].contains(self[end + 1])
    return startsParameters || ["(", "@"].contains(self[end + 1])
  }
}
