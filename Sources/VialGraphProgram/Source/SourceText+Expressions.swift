// The expressions around a token: calls, their arguments, and the names that get values.

extension SourceText {
  package func isName(_ token: Int) -> Bool {
    self[token].first.map { $0.isLetter || ["_", "`"].contains($0) } == true && !["return", "in"].contains(self[token])
  }

  /// The arguments and the trailing closures of the call whose name is a token.
  package func arguments(ofCallAt name: Int) -> Range<Int>? {
    var end = name + 1
    if self[end] == "(", tokens[end].isAdjacent { end = (tokens[end].match ?? end) + 1 }
    // A closure after the first one has a label.
    var brace: Int { end > name + 1 && self[end + 1] == ":" ? end + 2 : end }
    while self[brace] == "{" { end = (tokens[brace].match ?? brace) + 1 }
    return end > name + 1 ? name + 1..<end : nil
  }

  /// The labels of the arguments in the brackets of a call, with `_1`, `_2` and so on for arguments without labels.
  package func labels(ofCallAt name: Int) -> Set<String> {
    Set(arguments(inBracketsOf: name).map(\.label))
  }

  /// The label of the argument of a call that contains a token.
  package func label(ofArgumentAt token: Int, ofCallAt name: Int) -> String? {
    arguments(inBracketsOf: name).last { $0.start <= token }?.label
  }

  /// The tokens of the argument of a call that has a label.
  package func argument(_ label: String, ofCallAt name: Int) -> Range<Int>? {
    let arguments = arguments(inBracketsOf: name)
    guard let index = arguments.firstIndex(where: { $0.label == label }) else { return nil }
    let next = index + 1 < arguments.count ? arguments[index + 1].start : tokens[name + 1].match
    return arguments[index].start..<max(arguments[index].start, next ?? 0)
  }

  private func arguments(inBracketsOf name: Int) -> [(start: Int, label: String)] {
    let starts = tokens.indices.contains(name + 1) && tokens[name + 1].isAdjacent ? elements(ofBracket: name + 1) : []
    return Array(zip(starts, numbered(starts.map { self[$0 + 1] == ":" ? self[$0] : "_" })))
  }

  /// The first tokens of the arguments or the parameters in a bracket that follows a name.
  private func elements(ofBracket open: Int) -> [Int] {
    guard self[open] == "(", let end = tokens[open].match else { return [] }
    return (open + 1..<max(open + 1, end)).filter { beginsElement($0, ofBracket: open) }
  }

  private func beginsElement(_ token: Int, ofBracket open: Int) -> Bool {
    token == open + 1 || self[token - 1] == "," && tokens[token].parent == open
  }

  /// The parameters of a function: their labels, and the uses of each in the body.
  package func parameters(ofFunctionAt name: Int) -> [(label: String, uses: [Int])] {
    // The generic parameters of an operator, or the `?` of an initializer, are before the bracket.
    guard let open = tokens[name...].prefix(10).firstIndex(where: { $0.text == "(" }) else { return [] }
    let starts = elements(ofBracket: open)
    guard let close = starts.isEmpty ? nil : tokens[open].match,
      let brace = tokens[close...].firstIndex(where: { $0.text == "{" && $0.parent == tokens[name].parent }),
      let end = tokens[brace].match
    else { return [] }
    return zip(numbered(starts.map { self[$0] }), starts).map { label, start in
      let parameter = self[start + 1] == ":" ? self[start] : self[start + 1]
      let uses = (brace..<end).filter { token in
        let isLabel = self[token + 1] == ":" && ["(", ","].contains(self[token - 1])
        return self[token] == parameter && self[token - 1] != "." && !isLabel
      }
      return (label, uses)
    }
  }

  /// Whether each parameter of a function has a default argument.
  package func hasDefaultArguments(ofFunctionAt name: Int) -> Bool {
    let open = ["?", "!"].contains(self[name + 1]) ? name + 2 : name + 1
    let starts = elements(ofBracket: open)
    let ends = starts.dropFirst() + [tokens[open].match ?? open]
    return zip(starts, ends).allSatisfy { start, end in
      (start..<max(start, end)).contains { self[$0] == "=" && tokens[$0].parent == open }
    }
  }

  /// The label of the parameter whose default argument contains a token.
  package func parameter(around token: Int, ofFunctionAt name: Int) -> String? {
    let open = ["?", "!"].contains(self[name + 1]) ? name + 2 : name + 1
    let inside = [token] + brackets(around: token)
    // A getter has no name, so its definition is its brace, which an interpolation can follow.
    guard self[name] != "{", self[open] == "(", let index = inside.firstIndex(of: open), index > 0 else { return nil }
    guard let first = Array(statement(before: inside[index - 1])).last else { return nil }
    let starts = (open + 1...first).filter { beginsElement($0, ofBracket: open) }
    return numbered(starts.map { self[$0] }).last
  }

  /// Labels, with numbers after those that are `_`.
  private func numbered(_ labels: [String]) -> [String] {
    var count = 0
    return labels.map { label in
      if label != "_" { return label }
      count += 1
      return "_\(count)"
    }
  }

  /// The backslash of the key path that contains a name, as in `\.address.street`.
  package func keyPath(around name: Int) -> Int? {
    var token = name
    while token > 0, tokens[token].isAdjacent {
      switch self[token - 1] {
      case "\\": return token - 1
      case ".", "?", "!": token -= 1
      case "]": token = tokens[token - 1].match ?? 0
      default:
        if token == name || !isName(token - 1) { return nil }
        token -= 1
      }
    }
    return nil
  }

  /// Whether no member, key or argument follows the expression that ends with a token.
  package func endsExpression(_ token: Int) -> Bool {
    member(at: token + 1) == nil && !(["[", "("].contains(self[token + 1]) && tokens[token + 1].isAdjacent)
  }

  /// Whether an expression is only an operand of a comparison or of a logical operator, or the condition or the subject of a
  /// statement.
  package func isRead(from start: Int, to end: Int) -> Bool {
    let path = statement(before: start).prefix { isName($0) && !Self.conditions.contains(self[$0]) || self[$0] == "." }
    let before = (Array(path).last ?? start) - 1
    let isTernary = self[end] == "?" && !tokens[end].isAdjacent
    return Self.readingOperators.contains(self[before]) || Self.readingOperators.contains(self[end])
      || Self.conditions.contains(self[before]) || isTernary
  }

  private static let conditions: Set = ["if", "while", "guard", "switch"]
  private static let readingOperators: Set = ["==", "!=", "===", "!==", "<", ">", "<=", ">=", "&&", "||", "!", "~="]

  /// The member that is accessed on the expression that ends before a token, perhaps with a subscript.
  package func member(at end: Int) -> Int? {
    let isSubscript = self[end] == "[" && tokens[end].isAdjacent
    let dot = isSubscript ? (tokens[end].match ?? end) + 1 : ["?", "!"].contains(self[end]) ? end + 1 : end
    return self[dot] == "." ? dot + 1 : nil
  }

  /// Whether a bracket closes an array or a dictionary literal that has elements.
  package func isLiteralWithElements(endingAt close: Int) -> Bool {
    guard self[close] == "]", let open = tokens[close].match else { return false }
    let followsValue = isName(open - 1) || [")", "]", "}", "?", "!"].contains(self[open - 1])
    let isSubscript = tokens[open].isAdjacent && followsValue
    // An element is a token, or a string in front of one. An empty dictionary has a colon.
    let hasElements = (open + 1...close).contains { token in
      token < close && self[token] != ":" || tokens[token].followsLiteral
    }
    return !isSubscript && hasElements
  }

  /// Whether a token that no declaration contains is in a statement, in contrast to an attribute or a macro.
  package func isOutsideOfDeclarations(_ token: Int) -> Bool {
    let outer = brackets(around: token).last ?? token
    let first = Array(statement(before: outer)).last ?? outer
    return !["@", "#"].contains(self[first])
  }

  /// The name of the call that a token is an argument of.
  package func callee(around token: Int) -> Int? {
    tokens[token].parent.flatMap { self[$0] == "(" ? callee(of: $0) : nil }
  }

  /// The name of the call whose arguments contain a bracket, or begin with it.
  package func callee(of bracket: Int) -> Int? {
    switch self[bracket - 1] {
    // The label of a trailing closure that follows another one.
    case ":" where self[bracket - 3] == "}": tokens[bracket - 3].match.flatMap(callee(of:))
    case ")": tokens[bracket - 1].match.flatMap(callee(of:))
    case "(", ",", ":": tokens[bracket].parent.flatMap(callee(of:))
    default: isName(bracket - 1) ? bracket - 1 : nil
    }
  }

  /// The name that the value of the expression at a token gets: a constant, a variable or the label of an argument.
  package func destination(of token: Int) -> Int? {
    let before = statement(before: token).prefix { self[$0] != "," }
    if let equals = before.first(where: { self[$0] == "=" }) {
      let target = [equals] + statement(before: equals).prefix { self[$0] != "," }
      let keyword = target.firstIndex { ["let", "var"].contains(self[$0]) }
      return [keyword.map { target[$0 - 1] } ?? equals - 1].first(where: isName)
    }
    let first = before.last ?? token
    let isLabel = isName(first) && self[first + 1] == ":" && tokens[first].parent.map { self[$0] } == "("
    return isLabel ? first : nil
  }
}
