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
