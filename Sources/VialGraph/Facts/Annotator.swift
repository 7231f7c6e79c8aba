import VialGraphProgram

/// Reads the facts of a file: what its code does, and in which body.
struct Annotator {
  /// A reference, and its token, or `nil` without the text of the file.
  typealias Mention = (reference: Reference, token: Int?)

  let program: Program
  private(set) var vocabulary: Vocabulary
  private(set) var functions: Parameters
  let number: Int
  let source: SourceText
  var facts = FileFacts()

  /// The factories and the replacements around the current mention, outermost first.
  var parts: [(tokens: Range<Int>, body: Body)] = []

  /// The references of the file, and the constants in initializers that stand for properties, in the order of the source.
  private(set) var mentions: [Mention] = []

  /// The injections whose instances local constants have, by the tokens that use the constants.
  var injectionsByConstant: [Int: SymbolID] = [:]

  /// The tokens of the members that code uses of injections that variables hold.
  var membersOfKnownInjections: Set<Int> = []

  /// The tokens `throw`.
  private(set) var throwStatements: [Int] = []
  private let hasTries: Bool
  private var symbolsByToken: [Int: [SymbolID]] = [:]
  var file: Program.File { program.files[number] }

  /// Reads a file of a program, whose source is a text.
  init(_ number: Int, in program: Program, _ vocabulary: Vocabulary, text: some Sequence<UInt8>) {
    self.program = program
    self.vocabulary = vocabulary
    self.number = number
    functions = Parameters(program)
    source = SourceText(text, file: number, stoppingFunctions: vocabulary.stoppingFunctions)
    hasTries = source.tokens.contains { $0.text == "try" }
    throwStatements = source.tokens.indices.filter { source[$0] == "throw" }
    let definitions = file.definitions.filter { !program[$0].isImplicit }
    mentions = file.references.flatMap(mentions)
    let named = mentions.map { ($0.reference.symbol, $0.token) }
    for (symbol, token) in named + definitions.map({ ($0, program[$0].definition.flatMap(source.token)) }) {
      if let token { symbolsByToken[token, default: []].append(symbol) }
    }
    addConstants()
  }

  /// Reads the facts with the vocabulary and the functions of the whole program.
  func facts(_ vocabulary: Vocabulary, _ functions: Parameters) -> FileFacts {
    var reader = self
    reader.vocabulary = vocabulary
    reader.functions = functions
    reader.facts.addComments(of: source)
    for index in mentions.indices { reader.annotate(index) }
    reader.readAssignments()
    // A type in a branch of `#if` that is not compiled has no symbol.
    let attributes = source.tokens.indices.filter { source[$0] == "@" && source[$0 + 1] == "main" }
    reader.facts.mainType = attributes.lazy.compactMap(type(withAttributeAt:)).first
    return reader.facts
  }

  /// A reference with its token, or with each token that can be the reference in the arguments of a macro.
  ///
  /// The references in the expansion of a macro have the location of the macro.
  private func mentions(of reference: Reference) -> [Mention] {
    let token = source.token(at: reference.location)
    guard let token, source[token] == "#", let arguments = source.arguments(ofCallAt: token + 1) else {
      return [(reference, token)]
    }
    let symbol = program[reference.symbol]
    let type = program.enclosingType(of: reference.symbol).map { program[$0].name } ?? ""
    let names = symbol.kind == .initializer ? ["init", type] : [symbol.baseName]
    let mentions = arguments.compactMap { token -> Mention? in
      let isNamed = names.contains { source[token] == $0 || source[token].hasPrefix("\($0)<") }
      let labels = symbol.isFunction ? source.labels(ofCallAt: token) : []
      let isOther =
        source[token + 1] == ":"
        || labels.contains { label in
          !symbol.name.contains(label.hasPrefix("_") ? "_:" : "\(label):")
        }
      var reference = reference
      reference.location = source.tokens[token].location
      return isNamed && !isOther ? (reference, token) : nil
    }
    let qualified = mentions.filter { mention in mention.token.map { source[$0 - 2] } == type }
    return [qualified, mentions].first { !$0.isEmpty } ?? [(reference, token)]
  }

  /// Adds the uses of local constants that hold injections, because the index has no references of them.
  ///
  /// A constant holds the injection of a variable, or in an initializer a publication for the property with its name.
  private mutating func addConstants() {
    for (reference, token) in mentions {
      let isPublication = vocabulary.isPublication(reference.symbol)
      guard let token, isPublication || vocabulary.holdsInjections(reference.symbol) && source.endsExpression(token),
        let uses = source.destination(of: token).flatMap(uses(ofConstant:)),
        let variable = isPublication
          ? destinations(of: token, in: reference.container).first(where: vocabulary.holdsInjections) : reference.symbol
      else { continue }
      mentions += uses.map { use in
        let location = source.tokens[use].location
        return (Reference(symbol: variable, roles: [], location: location, container: reference.container), use)
      }
    }
    mentions.sort { $0.reference.location < $1.reference.location }
  }

  private mutating func annotate(_ index: Int) {
    let mention = mentions[index]
    let symbol = mention.reference.symbol
    if let token = mention.token { parts.removeAll { $0.tokens.upperBound <= token } }
    if vocabulary.libraryMembers[symbol] != nil || vocabulary.heldTypes[symbol]?.kind == .flow {
      readPublication(mention)
      readReset(mention)
      readProvision(mention)
    }
    let isUse = vocabulary.holdsInjections(symbol)
    guard isUse || vocabulary.heldTypes[symbol] == nil && isRelevant(mention), let body = body(of: mention) else {
      return
    }
    if case .defaultArgument(let function, let label) = body {
      facts.defaultArguments[function, default: []].insert(label)
    }
    if isUse {
      addUse(of: index, in: body)
    } else {
      facts.steps[body, default: []].append(step(mention, reference(mention), in: body))
      addInitializers(of: mention, in: body)
    }
  }

  /// Adds the calls of the initializers of a property wrapper, which the compiler calls and the index does not mention.
  private mutating func addInitializers(of attribute: Mention, in body: Body) {
    let members = program[attribute.reference.symbol].members
    guard let token = attribute.token, source[token - 1] == "@",
      members.contains(where: { program[$0].name == "wrappedValue" })
    else { return }
    let initializers = members.filter { program[$0].kind == .initializer }
    for initializer in initializers {
      let location = attribute.reference.location
      let reference = Reference(symbol: initializer, roles: .call, location: location, container: nil)
      var call = step(
        (reference, token),
        .call(labels: source.labels(ofCallAt: token), isOfSelf: false, .propagates),
        in: body
      )
      if initializers.count > 1 { call.moment = call.moment.then(.perhaps(.implementation, at: location)) }
      facts.steps[body, default: []].append(call)
    }
  }

  /// The reference to other code at a mention.
  private func reference(_ mention: Mention) -> Step.Action {
    let symbol = program[mention.reference.symbol]
    let before = mention.token.map { source[$0 - 1] }
    let base = mention.token.map { source[$0 - 2] } ?? ""
    if symbol.isFunction {
      let labels = mention.token.map(source.labels) ?? []
      return .call(
        labels: labels,
        isOfSelf: before.map { $0 != "." || base == "self" } ?? false,
        hasTries ? mention.token.map(handling) ?? .propagates : .propagates
      )
    }
    if !symbol.isVariable { return .name }
    let isBinding = base.hasPrefix("$") && Int(base.dropFirst()) == nil
    let isInKeyPath = base == "\\" || mention.token.map { source[$0 - 3] } == "\\"
    return .access(canWrite: before == "." && (isBinding || isInKeyPath))
  }

  func step(_ mention: Mention, _ action: Step.Action, in body: Body) -> Step {
    let location = mention.reference.location
    var moment = mention.token.map { self.moment(at: $0, in: min(start(of: body), $0)) } ?? .perhaps(at: location)
    // A macro can add code anywhere in its expansion.
    let isAdded = mention.token.map { source[$0] } == "#"
    if !source.isReadable || isAdded { moment = moment.then(.perhaps(at: location)) }
    let isPassed = action.runsFunction && !mention.reference.roles.contains(.call)
    if isPassed, !isExpanded(mention), let token = mention.token {
      moment = moment.then(momentOfFunction(at: token, in: start(of: body)))
    }
    var step = Step(reference: mention.reference, body: body, moment: moment, action: action)
    guard let token = mention.token else { return step }
    if step.replacement != nil { step.momentOfClosure = momentOfClosure(around: token, in: body) }
    step.errors = errors(before: token, in: start(of: body))
    return step
  }

  /// Whether a reference can lead to other code.
  private func isRelevant(_ mention: Mention) -> Bool {
    let symbol = program[mention.reference.symbol]
    if mention.token.map(isCompared) == true || isReset(mention) { return false }
    guard symbol.isType else { return symbol.definition != nil || !symbol.overriding.isEmpty || symbol.isOfTesting }
    // Other code can create instances of `Type.self`, and the compiler creates instances of the property wrapper `@Type`.
    guard let token = mention.token, !isExpanded(mention) else { return false }
    return source[token - 1] == "@" || source.member(at: token + 1).map { source[$0] == "self" } ?? false
  }

  /// Whether a case of an enumeration is a pattern, or an operand of a comparison, so that no value with the case is kept.
  private func isCompared(_ name: Int) -> Bool {
    guard source[name - 1] == ".",
      !symbols(at: name).contains(where: { program[$0].isFunction || program[$0].isVariable })
    else { return false }
    let isOperand = ["==", "!="].contains(source[name - 2]) || ["==", "!="].contains(source[name + 1])
    return isOperand || source.statement(before: name).contains { source[$0] == "case" }
  }

  /// Whether a reference is in the expansion of a macro, which has the location of the macro.
  func isExpanded(_ mention: Mention) -> Bool { mention.token.map { ["@", "#"].contains(source[$0]) } ?? true }

  func symbols(at token: Int) -> [SymbolID] { symbolsByToken[token] ?? [] }

  func libraryMember(at token: Int) -> LibraryMember? {
    symbols(at: token).lazy.compactMap { vocabulary.libraryMembers[$0] }.first
  }
}

// MARK: - Bodies

extension Annotator {
  /// The innermost part of the file around a reference, otherwise the declaration that contains the reference.
  func body(of mention: Mention) -> Body? {
    if let token = mention.token, let part = parts.last(where: { $0.tokens.contains(token) }) { return part.body }
    guard let container = mention.reference.container else {
      let type = file.isMain ? nil : mention.token.flatMap(type(withAttributeAt:))
      return file.isMain ? .topLevel(file: number) : type.map(Body.type)
    }
    let name = program[container].definition.flatMap(source.token)
    if let name, let token = mention.token, let label = source.parameter(around: token, ofFunctionAt: name) {
      return .defaultArgument(of: container, label: label)
    }
    // The initial value of a `lazy` property runs when the property is read.
    return .declaration(program[container].accessors.first { isLazy(container) && program[$0].isGetter } ?? container)
  }

  func isLazy(_ variable: SymbolID) -> Bool {
    let name = program[variable].definition.flatMap(source.token)
    return name.map { source.statement(before: $0).contains { source[$0] == "lazy" } } ?? false
  }

  /// Adds a factory or a replacement.
  mutating func addPart(_ tokens: Range<Int>, of declaration: SymbolID?) -> Body {
    parts.append((tokens, .part(of: declaration, at: source.tokens[tokens.lowerBound].location)))
    return parts[parts.count - 1].body
  }

  /// The first token of a body.
  func start(of body: Body) -> Int {
    switch body {
    case .part(_, let location): source.token(at: location) ?? 0
    case .declaration(let symbol), .defaultArgument(let symbol, _):
      program[symbol].definition.flatMap(source.token) ?? 0
    case .type, .topLevel: 0
    }
  }

  /// The type whose attributes contain a token.
  private func type(withAttributeAt token: Int) -> SymbolID? {
    let keywords: Set = ["class", "struct", "enum", "actor", "extension", "protocol"]
    let keyword = source.tokens[token...].firstIndex { keywords.contains($0.text) }
    return keyword.flatMap { symbols(at: $0 + 1).first { program[$0].isType } }
  }
}

// MARK: - Moments

extension Annotator {
  /// Returns when the code at a token runs, seen from the body that begins at `start`.
  func moment(at token: Int, in start: Int) -> Moment {
    let brackets = source.brackets(around: token).filter { $0 >= start }.reversed()
    let moment = Moment(.build, source.doubts(at: token, in: start))
    return brackets.reduce(moment) { $0.then(self.moment(of: $1, in: start)) }
  }

  /// Returns when the code of a body makes the outermost closure around a token that is called later.
  private func momentOfClosure(around token: Int, in body: Body) -> Moment? {
    let start = min(start(of: body), token)
    let brackets = source.brackets(around: token).filter { $0 >= start }.reversed()
    guard let later = brackets.first(where: { !moment(of: $0, in: start).isNow }), source[later] == "{",
      case .closure = source.blocks[later]
    else { return nil }
    return moment(at: later, in: start)
  }

  /// Returns when the arguments or the closure of a call are evaluated, seen from the call.
  private func moment(of bracket: Int, in start: Int) -> Moment {
    let isBrace = source[bracket] == "{"
    let block = isBrace ? source.blocks[bracket] : .closure(source.callee(of: bracket))
    // The body of a local function runs when the function is called.
    if isBrace, block == nil, let name = source.function(withBody: bracket), name > start {
      let moments = (uses(ofConstant: name) ?? []).map { use in
        source[use + 1] == "(" ? .now : momentOfFunction(at: use, in: start)
      }
      return moments.min { $0.order < $1.order } ?? .later
    }
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

  /// Returns when a function that a token names without a call is called, seen from the code that names it.
  func momentOfFunction(at token: Int, in start: Int) -> Moment {
    guard let callee = source.callee(around: token), !isInstance(token, ofCallAt: callee) else { return .later }
    return momentOfArguments(ofCallAt: callee, areFunctions: true, in: start)
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
      case .perhaps: return perhaps
      case .later: return .later
      }
    default: return .now
    }
  }
}
