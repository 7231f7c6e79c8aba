import VialGraphProgram

// The errors that leave code, and the calls after which code continues although they throw an error.

extension Annotator {
  /// The branches before a token that throw an error, and so leave the code that begins at `start`.
  func branchesThatThrow(before token: Int, in start: Int) -> [Doubt] {
    let around = source.brackets(around: token)
    let branches = throwStatements.filter { $0 > start && $0 < token }.compactMap { statement -> Int? in
      let brackets = source.brackets(around: statement).prefix { !around.contains($0) }
      // An error in `do`, in a closure or in a function of the code does not leave the code.
      return brackets.allSatisfy { source.blocks[$0] == .branch } ? brackets.last : nil
    }
    return branches.map { Doubt(kind: .exit, place: source.tokens[$0].location) }
  }

  /// Whether the code around a call continues if the call throws an error, because of `try?` or `catch`.
  func continuesAfterError(ofCallAt token: Int) -> Bool {
    for inside in [token] + source.brackets(around: token) {
      if source.statement(before: inside).contains(where: { source[$0] == "try" && source[$0 + 1] == "?" }) {
        return true
      }
      if source[inside] != "{" { continue }
      let close = source.tokens[inside].match ?? inside
      if source[inside - 1] == "do", source[close + 1] == "catch" { return catchContinues(after: close) }
      if source.blocks[inside] != .branch { return false }
    }
    return false
  }

  /// Whether code follows one of the blocks `catch` after a brace.
  private func catchContinues(after brace: Int) -> Bool {
    let leaving: Set = ["return", "throw", "exit", "abort", "fatalError", "preconditionFailure"]
    var close = brace
    while source[close + 1] == "catch" {
      guard let open = source.tokens[close...].firstIndex(where: { $0.text == "{" }),
        let end = source.tokens[open].match
      else { return false }
      if !(open..<end).contains(where: { leaving.contains(source[$0]) }) { return true }
      close = end
    }
    return false
  }
}
