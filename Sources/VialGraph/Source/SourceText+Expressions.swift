extension SourceText {
  /// The token after a name and its generic arguments.
  func endOfName(at name: Int) -> Int {
    guard self[name + 1].hasPrefix("<"), isAdjacent(name + 1) else { return name + 1 }
    var depth = 0
    for token in (name + 1)..<tokens.count {
      if ["{", "}", ";", "=", "=="].contains(self[token]) { break }
      depth += angles(token)
      if depth <= 0 { return token + 1 }
    }
    return name + 1
  }

  /// The number of angle brackets that a token opens, less those that it closes.
  private func angles(_ token: Int) -> Int {
    self[token] == "->" ? 0 : self[token].reduce(0) { $0 + ($1 == "<" ? 1 : $1 == ">" ? -1 : 0) }
  }

  /// The arguments and the trailing closures of the call whose name is a token.
  func arguments(ofCallAt name: Int) -> Range<Int>? {
    let start = endOfName(at: name)
    var end = start
    if self[end] == "(" || self[end] == "[", isAdjacent(end) { end = (tokens[end].match ?? end) + 1 }
    // A closure after the first one has a label.
    while let brace = [end, end + 2].first(where: {
      self[$0] == "{" && ($0 == end || end > start && self[end + 1] == ":")
    }) {
      end = (tokens[brace].match ?? brace) + 1
    }
    return end > start ? start..<end : nil
  }

  /// The member that is accessed on the expression that ends before a token.
  func member(at end: Int) -> Int? {
    let dot = ["?", "!"].contains(self[end]) ? end + 1 : end
    return self[dot] == "." ? dot + 1 : nil
  }

  /// The name of the call whose arguments or closure begin after a name, with generic arguments, before a token.
  func callee(before token: Int) -> Int? {
    var name = token - 1
    if self[name].hasSuffix(">"), self[name] != "->" {
      var depth = 0
      repeat {
        depth -= angles(name)
        name -= 1
      } while depth > 0 && name > 0
    }
    return isName(name) ? name : nil
  }

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
    var next = token
    while let token = previous(next), self[token] != "," {
      if self[token] == "=" { return target(ofAssignmentAt: token) }
      next = token
    }
    guard isName(next), self[next + 1] == ":", let list = tokens[next].parent, self[list] == "(" else { return nil }
    return .argument(self[next], list)
  }

  private func target(ofAssignmentAt equals: Int) -> Destination? {
    var next = equals
    while let token = previous(next) {
      if ["let", "var"].contains(self[token]) { return .declaration(next) }
      next = token
    }
    return isName(equals - 1) ? .variable(equals - 1) : nil
  }
}
