import VialGraphProgram

extension FactReader {
  /// The code around the name of an injection.
  private enum Context {
    /// A member, as in `a.resolve()`.
    case member(IndexedFile.Call)

    /// The operand of an operator that the application declares, as in `^a`.
    case operand(of: SymbolID)

    /// An element of a collection that code resolves at a token, as in `[a, b].map { $0.resolve() }`.
    case element(resolvedAt: Int)

    /// An argument, as in `f(a)`, `Instance(a)`, `@Instance(a)`, `f([a])` or `b.provide(with: a)`.
    case argument(ofCallAt: Int)

    /// The value of another variable, or of other code, as in `let b = a`.
    case value
  }

  private func context(of token: Int) -> Context {
    let call = file.calls(after: token + 1).first { !IndexedFile.modifiers.contains($0.name) }
    if let call { return .member(call) }
    if let function = file.prefixOperator(before: token) { return .operand(of: function) }
    if let use = file.resolvedElement(ofCollectionWith: token) { return .element(resolvedAt: use) }
    return source.callee(around: file.collection(with: token) ?? token).map(Context.argument) ?? .value
  }

  /// Adds the use or the replacement of the injections that a variable holds.
  mutating func addUse(of index: Int, in body: Body) {
    let mention = file.mentions[index]
    guard let token = mention.token else { return addUseInExpansion(of: index, in: body) }
    // An assignment uses nothing.
    if mention.reference.roles.contains(.write) || source[token + 1] == "=" { return }
    if file.isExpanded(mention) { return addUseInExpansion(of: index, in: body) }
    switch context(of: token) {
    case .member(let call): add(call, of: mention, in: body)
    case .operand(let function):
      let parameter = Parameter(function: function, label: "_1")
      addArgument(of: parameter, from: token - 1, to: token + 1, mention, in: body)
    case .element(let use):
      addResolve(of: mention, in: body, at: file.moment(at: use, in: file.start(of: body)), retainsInstance: false)
    case .argument(let callee): addArgument(ofCallAt: callee, mention, in: body)
    case .value: addPass(of: mention, to: nil, in: body)
    }
  }

  /// Adds the call of a member of an injection.
  mutating func add(_ call: IndexedFile.Call, of mention: IndexedFile.Mention, in body: Body) {
    membersOfKnownInjections.insert(call.member)
    switch call.name {
    case .resolve: addResolve(of: mention, by: call, in: body)
    case .override: addOverride(of: mention, by: call, in: body)
    case .provide, .publish:
      var implementation = implementation(call, in: mention.reference.container)
      implementation.copied = call.arguments.flatMap(copied)
      add(.replace(.provide(implementation)), mention, in: body)
    case .allowLive: add(.replace(.allowLive), mention, in: body)
    case .isProvided:
      // An assertion, or a text that is printed, does not choose other code.
      let isDescribed = mention.token.flatMap(parameterThatGets).map(functions.keepsNothing) ?? false
      add(.use(isDescribed ? .inspect : .guarding), mention, in: body)
    case .resolveIfProvided:
      add(.use(.guarding), mention, in: body)
      addResolve(of: mention, in: body, at: .now, retainsInstance: false)
    case .`init`, .required, .when, .onRelease, .allowLiveInTests, .neverLiveInTests, .other:
      add(.use(.inspect), mention, in: body)
    }
  }

  /// The parameter of a function that gets the expression at a token.
  private func parameterThatGets(_ token: Int) -> Parameter? {
    source.callee(around: token).flatMap { file.parameter(getting: token, ofCallAt: $0) }
  }

  /// Adds the use of an injection that is an argument of a call.
  private mutating func addArgument(ofCallAt callee: Int, _ mention: IndexedFile.Mention, in body: Body) {
    switch file.libraryMember(at: callee) {
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
      guard let parameter = mention.token.flatMap({ file.parameter(getting: $0, ofCallAt: callee) }) else {
        return addPass(of: mention, to: nil, in: body)
      }
      let end = source.arguments(ofCallAt: callee)?.upperBound ?? callee + 1
      addArgument(of: parameter, from: callee, to: end, mention, in: body)
    }
  }

  /// Adds the effect of a function on an injection that it gets, where the call of the function is between two tokens.
  private mutating func addArgument(
    of parameter: Parameter,
    from start: Int,
    to end: Int,
    _ mention: IndexedFile.Mention,
    in body: Body
  ) {
    switch functions.effect(of: parameter) {
    case .unknown: addPass(of: mention, to: parameter.function, in: body)
    case .inspects: add(.use(.inspect), mention, in: body)
    case .resolves(let moment, let retainsInstance):
      let isInitializer = program[parameter.function].kind == .initializer
      let isKept = retainsInstance && (isInitializer || file.isKept(from: start, to: end))
      addResolve(of: mention, in: body, at: moment, retainsInstance: isKept)
    }
  }

  /// Adds the use that the next member of the library in the same line indicates, without the text of the use.
  private mutating func addUseInExpansion(of index: Int, in body: Body) {
    let mention = file.mentions[index]
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
    let line = file.mentions[index].reference.location.line
    let references = file.mentions[index...].lazy.map(\.reference).prefix { $0.location.line == line }
    let members = references.compactMap { vocabulary.libraryMembers[$0.symbol]?.ofInjection }
    return members.first { $0 != .`init` }
  }

  mutating func add(_ action: Step.Action, _ mention: IndexedFile.Mention, in body: Body) {
    facts.steps[body, default: []].append(step(mention, action, in: body))
  }

  /// Adds that other code gets an injection, perhaps as the value of another variable.
  private mutating func addPass(of mention: IndexedFile.Mention, to function: SymbolID?, in body: Body) {
    let symbol = mention.reference.symbol
    var variables = file.destinations(of: mention.token, in: mention.reference.container)
    if case .declaration(let symbol) = body { variables.append(program[symbol].accessedVariable ?? symbol) }
    if variables.contains(symbol) { return }
    for variable in variables where vocabulary.heldTypes[variable] != nil {
      facts.aliases[variable, default: []].append(Alias(injection: symbol, body: body))
    }
    add(.use(.pass(to: function)), mention, in: body)
  }

  /// Adds the resolve of an injection by a call of `resolve`, or without one if another call resolves it.
  private mutating func addResolve(of mention: IndexedFile.Mention, by call: IndexedFile.Call?, in body: Body) {
    var resolution = Resolution(retainsInstance: mention.token.map { isRetained($0, resolvedBy: call) } ?? true)
    resolution.keepsKey = mention.token.map(keepsKey) ?? false
    var step = step(mention, .use(.resolve(resolution)), in: body)
    if let call, let token = mention.token, file.isPassed(call) {
      step.moment = step.moment.then(file.momentOfFunction(at: token, in: file.start(of: body)))
    }
    if step.moment.isNow, let variable = mention.reference.container, file.isLazy(variable) {
      resolution.lazyProperty = variable
      step.action = .use(.resolve(resolution))
    }
    facts.steps[body, default: []].append(step)
    guard resolution.retainsInstance, let token = mention.token, file.isWholeValue(token) else { return }
    if let constant = body.declaration, program[constant].kind == .global {
      facts.instances[constant] = mention.reference.symbol
    }
    for use in file.uses(ofValueOf: token) { injectionsByConstant[use] = mention.reference.symbol }
  }

  /// Adds the resolve of an injection by code that gets it as an argument or as an element of a collection.
  private mutating func addResolve(
    of mention: IndexedFile.Mention,
    in body: Body,
    at moment: Moment,
    retainsInstance: Bool
  ) {
    var step = step(mention, .use(.resolve(Resolution(retainsInstance: retainsInstance))), in: body)
    step.moment = step.moment.then(moment).then(.perhaps(at: mention.reference.location))
    facts.steps[body, default: []].append(step)
  }

  /// Whether the code that resolves an injection, or a function that gets the instance, keeps the instance.
  private func isRetained(_ injection: Int, resolvedBy call: IndexedFile.Call?) -> Bool {
    guard let call else { return true }
    if !file.isKept(from: injection, to: call.end) { return false }
    let parameters = file.parametersThatGet(injection)
    return parameters.isEmpty || !parameters.allSatisfy(functions.keepsNothing)
  }

  /// Whether the key after a family, as in `folders[key]` or `folders.resolve(key)`, is the one that the factory gets.
  private func keepsKey(after family: Int) -> Bool {
    let resolve = file.calls(after: family + 1).first.flatMap(\.arguments)?.lowerBound ?? family
    let open = source[family + 1] == "[" ? family + 1 : resolve
    guard ["[", "("].contains(source[open]), source.tokens[open].match == open + 2,
      let code = parts.last?.tokens, let brace = code.first(where: { source[$0] == "{" }),
      source.brackets(around: family).first(where: { source[$0] == "{" && !source.isOfStatement($0) }) == brace
    else { return false }
    return source[open + 1] == "$0" || source[open + 1] == source[brace + 1] && ["in", ","].contains(source[brace + 2])
  }

  /// Adds the creation of a consumer, or the resolve by the call that reads the consumer in the same body.
  private mutating func addConsumer(_ consumer: LibraryMember.Wrapper, of mention: IndexedFile.Mention, in body: Body) {
    if let read = mention.token.flatMap({ self.read(ofConsumerOf: $0, in: body) }) {
      let resolution = Resolution(retainsInstance: file.isKept(from: read, to: read + 1))
      var step = step(mention, .use(.resolve(resolution)), in: body)
      step.moment = file.moment(at: read, in: file.start(of: body))
      facts.steps[body, default: []].append(step)
      return
    }
    let name = mention.token.flatMap(source.callee(around:)).flatMap(source.destination)
    let members = mention.reference.container.flatMap(program.enclosingType).map { program[$0].members } ?? []
    let property = name.flatMap { name in members.first { "_\(program[$0].name)" == source[name] } }
    add(.use(.consume(consumer, assignedTo: property)), mention, in: body)
  }

  /// The call that reads a consumer before its body ends, as in `let weather = Instance(Services.weather)` and `weather()`.
  func read(ofConsumerOf injection: Int, in body: Body) -> Int? {
    let constant = source.callee(around: injection).flatMap(source.destination)
    return constant.flatMap(file.uses(ofConstant:))?.first { use in
      source[use + 1] == "(" && source.tokens[use + 1].isAdjacent
        && file.moment(at: use, in: file.start(of: body)).isNow
    }
  }
}
