/// Finds the brackets, the comments and the strings of a source.
struct BracketScanner {
  private struct StringLiteral {
    let quotes: Int
    let hashes: Int

    /// The number of open brackets around the interpolation.
    var depth = 0
  }

  private(set) var pairs: [SourceText.Pair] = []

  /// The ranges of comments and strings.
  private(set) var text: [Range<Int>] = []
  private let bytes: [Unicode.Scalar]
  private var openPairs: [Int] = []
  private var interpolations: [StringLiteral] = []
  private var offset = 0

  init(bytes: [Unicode.Scalar]) { self.bytes = bytes }

  mutating func scan() {
    while offset < bytes.count {
      switch bytes[offset] {
      case "/" where byte(after: 1) == "/": skipLineComment()
      case "/" where byte(after: 1) == "*": skipBlockComment()
      case "\"", "#": beginString()
      case "(", "[", "{": openBracket()
      case ")", "]", "}": closeBracket()
      default: offset += 1
      }
    }
    // A bracket without an end, for example in a branch of `#if`, ends with the file.
    for index in openPairs { pairs[index].close = bytes.count }
  }

  private func byte(after distance: Int) -> Unicode.Scalar? {
    offset + distance < bytes.count ? bytes[offset + distance] : nil
  }

  private func count(of byte: Unicode.Scalar, from start: Int) -> Int {
    start < bytes.count ? bytes[start...].prefix { $0 == byte }.count : 0
  }

  private mutating func openBracket() {
    pairs.append(.init(open: offset, close: bytes.count, parent: openPairs.last))
    openPairs.append(pairs.count - 1)
    offset += 1
  }

  private mutating func closeBracket() {
    if let index = openPairs.popLast() { pairs[index].close = offset }
    offset += 1
    if let string = interpolations.last, string.depth == openPairs.count {
      interpolations.removeLast()
      skip(string)
    }
  }

  private mutating func skipLineComment() {
    let start = offset
    while offset < bytes.count, bytes[offset] != "\n" { offset += 1 }
    text.append(start..<offset)
  }

  private mutating func skipBlockComment() {
    let start = offset
    var depth = 0
    repeat {
      let isStart = bytes[offset] == "/" && byte(after: 1) == "*"
      let isEnd = bytes[offset] == "*" && byte(after: 1) == "/"
      depth += isStart ? 1 : isEnd ? -1 : 0
      offset += isStart || isEnd ? 2 : 1
    } while depth > 0 && offset < bytes.count
    text.append(start..<min(offset, bytes.count))
  }

  private mutating func beginString() {
    let hashes = count(of: "#", from: offset)
    let quotes = count(of: "\"", from: offset + hashes)
    guard quotes > 0 else {
      offset += hashes
      return
    }
    let delimiter = quotes >= 3 ? 3 : 1
    text.append(offset..<offset + hashes + delimiter)
    offset += hashes + delimiter
    skip(StringLiteral(quotes: delimiter, hashes: hashes))
  }

  /// Skips to the end of a string, or into an interpolation.
  private mutating func skip(_ string: StringLiteral) {
    let start = offset
    defer { text.append(start..<min(offset, bytes.count)) }
    while offset < bytes.count {
      switch bytes[offset] {
      case "\\" where count(of: "#", from: offset + 1) >= string.hashes:
        offset += 1 + string.hashes
        guard byte(after: 0) != "(" else {
          interpolations.append(StringLiteral(quotes: string.quotes, hashes: string.hashes, depth: openPairs.count))
          return openBracket()
        }
        offset += 1
      case "\""
      where count(of: "\"", from: offset) >= string.quotes
        && count(of: "#", from: offset + string.quotes) >= string.hashes:
        offset += string.quotes + string.hashes
        return
      case "\n" where string.quotes == 1: return
      default: offset += 1
      }
    }
  }
}
