import VialGraphProgram

extension Annotator {
  /// A call of a member of an injection, and the token after its arguments.
  typealias Call = (name: LibraryMember.Injection, member: Int, arguments: Range<Int>?, end: Int)

  /// The members that return the injection.
  static let modifiers: Set<LibraryMember.Injection> = [
    .when, .onRelease, .allowLiveInTests, .neverLiveInTests,
  ]

  /// Adds the use or the replacement of the injections that a variable holds.
  mutating func addUse(of index: Int, in body: Body) {
    let mention = mentions[index]
    guard let token = mention.token else { return addUseInExpansion(of: index, in: body) }
    // An assignment uses nothing.
    if mention.reference.roles.contains(.write) || source[token + 1] == "=" { return }
    if isExpanded(mention) {
      addUseInExpansion(of: index, in: body)
    } else if let call = calls(after: token + 1).first(where: { !Self.modifiers.contains($0.name) }) {
      add(call, of: mention, in: body)
    } else if let symbol = prefixOperator(before: token) {
      addArgument(of: Parameter(function: symbol, label: "_1"), from: token - 1, to: token + 1, mention, in: body)
    } else if let use = resolvedElement(ofCollectionWith: token) {
      addResolve(of: mention, in: body, at: moment(at: use, in: start(of: body)), retainsInstance: false)
    } else if let callee = source.callee(around: collection(with: token) ?? token) {
      addArgument(ofCallAt: callee, mention, in: body)
    } else {
      addPass(of: mention, to: nil, in: body)
    }
  }

  /// Adds the call of a member of an injection.
  private mutating func add(_ call: Call, of mention: Mention, in body: Body) {
    membersOfKnownInjections.insert(call.member)
    switch call.name {
    case .resolve: addResolve(of: mention, by: call, in: body)
    case .override: addOverride(of: mention, by: call, in: body)
    case .provide, .publish:
      var implementation = implementation(call, in: mention.reference.container)
      implementation.copied = call.arguments.flatMap(copied)
      add(.replace(.provide(implementation)), mention, in: body)
    case .allowLive: add(.replace(.allowLive), mention, in: body)
    case .isProvided: add(.use(.guarding), mention, in: body)
    case .resolveIfProvided:
      add(.use(.guarding), mention, in: body)
      addResolve(of: mention, in: body, at: .now, retainsInstance: false)
    case .`init`, .required, .when, .onRelease, .allowLiveInTests, .neverLiveInTests, .other:
      add(.use(.inspect), mention, in: body)
    }
  }

  /// Adds the use of an injection that is an argument of a call.
  private mutating func addArgument(ofCallAt callee: Int, _ mention: Mention, in body: Body) {
    switch libraryMember(at: callee) {
    case .createsConsumer(let consumer): addConsumer(consumer, of: mention, in: body)
    case .function(.allowLive): add(.replace(.allowLive), mention, in: body)
    case .function(.seal): add(.use(.require), mention, in: body)
    case .function(.expectProvided), .function(.expectReleased):
      add(.use(.inspect), mention, in: body)
    // `override(with: other)` and `provide(with: other)` resolve the other injection or family.
    case .injection(.override), .injection(.provide): addResolve(of: mention, by: nil, in: body)
    default:
      if source[callee - 1] == "@", let consumer = mention.reference.container.flatMap({ vocabulary.consumers[$0] }) {
        return addConsumer(consumer, of: mention, in: body)
      }
      guard let parameter = mention.token.flatMap({ parameter(getting: $0, ofCallAt: callee) }) else {
        return addPass(of: mention, to: nil, in: body)
      }
      let end = source.arguments(ofCallAt: callee)?.upperBound ?? callee + 1
      addArgument(of: parameter, from: callee, to: end, mention, in: body)
    }
  }

  /// Adds what a function does with an injection that it gets, where the call of the function is between two tokens.
  private mutating func addArgument(
    of parameter: Parameter,
    from start: Int,
    to end: Int,
    _ mention: Mention,
    in body: Body
  ) {
    switch functions.effect(of: parameter) {
    case .unknown: addPass(of: mention, to: parameter.function, in: body)
    case .inspects: add(.use(.inspect), mention, in: body)
    case .resolves(let moment, let retainsInstance):
      let isInitializer = program[parameter.function].kind == .initializer
      let isKept = retainsInstance && (isInitializer || isKept(from: start, to: end))
      addResolve(of: mention, in: body, at: moment, retainsInstance: isKept)
    }
  }

  /// Adds the resolve of an injection by code that gets it as an argument or as an element of a collection.
  private mutating func addResolve(of mention: Mention, in body: Body, at moment: Moment, retainsInstance: Bool) {
    var step = step(mention, .use(.resolve(Resolution(retainsInstance: retainsInstance))), in: body)
    step.moment = step.moment.then(moment).then(.perhaps(at: mention.reference.location))
    facts.steps[body, default: []].append(step)
  }

  /// The function of a prefix operator directly before a token.
  private func prefixOperator(before token: Int) -> SymbolID? {
    guard token > 0, source.tokens[token].isAdjacent, source.isOperator(token - 1) else { return nil }
    return symbols(at: token - 1).first { program[$0].isFunction }
  }

  /// Adds the use that the next member of the library in the same line indicates, without the text of the use.
  private mutating func addUseInExpansion(of index: Int, in body: Body) {
    let mention = mentions[index]
    let reference = mention.reference
    if reference.roles.contains(.write) { return }
    if let consumer = reference.container.flatMap({ vocabulary.consumers[$0] }) {
      return addConsumer(consumer, of: mention, in: body)
    }
    switch nextMember(inLineOf: index) {
    case nil: addPass(of: mention, to: nil, in: body)
    case .resolve: addResolve(of: mention, by: nil, in: body)
    default: add(.use(.inspect), mention, in: body)
    }
  }

  /// The next member of an injection that the line of a mention uses, apart from initializers.
  private func nextMember(inLineOf index: Int) -> LibraryMember.Injection? {
    let line = mentions[index].reference.location.line
    let references = mentions[index...].lazy.map(\.reference).prefix { $0.location.line == line }
    let members = references.compactMap { vocabulary.libraryMembers[$0.symbol]?.ofInjection }
    return members.first { $0 != .`init` }
  }

  private mutating func add(_ action: Step.Action, _ mention: Mention, in body: Body) {
    facts.steps[body, default: []].append(step(mention, action, in: body))
  }

  private mutating func addPass(of mention: Mention, to function: SymbolID?, in body: Body) {
    let symbol = mention.reference.symbol
    var variables = destinations(of: mention.token, in: mention.reference.container)
    if case .declaration(let symbol) = body { variables.append(program[symbol].accessedVariable ?? symbol) }
    if variables.contains(symbol) { return }
    for variable in variables where vocabulary.heldTypes[variable] != nil {
      facts.aliases[variable, default: []].append(Alias(injection: symbol, body: body))
    }
    add(.use(.pass(to: function)), mention, in: body)
  }

  private mutating func addOverride(of mention: Mention, by call: Call, in body: Body) {
    add(.replace(.override(implementation(call, in: mention.reference.container))), mention, in: body)
    // Code that uses the result, as in `#expect(override.isActive)`, inspects the injection.
    let overrides = mention.token.flatMap(source.destination).flatMap(uses(ofConstant:)) ?? []
    if overrides.contains(where: usesResult) { add(.use(.inspect), mention, in: body) }
  }

  /// Whether the code at the name of an override reads a member, or the result of `rollback()`.
  private func usesResult(ofOverride name: Int) -> Bool {
    let isStatement = source.previous(name) == nil && source.tokens[name].parent.map { source[$0] == "{" } ?? true
    return source[name + 1] == "." && !(isStatement && source[name + 2] == "rollback")
  }

  /// Adds the resolve of an injection by a call of `resolve`, or without one if another call resolves it.
  private mutating func addResolve(of mention: Mention, by call: Call?, in body: Body) {
    var resolution = Resolution(retainsInstance: mention.token.map { isRetained($0, resolvedBy: call) } ?? true)
    resolution.keepsKey = mention.token.map(keepsKey) ?? false
    var step = step(mention, .use(.resolve(resolution)), in: body)
    if let call, let token = mention.token, isPassed(call) {
      step.moment = step.moment.then(momentOfFunction(at: token, in: start(of: body)))
    }
    if step.moment.isNow, let variable = mention.reference.container, isLazy(variable) {
      resolution.lazyProperty = variable
      step.action = .use(.resolve(resolution))
    }
    facts.steps[body, default: []].append(step)
    guard resolution.retainsInstance, let token = mention.token, isWholeValue(token) else { return }
    if let constant = body.declaration, program[constant].kind == .global {
      facts.instances[constant] = mention.reference.symbol
    }
    for use in uses(ofValueOf: token) { injectionsByConstant[use] = mention.reference.symbol }
  }

  /// Whether the code that resolves an injection, or a function that gets the instance, keeps the instance.
  private func isRetained(_ injection: Int, resolvedBy call: Call?) -> Bool {
    guard let call else { return true }
    if !isKept(from: injection, to: call.end) { return false }
    let parameters = parametersThatGet(injection)
    return parameters.isEmpty || !parameters.allSatisfy(functions.keepsNothing)
  }

  /// Whether code passes a method instead of calling it.
  func isPassed(_ call: Call) -> Bool {
    call.arguments == nil
      && symbols(at: call.end - 1).contains { program[$0].isFunction && !program[$0].isGetter }
  }

  /// Adds the creation of a consumer, or the resolve by the call that reads the consumer in the same body.
  private mutating func addConsumer(_ consumer: LibraryMember.Wrapper, of mention: Mention, in body: Body) {
    if let read = mention.token.flatMap({ self.read(ofConsumerOf: $0, in: body) }) {
      let resolution = Resolution(retainsInstance: isKept(from: read, to: read + 1))
      var step = step(mention, .use(.resolve(resolution)), in: body)
      step.moment = moment(at: read, in: start(of: body))
      facts.steps[body, default: []].append(step)
      return
    }
    let name = mention.token.flatMap(source.callee(around:)).flatMap(source.destination)
    let members = mention.reference.container.flatMap(program.enclosingType).map { program[$0].members } ?? []
    let property = name.flatMap { name in members.first { "_\(program[$0].name)" == source[name] } }
    add(.use(.consume(consumer, assignedTo: property)), mention, in: body)
  }

  /// Whether the call of `resolve` at an injection is the whole value of a constant.
  func isWholeValue(_ injection: Int) -> Bool {
    guard let end = calls(after: injection + 1).first?.end else { return false }
    let before = source.statement(before: injection).prefix { source[$0] != "=" }
    let isStart = before.allSatisfy { source.isName($0) || source[$0] == "." }
    return isStart && (end >= source.tokens.count || source[end] == "}" || source.previous(end) == nil)
  }

  /// The call that reads a consumer before its body ends, as in `let weather = Instance(Services.weather)` and `weather()`.
  private func read(ofConsumerOf injection: Int, in body: Body) -> Int? {
    let constant = source.callee(around: injection).flatMap(source.destination)
    return constant.flatMap(uses(ofConstant:))?.first { use in
      source[use + 1] == "(" && source.tokens[use + 1].isAdjacent && moment(at: use, in: start(of: body)).isNow
    }
  }

  /// The implementation that the arguments of a call provide, or with which they override an injection.
  private mutating func implementation(_ call: Call, in container: SymbolID?) -> Implementation {
    guard let arguments = call.arguments else { return Implementation() }
    return Implementation(code: addPart(arguments, of: container), lifetime: lifetime(call, arguments))
  }

  /// The lifetime that a call gives the instances, or `nil` if it has no strategy and none is the default.
  private func lifetime(_ call: Call, _ arguments: Range<Int>) -> Lifetime? {
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

  /// Whether the key after a family, as in `folders[key]` or `folders.resolve(key)`, is the one that the factory gets.
  private func keepsKey(after family: Int) -> Bool {
    let resolve = calls(after: family + 1).first.flatMap(\.arguments)?.lowerBound ?? family
    let open = source[family + 1] == "[" ? family + 1 : resolve
    guard ["[", "("].contains(source[open]), source.tokens[open].match == open + 2,
      let code = parts.last?.tokens, let brace = code.first(where: { source[$0] == "{" }),
      source.brackets(around: family).first(where: { source[$0] == "{" && source.blocks[$0] != .branch }) == brace
    else { return false }
    return source[open + 1] == "$0" || source[open + 1] == source[brace + 1] && ["in", ","].contains(source[brace + 2])
  }

  /// The injection whose instance is the only argument: a call of `resolve`, or a constant that has the result of one.
  private func copied(by arguments: Range<Int>) -> SymbolID? {
    let first = arguments.lowerBound + 1
    let start = source[first + 1] == ":" ? first + 2 : source[first] == "return" ? first + 1 : first
    guard let last = arguments.last, start < last else { return nil }
    if source[first] == "let" { return injectionOfConstant(declaredAt: first, returnedBefore: last) }
    if start + 1 == last {
      let constant = file.isMain ? symbols(at: start).first { program[$0].kind == .global } : nil
      return injectionsByConstant[start] ?? constant
    }
    return injection(resolvedFrom: start, to: last)
  }

  /// The injection that is resolved by an expression without other operations.
  private func injection(resolvedFrom start: Int, to end: Int) -> SymbolID? {
    let injection = (start..<end).first { symbols(at: $0).contains(where: vocabulary.holdsInjections) }
    guard let injection,
      (start..<injection).allSatisfy({ source.isName($0) || source[$0] == "." }),
      let call = calls(after: injection + 1).first, call.name == .resolve, call.end == end
    else { return nil }
    return symbols(at: injection).first(where: vocabulary.holdsInjections)
  }

  /// The injection of a closure that only resolves it, and returns the constant with the instance, as in
  /// `{ let weather = other.resolve(); return weather }`.
  private func injectionOfConstant(declaredAt keyword: Int, returnedBefore brace: Int) -> SymbolID? {
    let start = keyword + 3
    let keywordOfReturn = brace - 2
    guard source[keyword + 2] == "=", start < keywordOfReturn, source[keywordOfReturn] == "return",
      source[keyword + 1] == source[brace - 1]
    else { return nil }
    let isSeparated = source[keywordOfReturn - 1] == ";"
    return injection(resolvedFrom: start, to: isSeparated ? keywordOfReturn - 1 : keywordOfReturn)
  }

  /// Reads a call that overrides or provides an injection that the code gets from other code.
  mutating func readProvision(_ mention: Mention) {
    let provisions: [LibraryMember] = [.injection(.override), .injection(.provide), .injection(.publish)]
    guard let member = vocabulary.libraryMembers[mention.reference.symbol], provisions.contains(member),
      mention.token.map({ !membersOfKnownInjections.contains($0) }) ?? true, let body = body(of: mention)
    else { return }
    facts.providers.insert(body)
  }

  /// Whether a mention names a consumer only to reset it, as in `$draft.reset()`, which resolves nothing.
  func isReset(_ mention: Mention) -> Bool {
    let name = mention.reference.location
    // The index has the location of the name after the `$`.
    let dollar = Location(file: name.file, line: name.line, column: name.column - 1)
    guard let token = source.token(at: dollar), source[token].hasPrefix("$"), source[token + 1] == "." else {
      return false
    }
    return libraryMember(at: token + 2) == .resetsConsumer
  }

  /// Reads the reset of a consumer, as in `$draft.reset()` or `model.$draft.reset()`.
  mutating func readReset(_ mention: Mention) {
    guard let token = mention.token,
      vocabulary.libraryMembers[mention.reference.symbol] == .resetsConsumer,
      source[token - 1] == ".", source[token - 2].hasPrefix("$")
    else { return }
    // The index has the location of the name after the `$`.
    let dollar = source.tokens[token - 2].location
    let name = Location(file: dollar.file, line: dollar.line, column: dollar.column + 1)
    let consumers = mentions.map(\.reference).filter { $0.location == name && vocabulary.consumers[$0.symbol] != nil }
    let isOfSelf = source[token - 3] != "." || source[token - 4] == "self"
    let type = isOfSelf ? mention.reference.container.flatMap(program.enclosingType) : nil
    for consumer in consumers { facts.resetConsumers[consumer.symbol, default: []].insert(type) }
  }

  /// The calls of members of an injection that are chained to the expression before a token.
  func calls(after end: Int) -> [Call] {
    var calls: [Call] = []
    var end = end
    while let member = source.member(at: end), let name = libraryMember(at: member)?.ofInjection {
      let arguments = source.arguments(ofCallAt: member)
      end = arguments?.upperBound ?? member + 1
      calls.append((name, member, arguments, end))
    }
    return calls
  }

  /// Whether an instance that is resolved is stored, and not only used for its members.
  func isKept(from start: Int, to end: Int) -> Bool {
    if !source.endsExpression(end - 1) || source.isRead(from: start, to: end) || isAssignedToWeakProperty(start) {
      return false
    }
    let uses = source.destination(of: start).flatMap(uses(ofConstant:))
    // A closure that is called later keeps the instance whose members it uses.
    return uses?.contains { source.endsExpression($0) || !moment(at: $0, in: start).isNow } ?? true
  }

  /// The tokens that use the constant that has the value of an expression, or another constant that has the value of that one.
  private func uses(ofValueOf token: Int) -> [Int] {
    let uses = source.destination(of: token).flatMap(uses(ofConstant:)) ?? []
    let isWhole: (Int) -> Bool = { use in
      let isEnd = use + 1 >= source.tokens.count || source[use + 1] == "}" || source.previous(use + 1) == nil
      return source[use - 1] == "=" && ["let", "var"].contains(source[use - 3]) && isEnd
    }
    return uses + uses.filter(isWhole).flatMap(self.uses(ofValueOf:))
  }

  /// The tokens that use a local constant, or `nil` if a token does not name a local constant.
  func uses(ofConstant name: Int) -> [Int]? {
    guard let brace = source.tokens[name].parent, source[brace] == "{", symbols(at: name).isEmpty else { return nil }
    let scope = name + 1..<max(name + 1, source.tokens[brace].match ?? 0)
    return scope.filter { source[$0] == source[name] && source[$0 - 1] != "." && source[$0 + 1] != ":" }
  }

  /// The variables that get the value of the expression at a token.
  ///
  /// An argument of an initializer, or a constant in it, is assumed to be assigned to the property with the same name.
  func destinations(of token: Int?, in container: SymbolID?) -> [SymbolID] {
    guard let name = token.flatMap(source.destination) else { return [] }
    let callees = source.callee(around: name).map(symbols) ?? []
    let initializer = (callees + [container].compactMap(\.self)).first { program[$0].kind == .initializer }
    let members = initializer.flatMap(program.enclosingType).map { program[$0].members } ?? []
    return symbols(at: name) + members.filter { program[$0].name == source[name] }
  }
}
