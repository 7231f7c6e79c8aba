import Foundation

/// The tokens of a source file, without comments and strings.
///
/// The index has the position of each name, but not the end of a call, and no closures.
struct SourceText {
  struct Token {
    let text: String
    let offset: Int
    let startsLine: Bool

    /// The bracket that is open at the token.
    let parent: Int?

    /// The other bracket of a pair.
    var match: Int?
  }

  private(set) var tokens: [Token] = []
  private var lineStarts = [0]

  private static let pattern = try? NSRegularExpression(
    pattern: ##"//[^\n]*|/\*(?s:.*?)\*/|(?s:#*"""(?:\\.|.)*?"""#*)|#+"(?s:.*?)"#+|"(?:\\.|[^"\\\n])*"|"##
      + ##"(\n)|([\w$`\x80-\xFF]+|[/=\-+!*%<>&|^~?]+|[^\s])"##
  )

  init(_ data: Data) {
    // In Latin 1, each byte is a character, so offsets of characters are offsets in the UTF-8 text, as in the index.
    let text = String(data: data, encoding: .isoLatin1) ?? ""
    let bytes = text as NSString
    var open: [Int] = []
    for match in Self.pattern?.matches(in: text, range: NSRange(location: 0, length: bytes.length)) ?? [] {
      let skipped = bytes.substring(with: match.range)
      guard match.range(at: 2).location != NSNotFound else {
        for (index, byte) in skipped.utf16.enumerated() where byte == 10 {
          lineStarts.append(match.range.location + index + 1)
        }
        continue
      }
      let isClosing = [")", "]", "}"].contains(skipped)
      let opening = isClosing ? open.popLast() : nil
      let startsLine = tokens.last.map { $0.offset < lineStarts[lineStarts.count - 1] } ?? true
      tokens.append(
        Token(text: skipped, offset: match.range.location, startsLine: startsLine, parent: open.last, match: opening)
      )
      if let opening { tokens[opening].match = tokens.count - 1 }
      if ["(", "[", "{"].contains(skipped) { open.append(tokens.count - 1) }
    }
  }

  /// The token that begins at a location.
  func token(at location: Location) -> Int? {
    guard lineStarts.indices.contains(location.line - 1) else { return nil }
    let offset = lineStarts[location.line - 1] + location.column - 1
    let index = partitioningIndex(of: tokens) { $0.offset >= offset }
    return index < tokens.count && tokens[index].offset == offset ? index : nil
  }

  func location(of token: Int, in file: Int) -> Location {
    let line = partitioningIndex(of: lineStarts) { $0 > tokens[token].offset }
    return Location(file: file, line: line, column: tokens[token].offset - lineStarts[line - 1] + 1)
  }

  /// The text of a token, or an empty text beyond the ends of the file.
  subscript(token: Int) -> String { tokens.indices.contains(token) ? tokens[token].text : "" }

  func isName(_ token: Int) -> Bool { self[token].first.map { $0.isLetter || $0 == "_" || $0 == "`" } ?? false }

  /// The brackets around a token, innermost first, by their opening tokens.
  func brackets(around token: Int) -> [Int] { Array(sequence(first: token) { tokens[$0].parent }.dropFirst()) }

  /// The token before a token in the same brackets and the same statement, where a pair of brackets is one token.
  func previous(_ token: Int) -> Int? {
    guard token > 0, !["(", "[", "{", ";"].contains(self[token - 1]),
      !tokens[token].startsLine || isContinued(at: token)
    else { return nil }
    return tokens[token - 1].match ?? token - 1
  }

  /// Whether a statement continues in the line that a token begins.
  private func isContinued(at token: Int) -> Bool {
    ["=", ",", "??", ":", "&&", "||", "+"].contains(self[token - 1])
      || [".", "?", ":", "&", "|", "+", "=", "{"].contains { self[token].hasPrefix($0) }
  }
}

/// Returns the first position whose element satisfies a condition that all later elements satisfy, too.
private func partitioningIndex<Element>(of elements: [Element], where isAfter: (Element) -> Bool) -> Int {
  var (low, high) = (0, elements.count)
  while low < high {
    let middle = (low + high) / 2
    if isAfter(elements[middle]) { high = middle } else { low = middle + 1 }
  }
  return low
}
