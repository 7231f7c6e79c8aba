/// The tokens of a source file, without comments and strings.
///
/// The index has the position of each name, but not the end of a call, and no closures.
struct SourceText {
  struct Token {
    let text: String
    let location: Location

    /// The bracket that is open at the token.
    let parent: Int?

    /// The other bracket of a pair.
    var match: Int?
  }

  let tokens: [Token]

  /// The texts of the comments that ignore faults, by their lines.
  let ignored: [Int: String]

  /// Whether the tokens can be trusted, because each bracket has a partner.
  let isReadable: Bool

  /// The roles of the braces, by their opening tokens.
  private(set) var blocks: [Int: Block] = [:]

  /// The branches that leave the code around them, by the brackets that contain them.
  private(set) var exits: [Int?: [Int]] = [:]

  /// - Parameters:
  ///   - text: The UTF-8 text of the file.
  ///   - file: The position of the file in `Program.files`.
  init(_ text: some Sequence<UInt8>, file: Int) {
    let lexer = Lexer([UInt8](text), file: file)
    (tokens, ignored, isReadable) = (lexer.tokens, lexer.ignored, lexer.isReadable)
    var lastJump = -1
    for token in tokens.indices {
      switch self[token] {
      case "return", "throw", "break", "continue": lastJump = token
      case "{": blocks[token] = classify(token)
      case "}":
        guard let opening = tokens[token].match, blocks[opening] == .branch, lastJump > opening else { break }
        exits[tokens[opening].parent, default: []].append(opening)
      default: break
      }
    }
  }

  /// The token at a location, or `nil` for a location of the expansion of a macro.
  func token(at place: Location) -> Int? {
    position(of: place).flatMap { ["@", "#"].contains(self[$0]) ? nil : $0 }
  }

  /// The token at a location, also if the name of a macro follows.
  func position(of place: Location) -> Int? {
    let index = partitionPoint(of: tokens.count) { tokens[$0].location >= place }
    return index < tokens.count && tokens[index].location == place ? index : nil
  }

  /// The text of a token, or an empty text beyond the ends of the file.
  subscript(token: Int) -> String { tokens.indices.contains(token) ? tokens[token].text : "" }

  func isName(_ token: Int) -> Bool { self[token].first.map { $0.isLetter || ["_", "`"].contains($0) } ?? false }

  func startsLine(_ token: Int) -> Bool { token == 0 || tokens[token - 1].location.line < tokens[token].location.line }

  /// Whether a token directly follows the previous token, without a space.
  func isAdjacent(_ token: Int) -> Bool {
    let end = tokens[token - 1].location.column + self[token - 1].utf8.count
    return !startsLine(token) && tokens[token].location.column == end
  }

  /// The brackets around a token, innermost first, by their opening tokens.
  func brackets(around token: Int) -> [Int] { Array(sequence(first: token) { tokens[$0].parent }.dropFirst()) }

  /// The token before a token in the same brackets and the same statement, where a pair of brackets is one token.
  func previous(_ token: Int) -> Int? {
    if token == 0 || ["(", "[", "{", ";"].contains(self[token - 1]) { return nil }
    let begins = [".", "?", ":", "&", "|", "+", "=", "{"].contains { self[token].hasPrefix($0) }
    let isContinued = begins || ["=", ",", "??", ":", "&&", "||", "+"].contains(self[token - 1])
    return startsLine(token) && !isContinued ? nil : tokens[token - 1].match ?? token - 1
  }

  /// The tokens before a token in the same statement, nearest first.
  func statement(before token: Int) -> DropFirstSequence<UnfoldFirstSequence<Int>> {
    sequence(first: token, next: previous).dropFirst()
  }
}

// MARK: - Expressions

extension SourceText {
  /// The arguments and the trailing closures of the call whose name is a token.
  func arguments(ofCallAt name: Int) -> Range<Int>? {
    var end = name + 1
    if self[end] == "(" || self[end] == "[", isAdjacent(end) { end = (tokens[end].match ?? end) + 1 }
    while true {
      // A closure after the first one has a label.
      let brace = end > name + 1 && self[end + 1] == ":" ? end + 2 : end
      guard self[brace] == "{" else { break }
      end = (tokens[brace].match ?? brace) + 1
    }
    return end > name + 1 ? name + 1..<end : nil
  }

  /// The member that is accessed on the expression that ends before a token.
  func member(at end: Int) -> Int? {
    let dot = ["?", "!"].contains(self[end]) ? end + 1 : end
    return self[dot] == "." ? dot + 1 : nil
  }

  /// The name of the call whose arguments or closure begin at a token.
  func callee(before token: Int) -> Int? { isName(token - 1) ? token - 1 : nil }

  /// Where the value of an expression goes.
  enum Destination: Equatable {
    /// A new constant or variable, by the token of its name.
    case declaration(Int)

    /// An existing variable.
    case variable(Int)

    /// An argument with a label, by the opening parenthesis.
    case argument(String, Int)
  }

  /// Returns where the value of the expression at a token goes.
  func destination(of token: Int) -> Destination? {
    let before = statement(before: token).prefix { self[$0] != "," }
    if let equals = before.first(where: { self[$0] == "=" }) {
      let target = [equals] + statement(before: equals)
      if let keyword = target.firstIndex(where: { ["let", "var"].contains(self[$0]) }) {
        return .declaration(target[keyword - 1])
      }
      return callee(before: equals).map(Destination.variable)
    }
    let first = before.last ?? token
    guard isName(first), self[first + 1] == ":", let list = tokens[first].parent, self[list] == "(" else { return nil }
    return .argument(self[first], list)
  }
}

// MARK: - Conditions

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

  private func classify(_ brace: Int) -> Block {
    if let close = tokens[brace].match, self[close + 1] == "(", !startsLine(close + 1) { return .body }
    let words = Set(argument(before: brace).filter { self[$0 - 1] != "." }.map { self[$0] })
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

  /// Whether the expression at a token is in a branch of the code that begins at `start`, or on the right of `??`, `&&`, `||`
  /// or `?`.
  func isConditional(_ token: Int, in start: Int) -> Bool {
    let inside = brackets(around: token).filter { $0 >= start }
    if inside.contains(where: { block(at: $0) == .branch }) { return true }
    return ([token] + inside.filter { $0 > start }).contains(where: followsConditionalOperator)
  }

  /// Whether the expression at a token follows a branch of the code that begins at `start` which leaves the function.
  func followsExit(_ token: Int, in start: Int) -> Bool {
    let around = brackets(around: token)
    let inside = around.filter { $0 >= start }
    return ((inside as [Int?]) + [around.first { $0 < start }]).contains { bracket in
      // Braces that close before the token and begin after the start. The first ones close first.
      exits[bracket]?.first { $0 >= start }.flatMap { tokens[$0].match }.map { $0 < token } ?? false
    }
  }

  private func followsConditionalOperator(_ token: Int) -> Bool {
    let before = argument(before: token).prefix { ![",", "="].contains(self[$0]) }
    return before.contains { ["??", "&&", "||"].contains(self[$0]) || self[$0] == "?" && !isAdjacent($0) }
  }

  /// The tokens before a token in the same statement or argument, nearest first.
  private func argument(before token: Int) -> [Int] {
    let isArgument = tokens[token].parent.map { self[$0] != "{" } ?? false
    return statement(before: token).prefix { !isArgument || self[$0] != "," }
  }
}

/// Returns the first of a number of positions in a sorted list that satisfies a condition, otherwise the number.
func partitionPoint(of count: Int, _ condition: (Int) -> Bool) -> Int {
  var (low, high) = (0, count)
  while low < high {
    let middle = (low + high) / 2
    if condition(middle) { high = middle } else { low = middle + 1 }
  }
  return low
}
