import VialGraphProgram

extension Annotator {
  /// A call of a member of an injection, and the token after its arguments.
  typealias Call = (name: LibraryMember.Injection, arguments: Range<Int>?, end: Int)

  /// The members that return the injection.
  private static let modifiers: Set<LibraryMember.Injection> = [
    .when, .onRelease, .allowLiveInTests, .neverLiveInTests,
  ]
  private static let uses: [LibraryMember.Injection: Use] = [
    .override: .override, .provide: .provide, .publish: .provide, .allowLive: .allowLive, .isProvided: .guarding,
  ]

  /// The uses of the injections that are arguments of functions and methods.
  private static let usesOfArguments: [LibraryMember: Use] = [
    .function(.allowLive): .allowLive, .function(.seal): .inspect, .function(.expectProvided): .inspect,
    .function(.expectReleased): .inspect,
    // `override(with: other)` and `provide(with: other)` resolve the other injection or family.
    .injection(.override): .resolve, .injection(.provide): .resolve,
  ]

  /// Adds the use of the injections that a variable holds.
  mutating func addUse(of index: Int, in body: Body) {
    let mention = mentions[index]
    let (reference, token) = mention
    // An assignment uses nothing.
    if reference.roles.contains(.write) || token.map({ source[$0 + 1] == "=" }) == true { return }
    let (use, arguments, isPassed) = use(of: index)
    if use == .pass {
      var variables = destinations(of: token, in: reference.container)
      if case .declaration(let symbol) = body { variables.append(program[symbol].accessedVariable ?? symbol) }
      if variables.contains(reference.symbol) { return }
      for variable in variables where vocabulary.heldTypes[variable] != nil {
        facts.aliases[variable, default: []].append(reference.symbol)
      }
    }
    var step = step(mention, use, in: body)
    if use.replaces { read(arguments, of: &step) }
    if use == .resolve || use == .resolveMember, let token { step.keepsKey = keepsKey(after: token) }
    if isPassed, let token { step.moment = step.moment.then(momentOfFunction(at: token, in: start(of: body))) }
    if use == .resolve, step.moment.isNow, let variable = reference.container, isLazy(variable) {
      step.consumer = variable
    }
    if case .consume = use, let token, let read = read(ofConsumerOf: token, in: body) {
      step = self.step(mention, isKept(from: read, to: read + 1) ? .resolve : .resolveMember, in: body)
      step.moment = moment(at: read, in: start(of: body))
    } else if case .consume = use, let name = token.flatMap(source.callee(around:)).flatMap(source.destination) {
      let members = reference.container.flatMap(program.enclosingType).map { program[$0].members } ?? []
      step.consumer = members.first { "_\(program[$0].name)" == source[name] }
    }
    if use == .resolve, let token { step.arguments = argumentsThatGet(token) }
    if use == .resolve, let token, isWholeValue(token) {
      step.isWhole = true
      for use in uses(ofValueOf: token) { injectionsByConstant[use] = reference.symbol }
    }
    facts.steps[body, default: []].append(step)
    // Code that reads whether its override is active inspects the injection.
    let overrides = use == .override ? token.flatMap(source.destination).flatMap(uses(ofConstant:)) ?? [] : []
    if overrides.contains(where: { source[$0 + 1] == "." && source[$0 + 2] == "isActive" }) {
      facts.steps[body, default: []].append(self.step(mention, .inspect, in: body))
    }
  }

  /// Whether the call of `resolve` at an injection is the whole value of a constant.
  private func isWholeValue(_ injection: Int) -> Bool {
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

  /// Reads the arguments of the call that overrides, provides or permits.
  private mutating func read(_ arguments: Range<Int>?, of step: inout Step) {
    guard let arguments else { return }
    if step.use != .allowLive { step.code = addPart(arguments, of: step.reference.container) }
    step.copied = copied(by: arguments)
    // `provide(with: other)` has no strategy, because the other injection keeps its instances.
    let functions = symbols(at: arguments.lowerBound - 1).map { program[$0].name }
    if step.use == .provide, functions.contains(where: { $0.contains("strategy:") }) {
      let strategies = arguments.lazy.compactMap(libraryMember).compactMap(\.strategy)
      step.strategy = strategies.first.map { Strategy(rawValue: $0) } ?? .singleton
      step.flows = Set(arguments.flatMap(symbols).flatMap(vocabulary.flows))
    }
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
    if start + 1 == last {
      let constant = file.isMain ? symbols(at: start).first { program[$0].kind == .global } : nil
      return injectionsByConstant[start] ?? constant
    }
    let injection = (start..<last).first { symbols(at: $0).contains(where: vocabulary.holdsInjections) }
    guard source[arguments.lowerBound] == "(", let injection,
      (start..<injection).allSatisfy({ source.isName($0) || source[$0] == "." }),
      let call = calls(after: injection + 1).first, call.name == .resolve, call.end == last
    else { return nil }
    return symbols(at: injection).first(where: vocabulary.holdsInjections)
  }

  /// The use of an injection, the arguments of the call that uses it, and whether the method is passed instead of called.
  private func use(of index: Int) -> (use: Use, arguments: Range<Int>?, isPassed: Bool) {
    guard let token = mentions[index].token, !isExpanded(mentions[index]) else {
      return (useInExpansion(of: index), nil, false)
    }
    if let call = calls(after: token + 1).first(where: { !Self.modifiers.contains($0.name) }) {
      if call.name != .resolve { return (Self.uses[call.name] ?? .inspect, call.arguments, false) }
      let isPassed =
        call.arguments == nil && symbols(at: call.end - 1).contains { program[$0].isFunction && !program[$0].isGetter }
      return (isKept(from: token, to: call.end) ? .resolve : .resolveMember, nil, isPassed)
    }
    guard let callee = source.callee(around: token) else { return (.pass, nil, false) }
    let member = libraryMember(at: callee)
    let use = member?.createdConsumer.map(Use.consume) ?? member.flatMap { Self.usesOfArguments[$0] } ?? .pass
    return (use, source.arguments(ofCallAt: callee), false)
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

  /// The use that the next member of the library in the same line indicates, without the text of the use.
  private func useInExpansion(of index: Int) -> Use {
    let reference = mentions[index].reference
    if let consumer = reference.container.flatMap({ vocabulary.consumers[$0] }) { return .consume(consumer) }
    let references = mentions[index...].lazy.map(\.reference).prefix { $0.location.line == reference.location.line }
    let members = references.compactMap { vocabulary.libraryMembers[$0.symbol]?.ofInjection }
    guard let member = members.first(where: { $0 != .`init` }) else { return .pass }
    return member == .resolve ? .resolve : .inspect
  }

  /// The calls of members of an injection that are chained to the expression before a token.
  func calls(after end: Int) -> [Call] {
    var calls: [Call] = []
    var end = end
    while let member = source.member(at: end), let name = libraryMember(at: member)?.ofInjection {
      let arguments = source.arguments(ofCallAt: member)
      end = arguments?.upperBound ?? member + 1
      calls.append((name, arguments, end))
    }
    return calls
  }

  /// Whether an instance that is resolved is stored, and not only used for its members.
  private func isKept(from start: Int, to end: Int) -> Bool {
    if !source.endsExpression(end - 1) || isAssignedToWeakProperty(start) { return false }
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

  /// The arguments that are all that gets the instance of a resolved injection, perhaps with a local constant.
  private func argumentsThatGet(_ injection: Int) -> [Argument] {
    guard let end = calls(after: injection + 1).first?.end else { return [] }
    let uses = isWholeValue(injection) ? source.destination(of: injection).flatMap(uses(ofConstant:)) : nil
    let kept = uses?.filter { source.endsExpression($0) || !moment(at: $0, in: injection).isNow }
    let arguments = kept?.map { argument(from: $0, to: $0 + 1) } ?? [argument(from: injection, to: end)]
    return arguments.contains(nil) ? [] : arguments.compactMap(\.self)
  }

  /// The argument of a known function that an expression is.
  private func argument(from start: Int, to end: Int) -> Argument? {
    let before = Array(source.statement(before: start))
    guard [")", ","].contains(source[end]), let callee = source.callee(around: start),
      before.allSatisfy({ source.isName($0) || [".", ":"].contains(source[$0]) }),
      let label = source.label(ofArgumentAt: start, ofCallAt: callee)
    else { return nil }
    let function = symbols(at: callee).first { program[$0].isFunction }
    return function.map { Argument(function: $0, label: label) }
  }

  /// Reads the parameters of which the functions of the file keep nothing, and the weak properties.
  mutating func readParameters() {
    for symbol in file.definitions where !program[symbol].isImplicit {
      if isWeak(symbol) { facts.weakProperties.insert(symbol) }
      // A function that a subclass or another type replaces can keep the argument.
      let isOfProtocol = program.enclosingType(of: symbol).map { program[$0].kind == .protocol } ?? false
      guard program[symbol].isFunction, program[symbol].overriding.isEmpty, !isOfProtocol,
        let name = program[symbol].definition.flatMap(source.token)
      else { continue }
      for parameter in source.parameters(ofFunctionAt: name) {
        let isRead = parameter.uses.allSatisfy { use in
          moment(at: use, in: name).isNow && (!source.endsExpression(use) || isAssignedToWeakProperty(use))
        }
        if isRead { facts.readParameters.insert(Argument(function: symbol, label: parameter.label)) }
      }
    }
  }

  private func isAssignedToWeakProperty(_ token: Int) -> Bool {
    source.destination(of: token).map { symbols(at: $0).contains(where: isWeak) } ?? false
  }

  /// Whether a property of the file does not retain its instance.
  private func isWeak(_ property: SymbolID) -> Bool {
    guard program[property].kind == .property, let name = program[property].definition.flatMap(source.token) else {
      return false
    }
    return source.statement(before: name).contains { ["weak", "unowned"].contains(source[$0]) }
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
