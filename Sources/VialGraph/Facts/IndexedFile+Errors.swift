import VialGraphProgram

// The errors that leave code, and the calls after which code continues although they throw an error.

/// The handling of the errors of a call by the code around the call.
enum ErrorHandling: Hashable {
  /// The error leaves the code.
  case propagates

  /// The code continues, because of `try?`.
  case isIgnored

  /// A `catch` handles the error. The doubt is whether the rest of the `do` runs.
  case isCaught(Doubt)
}

extension IndexedFile {
  /// The errors before a token that leave the code that begins at `start`: branches with `throw`, and calls with `try`.
  func errors(before token: Int, in start: Int) -> [Doubt] {
    let around = source.brackets(around: token)
    let branches = throwStatements.filter { $0 > start && $0 < token }.compactMap { statement -> Int? in
      let brackets = source.brackets(around: statement).prefix { !around.contains($0) }
      // An error in a `do` with a `catch`, in a closure or in a function of the code does not leave the code.
      return brackets.allSatisfy(source.passesErrors) ? brackets.last { source.blocks[$0] == .branch } : nil
    }
    let places = branches + source.tries(before: token, in: start)
    return places.map { Doubt(kind: .exit, place: source.tokens[$0].location) }
  }

  /// The handling of the errors of a call by the code around the call.
  func handling(ofErrorsOfCallAt token: Int) -> ErrorHandling {
    if !hasTries { return .propagates }
    for inside in [token] + source.brackets(around: token) {
      if source.statement(before: inside).contains(where: { source[$0] == "try" && source[$0 + 1] == "?" }) {
        return .isIgnored
      }
      if source[inside] != "{" { continue }
      if let doubt = source.doubt(ofErrorsIn: inside) { return .isCaught(doubt) }
      if !source.isOfStatement(inside) { return .propagates }
    }
    return .propagates
  }
}
