import VialGraphProgram

// When the code at a token runs, seen from the body that contains the token.

extension IndexedFile {
  /// Returns when the code at a token runs, seen from the body that begins at `start`.
  func moment(at token: Int, in start: Int) -> Moment {
    let brackets = source.brackets(around: token).filter { $0 >= start }.reversed()
    let moment = Moment(.build, source.doubts(at: token, in: start))
    return brackets.reduce(moment) { $0.then(self.moment(of: $1, in: start)) }
  }

  /// Returns when the code of a body makes the outermost closure around a token that is called later.
  func momentOfClosure(around token: Int, in body: Body) -> Moment? {
    let start = min(start(of: body), token)
    let brackets = source.brackets(around: token).filter { $0 >= start }.reversed()
    guard let later = brackets.first(where: { !moment(of: $0, in: start).isNow }), source[later] == "{",
      case .closure = source.blocks[later]
    else { return nil }
    return moment(at: later, in: start)
  }

  /// Returns when the arguments or the closure of a call are evaluated, seen from the call.
  func moment(of bracket: Int, in start: Int) -> Moment {
    let isBrace = source[bracket] == "{"
    let block = isBrace ? source.blocks[bracket] : .closure(source.callee(of: bracket))
    if isBrace, let moment = momentOfLocalFunction(withBody: bracket, in: start) { return moment }
    guard case .closure(let callee) = block else { return .now }
    guard let callee else { return isBrace ? .later : .now }
    if isBrace, isInstance(bracket, ofCallAt: callee) { return .later }
    return momentOfArguments(ofCallAt: callee, areFunctions: isBrace, in: start)
  }

  /// Whether a closure or a function is the instance that an injection provides, as in `provide(with: { … })`, in contrast to a
  /// factory.
  private func isInstance(_ function: Int, ofCallAt callee: Int) -> Bool {
    let isLabeled = source.label(ofArgumentAt: function, ofCallAt: callee).map(["instance", "with"].contains) ?? false
    guard isLabeled, libraryMember(at: callee)?.ofInjection != nil else { return false }
    return symbols(at: callee).contains { program[$0].takesAutoclosure }
  }

  private func isCase(_ name: Int) -> Bool {
    symbols(at: name).contains { symbol in
      let type = program.enclosingType(of: symbol)
      return program[symbol].kind == .other && type.map { program[$0].kind == .enumeration } == true
    }
  }

  /// Whether a call such as `[first, second].forEach { … }` is a loop over an array literal that has elements.
  private func hasElements(before callee: Int) -> Bool {
    source[callee] == "forEach" && source[callee - 1] == "." && source.isLiteralWithElements(endingAt: callee - 2)
  }

  /// Returns when a function that a token names without a call is called, seen from the code that names it.
  func momentOfFunction(at token: Int, in start: Int) -> Moment {
    guard let callee = source.callee(around: token), !isInstance(token, ofCallAt: callee) else { return .later }
    return momentOfArguments(ofCallAt: callee, areFunctions: true, in: start)
  }

  /// Returns when code reads the members of a key path, seen from the code that contains the key path.
  func momentOfKeyPath(_ keyPath: Int, in start: Int) -> Moment {
    source[keyPath - 2] == "keyPath" ? .now : momentOfFunction(at: keyPath, in: start)
  }

  /// Returns when a call runs the functions or evaluates the other arguments that it gets, seen from the call.
  private func momentOfArguments(ofCallAt callee: Int, areFunctions: Bool, in start: Int) -> Moment {
    let perhaps = Moment.perhaps(at: source.tokens[callee].location)
    switch libraryMember(at: callee) {
    case .injection(.when), .injection(.publish): return perhaps
    case .injection(.onRelease), .function(.observe): return .later
    // A publication in a factory or in a function resolves later.
    case .injection(.`init`) where callee > start: return .later
    // A macro can do anything with a closure.
    case nil where areFunctions && source[callee - 1] == "#": return perhaps
    // A case of an enumeration keeps the closure.
    case nil where areFunctions && isCase(callee): return .later
    case nil:
      let location = source.tokens[callee].location
      let functions = symbols(at: callee).filter { program[$0].isFunction && program[$0].definition != location }
      // The factories of a variable's injection.
      let isInitialValue = symbols(at: start).contains(where: vocabulary.holdsInjections)
      let publishes = functions.contains(where: vocabulary.publishingFunctions.contains)
      if areFunctions, isInitialValue, publishes { return .now }
      let known = areFunctions ? vocabulary.callsOfClosures : vocabulary.evaluationsOfAutoclosures
      let calls = functions.map { known[$0] ?? (areFunctions ? .later : .now) }
      switch calls.min() ?? .now {
      case .now: return .now
      case .perhaps: return hasElements(before: callee) ? .now : perhaps
      case .later: return .later
      }
    default: return .now
    }
  }
}
