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
    var jumps = 0
    var jumpsBefore: [Int: Int] = [:]
    for token in tokens.indices {
      switch tokens[token].text {
      case "return", "throw", "break", "continue": jumps += 1
      case "{":
        blocks[token] = classify(token)
        jumpsBefore[token] = jumps
      case "}":
        guard let opening = tokens[token].match, blocks[opening] == .branch, jumps > jumpsBefore[opening] ?? jumps
        else { break }
        exits[tokens[opening].parent, default: []].append(opening)
      default: break
      }
    }
  }

  /// The token at a location, or `nil` for a location of the expansion of a macro.
  func token(at place: Location) -> Int? {
    position(of: place).flatMap { ["@", "#"].contains(tokens[$0].text) ? nil : $0 }
  }

  /// The token at a location, also if the name of a macro follows.
  func position(of place: Location) -> Int? {
    let index = partitionPoint(of: tokens.count) { !(tokens[$0].location < place) }
    return index < tokens.count && tokens[index].location == place ? index : nil
  }

  /// The text of a token, or an empty text beyond the ends of the file.
  subscript(token: Int) -> String { tokens.indices.contains(token) ? tokens[token].text : "" }

  func isName(_ token: Int) -> Bool {
    guard let first = self[token].utf8.first else { return false }
    return first >= UInt8(ascii: "A") && ![UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "^")].contains(first)
      && first < UInt8(ascii: "{") || first >= 0x80
  }

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
