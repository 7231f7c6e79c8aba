import VialGraphProgram

// The calls of local functions and of closures that constants have, which the index does not show.

extension IndexedFile {
  /// Returns when the body of a local function, or of a closure that a constant has, runs, seen from the code that begins at
  /// `start`, or `nil` for other braces.
  func momentOfLocalFunction(withBody brace: Int, in start: Int) -> Moment? {
    if source.blocks[brace] == nil {
      guard let name = source.function(withBody: brace), name > start else { return nil }
      return moment(ofCallsOf: name, withBody: brace, in: start) ?? firstMoment(ofUsesOf: name, in: start)
    }
    guard source[brace - 1] == "=", let close = source.tokens[brace].match, endsStatement(close),
      let name = source.destination(of: brace), name >= start
    else { return nil }
    return moment(ofCallsOf: name, withBody: brace, in: start)
  }

  /// Returns when the first use of a local function calls or passes the function.
  private func firstMoment(ofUsesOf name: Int, in start: Int) -> Moment {
    let moments = (uses(ofConstant: name) ?? []).map { use in
      source[use + 1] == "(" ? .now : momentOfFunction(at: use, in: start)
    }
    return moments.min { $0.order < $1.order } ?? .later
  }

  /// Returns when code calls a function or a closure, or `nil` if there is another use than a call.
  private func moment(ofCallsOf name: Int, withBody brace: Int, in start: Int) -> Moment? {
    let body = brace...(source.tokens[brace].match ?? brace)
    let calls = self.calls(ofConstant: name, in: start) { !body.contains($0) }
    return calls?.reduce(nil) { $0?.or($1) ?? $1 } ?? nil
  }

  /// Returns when code calls the function that a constant has, or `nil` if a use neither calls it nor gives it another name.
  private func calls(ofConstant name: Int, in start: Int, where isIncluded: (Int) -> Bool = { _ in true }) -> [Moment]?
  {
    guard let uses = uses(ofConstant: name) ?? uses(ofGlobal: name) else { return nil }
    var calls: [Moment] = []
    for use in uses where isIncluded(use) {
      // Two functions can call each other.
      if isInLocalFunction(use, of: start) { return nil }
      let moment = moment(at: use, in: start)
      let isOptional = ["?", "!"].contains(source[use + 1])
      let bracket = isOptional ? use + 2 : use + 1
      if source[bracket] == "(", source.tokens[bracket].isAdjacent {
        calls.append(moment)
      } else if let other = otherName(ofFunctionAt: use), let others = self.calls(ofConstant: other, in: start) {
        calls += others.map(moment.then)
      } else {
        return nil
      }
    }
    return calls
  }

  /// The constant that has the function that a token names, as in `let install = isNeeded ? composeAll : nil`.
  private func otherName(ofFunctionAt use: Int) -> Int? {
    let before = source.statement(before: use)
    guard ["=", "?", ":"].contains(source[use - 1]), source[use + 1] == ":" || endsStatement(use),
      before.contains(where: { source[$0] == "let" }), let name = source.destination(of: use),
      source.tokens[name].parent == source.tokens[use].parent
    else { return nil }
    return name
  }

  private func isInLocalFunction(_ token: Int, of start: Int) -> Bool {
    source.brackets(around: token).contains { brace in
      source.blocks[brace] == nil && source.function(withBody: brace).map { $0 > start } == true
    }
  }

  private func endsStatement(_ token: Int) -> Bool {
    token + 1 >= source.tokens.count || source[token + 1] == "}" || source.previous(token + 1) == nil
  }

  /// The tokens that use a variable of `main.swift` that no other file uses.
  private func uses(ofGlobal name: Int) -> [Int]? {
    guard isMain, let variable = symbols(at: name).first(where: { program[$0].kind == .global }),
      !usedElsewhere.contains(variable)
    else { return nil }
    return mentions.filter { $0.reference.symbol == variable }.compactMap(\.token).filter { $0 > name }
  }
}
