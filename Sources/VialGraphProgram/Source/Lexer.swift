/// Splits the text of a file into tokens, without comments and strings.
///
/// The text of a string is skipped, but the code in its interpolations is scanned.
struct Lexer {
  private(set) var tokens: [SourceText.Token] = []

  /// The line comments.
  private(set) var comments: [SourceText.Comment] = []

  /// Whether each bracket has a partner, and each comment and literal an end.
  private(set) var isReadable = true
  private let bytes: [UInt8]
  private let file: Int
  private var position = 0
  private var line = 1
  private var lineStart = 0

  /// Whether a literal ends after the last token.
  private var hasLiteral = false

  /// The tokens of the open brackets, innermost last.
  private var open: [Int] = []

  /// A branch of `#if`, by its lines and its tokens.
  struct Branch {
    var lines: Range<Int>
    var tokens: Range<Int>

    /// The open brackets where the `#if` begins.
    ///
    /// The compiler does not parse every inactive branch, so each branch begins and ends with the brackets of its `#if`.
    fileprivate let open: [Int]
  }

  /// The branches of `#if`.
  private(set) var branches: [Branch] = []

  /// The open branches, innermost last.
  private var conditions: [Branch] = []

  /// The lines of branches that are skipped.
  private let skippedLines: [Range<Int>]

  static let operators = Set("/=-+!*%<>&|^~?".unicodeScalars)

  init(_ bytes: [UInt8], file: Int, without lines: [Range<Int>] = []) {
    self.bytes = bytes
    self.file = file
    skippedLines = lines
    if starts(with: "#!") { skipLine() }
    scan(isInterpolation: false)
    isReadable = isReadable && open.isEmpty
  }

  /// Scans the file, or the code in the brackets of an interpolation.
  private mutating func scan(isInterpolation: Bool) {
    let depth = open.count
    repeat {
      switch at() {
      case "/" where at(1) == "/": skipLineComment()
      case "/" where at(1) == "*": skipComment()
      case "/" where startsRegularExpression: skipLiteral(pounds: 0)
      case "\"": skipLiteral(pounds: 0)
      case "#": scanPounds()
      case "(", "[", "{":
        add(1)
        open.append(tokens.count - 1)
      case ")", "]", "}": addClosingBracket()
      case "\0"..." ": advance()
      case "`": add(2 + count { $0 != "`" && $0 != "\n" })
      case let first where isName(first): add(lengthOfName)
      case let first where Self.operators.contains(first):
        add(1 + count { Self.operators.contains($0) && $0 != "/" })
      default: add(1)
      }
    } while position < bytes.count && !(isInterpolation && open.count <= depth)
  }

  private func at(_ offset: Int = 0) -> Unicode.Scalar {
    Unicode.Scalar(position + offset < bytes.count ? bytes[position + offset] : 0)
  }

  private func starts(with text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

  private func isName(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "$", "\u{80}"...: true
    default: false
    }
  }

  /// The number of characters after the first one that satisfy a condition.
  private func count(while condition: (Unicode.Scalar) -> Bool) -> Int {
    var count = 0
    while at(count + 1) != "\0", condition(at(count + 1)) { count += 1 }
    return count
  }

  /// Moves the position, and counts the lines.
  private mutating func advance(_ count: Int = 1) {
    for _ in 0..<min(count, bytes.count - position) {
      if at() == "\n" {
        line += 1
        lineStart = position + 1
      }
      position += 1
    }
  }

  // MARK: - Tokens

  private mutating func add(_ count: Int, match: Int? = nil) {
    let text = String(decoding: bytes[position...].prefix(count), as: UTF8.self)
    let location = Location(file: file, line: line, column: position - lineStart + 1)
    let isAdjacent = position > 0 && bytes[position - 1] > 32
    tokens.append(
      SourceText.Token(
        text: text,
        location: location,
        isAdjacent: isAdjacent,
        followsLiteral: hasLiteral,
        parent: open.last,
        match: match
      )
    )
    hasLiteral = false
    advance(count)
  }

  private mutating func addClosingBracket() {
    let opening = open.popLast()
    if let opening { tokens[opening].match = tokens.count } else if conditions.isEmpty { isReadable = false }
    add(1, match: opening)
  }

  /// The number of characters of a name, and of the generic arguments that directly follow it.
  private var lengthOfName: Int {
    let name = 1 + count(while: isName)
    if at(name) != "<" { return name }
    var depth = 0
    for offset in name..<name + 1_000 {
      switch at(offset) {
      case "(" where isName(at(offset - 1)): return name
      case "&" where at(offset + 1) == "&": return name
      case "<", "(", "[": depth += 1
      case ">" where at(offset - 1) != "-", ")", "]": depth -= 1
      case "{", "}", ";", "=", "\"", "/", "|", "\0": return name
      default: break
      }
      if depth == 0 { return at(offset) == ">" ? offset + 1 : name }
    }
    return name
  }

  // MARK: - Comments, literals and conditions

  private mutating func skipLine() {
    while position < bytes.count, at() != "\n" { position += 1 }
  }

  private mutating func skipLineComment() {
    let start = position
    skipLine()
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    let followsCode = tokens.last?.location.line == line
    comments.append(SourceText.Comment(text: text, line: followsCode ? line : line + 1))
  }

  /// Skips a block comment, which can contain others.
  private mutating func skipComment() {
    var depth = 0
    repeat {
      let change = at() == "/" && at(1) == "*" ? 1 : at() == "*" && at(1) == "/" ? -1 : 0
      depth += change
      advance(change == 0 ? 1 : 2)
    } while depth > 0 && position < bytes.count
    if depth > 0 { isReadable = false }
  }

  /// Scans a literal with `#`, a directive such as `#if`, or the first character of a macro.
  private mutating func scanPounds() {
    let pounds = 1 + count { $0 == "#" }
    if ["\"", "/"].contains(at(pounds)) { return skipLiteral(pounds: pounds) }
    if ["#if ", "#if(", "#if!"].contains(where: starts) {
      openBranch()
    } else if starts(with: "#else") {
      closeBranch()
      openBranch()
    } else if starts(with: "#endif") {
      closeBranch()
    } else {
      return add(1)
    }
    skipLine()
    let end = skippedLines.first { $0.lowerBound == line + 1 }?.upperBound ?? line
    while line + 1 < end, position < bytes.count {
      advance()
      skipLine()
    }
  }

  private mutating func openBranch() {
    let first = tokens.count
    conditions.append(Branch(lines: line + 1..<line + 1, tokens: first..<first, open: open))
  }

  private mutating func closeBranch() {
    guard var branch = conditions.popLast() else { return }
    open = branch.open
    branch.lines = branch.lines.lowerBound..<max(branch.lines.lowerBound, line)
    branch.tokens = branch.tokens.lowerBound..<tokens.count
    branches.append(branch)
  }

  /// Skips a string or a regular expression that begins after a number of `#`.
  private mutating func skipLiteral(pounds: Int) {
    position += pounds
    let quote = at()
    // The text of a string in several lines begins in a new line.
    let isBlock = ["\"\"\"\n", "\"\"\"\r"].contains(where: starts)
    let isMultiline = isBlock || quote == "/" && pounds > 0
    let marks = String(repeating: "#", count: pounds)
    let end = String(repeating: String(quote), count: isBlock ? 3 : 1) + marks
    let escape = quote == "/" ? "\\" : "\\" + marks
    advance(isBlock ? 3 : 1)
    while position < bytes.count, isMultiline || at() != "\n" {
      if at() == quote, starts(with: end) {
        hasLiteral = true
        return advance(end.utf8.count)
      }
      let isEscape = at() == "\\" && starts(with: escape)
      if isEscape, quote == "\"", at(escape.utf8.count) == "(" {
        advance(escape.utf8.count)
        scan(isInterpolation: true)
      } else {
        advance(isEscape ? escape.utf8.count + 1 : 1)
      }
    }
    if conditions.isEmpty || isMultiline { isReadable = false }
  }

  /// Whether the slash at the position begins a regular expression instead of an operator.
  private var startsRegularExpression: Bool {
    let isPrefix = position == 0 || at(-1) <= " " || ["(", "[", "{", ",", ";", ":", "!"].contains(at(-1))
    if !isPrefix || at(1) <= " " || at(1) == ")" || tokens.last?.text == "func" { return false }
    var offset = 1
    while !["/", "\n", "\0"].contains(at(offset)) { offset += at(offset) == "\\" ? 2 : 1 }
    return at(offset) == "/"
  }
}
