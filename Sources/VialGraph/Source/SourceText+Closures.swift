extension SourceText {
  /// The role of a pair of braces.
  enum Block: Equatable {
    /// The body of a declaration, or a statement that always runs.
    case body

    /// A part of `if`, `switch` or a loop.
    case branch

    /// A closure that is called where it is written: `{ … }()`.
    case appliedClosure

    /// A closure that is stored, assigned or returned.
    case storedClosure

    /// A closure that is passed to the call whose name begins at an offset.
    case argument(callee: Int)
  }

  private static let branches: Set = ["if", "else", "guard", "for", "while", "switch", "catch"]
  private static let declarations: Set = [
    "func", "init", "deinit", "subscript", "get", "set", "willSet", "didSet", "class", "struct", "enum", "actor",
    "extension", "protocol", "do", "repeat", "defer",
  ]

  /// Returns the role of the braces that open at an offset.
  func block(openingAt open: Int) -> Block {
    let last = lastCode(before: open)
    guard last >= 0 else { return .body }
    if let pair = pair(at: open), pair.close + 1 < bytes.count, bytes[pair.close + 1] == "(" { return .appliedClosure }
    let words = wordsOfStatement(before: open)
    if !words.isDisjoint(with: Self.branches) { return .branch }
    if !words.isDisjoint(with: Self.declarations) { return .body }
    if words.contains("var"), !words.contains("=") { return .body }
    switch bytes[last] {
    case "=": return .storedClosure
    case "{": return .storedClosure
    case "(", ",", "[": return blockOfArgument(at: open)
    case ":": return blockOfLabel(endingAt: last) ?? blockOfArgument(at: open)
    case ")":
      guard let arguments = pair(at: last) else { return .body }
      return call(endingAt: arguments.open)
    default:
      let name = identifier(endingAt: last + 1)
      if name.isEmpty { return bytes[last] == ">" ? call(endingAt: last + 1) : .body }
      return ["return", "in"].contains(text(name)) ? .storedClosure : call(endingAt: last + 1)
    }
  }

  private func blockOfArgument(at open: Int) -> Block {
    guard let list = pairs(around: open).first, bytes[list.open] == "(" else { return .storedClosure }
    return call(endingAt: list.open)
  }

  /// A closure with a label follows another trailing closure, or it is an argument in parentheses.
  private func blockOfLabel(endingAt colon: Int) -> Block? {
    let previous = lastCode(before: identifier(endingAt: colon).lowerBound)
    guard previous >= 0, bytes[previous] == "}", let closure = pair(at: previous) else { return nil }
    return block(openingAt: closure.open)
  }

  private func call(endingAt end: Int) -> Block {
    nameOfCall(endingAt: end).map { .argument(callee: $0) } ?? .storedClosure
  }

  /// The offset of the name, with generic arguments, that ends before an offset.
  func nameOfCall(endingAt end: Int) -> Int? {
    var end = end
    if end > 0, bytes[end - 1] == ">" {
      var depth = 0
      repeat {
        end -= 1
        depth += bytes[end] == ">" ? 1 : bytes[end] == "<" ? -1 : 0
      } while depth > 0 && end > 0
    }
    let name = identifier(endingAt: end)
    return name.isEmpty ? nil : name.lowerBound
  }

  /// The words of the statement before an opening brace, and `=`, without those in brackets.
  private func wordsOfStatement(before open: Int) -> Set<String> {
    var words: Set<String> = []
    var offset = open - 1
    while offset >= 0 {
      let word = identifier(endingAt: offset + 1)
      if !word.isEmpty {
        if lastCode(before: word.lowerBound) < 0 || bytes[lastCode(before: word.lowerBound)] != "." {
          words.insert(text(word))
        }
        offset = word.lowerBound - 1
        continue
      }
      guard isCode[offset] else {
        offset -= 1
        continue
      }
      switch bytes[offset] {
      case ")", "]":
        offset = pair(at: offset)?.open ?? offset
      case "}":
        // `} else {` and `} catch {` continue a statement.
        return words
      case "(", "[", "{", ";": return words
      case "\n" where !isContinued(at: offset): return words
      case "=": words.insert("=")
      default: break
      }
      offset -= 1
    }
    return words
  }

  /// Whether the statement before a line break continues after it.
  func isContinued(at newline: Int) -> Bool {
    let before = lastCode(before: newline)
    let after = skipSpace(after: newline)
    guard before >= 0, after < bytes.count else { return false }
    return "=,?:&|+(".unicodeScalars.contains(bytes[before]) || ".?:&|+={".unicodeScalars.contains(bytes[after])
  }
}
