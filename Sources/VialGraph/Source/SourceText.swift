import Foundation

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

  private(set) var tokens: [Token] = []
  private let text: NSString
  private var lineStarts: [Int] = []
  private var tokensByLocation: [Location: Int] = [:]
  private var open: [Int] = []

  // Tokens are the group of the pattern, to which comments and strings do not belong. A name includes generic arguments.
  private static let pattern = try? NSRegularExpression(
    pattern: ##"//[^\n]*|/\*(?s:.*?)\*/|(?s:#*"""(?:\\.|.)*?"""#*)|#+"(?s:.*?)"#+|"(?:\\.|[^"\\\n])*"|"##
      + ##"((?:[A-Z]\w*<(?:->|[^<>{};=]|<(?:->|[^<>{};=]|<[^<>{};=]*>)*>)*>)|[\w$`\x80-\xFF]+|[/=\-+!*%<>&|^~?]+|[^\s])"##
  )

  /// - Parameters:
  ///   - data: The text of the file.
  ///   - file: The position of the file in `Program.files`.
  init(_ data: Data, file: Int) {
    // In Latin 1, each byte is a character, so columns are columns of the UTF-8 text, as in the index.
    text = (String(data: data, encoding: .isoLatin1) ?? "") as NSString
    lineStarts = [0] + data.enumerated().filter { $0.element == UInt8(ascii: "\n") }.map { $0.offset + 1 }
    scan(NSRange(location: 0, length: text.length), file)
  }

  private mutating func scan(_ range: NSRange, _ file: Int) {
    for match in Self.pattern?.matches(in: text as String, range: range) ?? [] {
      let word = text.substring(with: match.range)
      let offset = match.range.location
      let isToken = match.range(at: 1).location != NSNotFound
      if isToken { add(word, at: offset, file) }
      // The text after an interpolation is scanned, too, because its words are at no location of the index.
      guard !isToken, word.contains("\""), let interpolation = word.range(of: "\\(") else { continue }
      let start = offset + word.utf16.distance(from: word.startIndex, to: interpolation.upperBound)
      let brackets = open
      scan(NSRange(location: start, length: match.range.upperBound - start - 1), file)
      open = brackets
    }
  }

  private mutating func add(_ word: String, at offset: Int, _ file: Int) {
    var line = tokens.last?.location.line ?? 0
    while line < lineStarts.count, lineStarts[line] <= offset { line += 1 }
    let location = Location(file: file, line: line, column: offset - lineStarts[line - 1] + 1)
    let opening = [")", "]", "}"].contains(word) ? open.popLast() : nil
    if let opening { tokens[opening].match = tokens.count }
    tokensByLocation[location] = tokens.count
    tokens.append(Token(text: word, location: location, parent: open.last, match: opening))
    if ["(", "[", "{"].contains(word) { open.append(tokens.count - 1) }
  }

  /// The token at a location, or `nil` for a location of the expansion of a macro.
  func token(at place: Location) -> Int? { tokensByLocation[place].flatMap { "@#".contains(self[$0]) ? nil : $0 } }

  /// The text of a token, or an empty text beyond the ends of the file.
  subscript(token: Int) -> String { tokens.indices.contains(token) ? tokens[token].text : "" }

  func isName(_ token: Int) -> Bool { self[token].first.map { $0.isLetter || $0 == "_" || $0 == "`" } ?? false }

  func startsLine(_ token: Int) -> Bool { token == 0 || tokens[token - 1].location.line < tokens[token].location.line }

  /// Whether a token directly follows the previous token, without a space.
  func isAdjacent(_ token: Int) -> Bool {
    let end = tokens[token - 1].location.column + self[token - 1].utf16.count
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
