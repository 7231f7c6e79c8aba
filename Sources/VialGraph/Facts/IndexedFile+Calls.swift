import VialGraphProgram

// The calls of members of injections.

extension IndexedFile {
  /// A call of a member of an injection.
  struct Call {
    let name: LibraryMember.Injection

    /// The token of the name.
    let member: Int
    let arguments: Range<Int>?

    /// The token after the call.
    let end: Int
  }

  /// The members that return the injection.
  static let modifiers: Set<LibraryMember.Injection> = [
    .when, .onRelease, .allowLiveInTests, .neverLiveInTests,
  ]

  /// The calls of members of an injection that are chained to the expression before a token.
  func calls(after end: Int) -> [Call] {
    var calls: [Call] = []
    var end = end
    while let member = source.member(at: end), let name = libraryMember(at: member)?.ofInjection {
      let arguments = source.arguments(ofCallAt: member)
      end = arguments?.upperBound ?? member + 1
      calls.append(Call(name: name, member: member, arguments: arguments, end: end))
    }
    return calls
  }

  /// The call that resolves an injection, which begins with the members after a token.
  func resolve(after end: Int) -> Call? {
    let call = calls(after: end).first { !Self.modifiers.contains($0.name) }
    return call?.name == .resolve ? call : nil
  }

  /// Whether code passes a method instead of calling it.
  func isPassed(_ call: Call) -> Bool {
    call.arguments == nil
      && symbols(at: call.end - 1).contains { program[$0].isFunction && !program[$0].isGetter }
  }

  /// The lifetime that a call gives the instances, or `nil` if it has no strategy and none is the default.
  func lifetime(_ call: Call, _ arguments: Range<Int>) -> Lifetime? {
    if let argument = source.argument("strategy", ofCallAt: call.member) {
      let strategies = argument.lazy.compactMap(libraryMember).compactMap(\.strategy)
      let flows = Set(argument.flatMap(symbols).flatMap(vocabulary.flows))
      return Lifetime(strategy: strategies.first.flatMap(Strategy.init), flows: flows)
    }
    // `provide(with: other)` has no strategy, because the other injection keeps its instances.
    let functions = symbols(at: call.member).map { program[$0].name }
    let hasDefault = call.name == .provide && functions.contains { $0.contains("strategy:") }
    return hasDefault ? Lifetime(strategy: .singleton) : nil
  }

  /// The function of a prefix operator directly before a token.
  func prefixOperator(before token: Int) -> SymbolID? {
    guard token > 0, source.tokens[token].isAdjacent, source.isOperator(token - 1) else { return nil }
    return symbols(at: token - 1).first { program[$0].isFunction }
  }
}
