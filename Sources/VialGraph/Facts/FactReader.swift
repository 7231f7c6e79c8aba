import VialGraphProgram

/// Reads the facts of a file: what its code does, and in which body.
///
/// The mentions are read in the order of the source, because a factory begins before the code in it, and a constant is declared
/// before it is used.
struct FactReader {
  /// The factory of a publication, or a replacement, which is a separate body.
  struct Part {
    let tokens: Range<Int>
    let body: Body
  }

  private(set) var file: IndexedFile
  let vocabulary: Vocabulary
  let functions: Parameters
  let program: Program
  let source: SourceText
  var facts = FileFacts()

  /// The parts around the current mention, outermost first.
  private(set) var parts: [Part] = []

  /// The injections whose instances local constants have, by the tokens that use the constants.
  var injectionsByConstant: [Int: SymbolID] = [:]

  /// The tokens of the members that code uses of injections that variables hold.
  var membersOfKnownInjections: Set<Int> = []

  /// Reads a file with the vocabulary and the functions of the whole program.
  init(_ file: IndexedFile, _ vocabulary: Vocabulary, _ functions: Parameters) {
    self.file = file
    self.file.vocabulary = vocabulary
    self.vocabulary = vocabulary
    self.functions = functions
    program = file.program
    source = file.source
    facts.addComments(of: source)
    // A type in a branch of `#if` that is not compiled has no symbol.
    let attributes = source.tokens.indices.filter { [source] in source[$0] == "@" && source[$0 + 1] == "main" }
    facts.mainType = attributes.lazy.compactMap(file.type(withAttributeAt:)).first
    facts.initializersWithoutArguments = file.initializersWithoutArguments
    for index in file.mentions.indices { read(index) }
    readAssignments()
    readAssignedConsumers()
  }

  private mutating func read(_ index: Int) {
    let mention = file.mentions[index]
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

  func step(_ mention: IndexedFile.Mention, _ action: Step.Action, in body: Body) -> Step {
    let location = mention.reference.location
    var moment = mention.token.map { file.moment(at: $0, in: min(file.start(of: body), $0)) } ?? .perhaps(at: location)
    // A macro can add code anywhere in its expansion.
    let isAdded = mention.token.map { source[$0] } == "#"
    if !source.isReadable || isAdded { moment = moment.then(.perhaps(at: location)) }
    let isPassed = action.runsFunction && !mention.reference.roles.contains(.call)
    if isPassed, !file.isExpanded(mention), let token = mention.token {
      moment = moment.then(file.momentOfFunction(at: token, in: file.start(of: body)))
    }
    let symbol = program[mention.reference.symbol]
    let isMember = action.isReference && (symbol.isVariable || symbol.accessedVariable != nil)
    if isMember, let keyPath = mention.token.flatMap(source.keyPath) {
      moment = moment.then(file.momentOfKeyPath(keyPath, in: file.start(of: body)))
    }
    var step = Step(reference: mention.reference, body: body, moment: moment, action: action)
    guard let token = mention.token else { return step }
    if step.replacement != nil {
      step.momentOfClosure = file.momentOfClosure(around: token, in: body)
      step.isRepeated = source.isRepeated(token, in: file.start(of: body))
    }
    step.errors = file.errors(before: token, in: file.start(of: body))
    return step
  }

  /// The reference to other code at a mention.
  func reference(_ mention: IndexedFile.Mention) -> Step.Action {
    let symbol = program[mention.reference.symbol]
    let before = mention.token.map { source[$0 - 1] }
    let base = mention.token.map { source[$0 - 2] } ?? ""
    if symbol.isFunction {
      let labels = mention.token.map(source.labels) ?? []
      return .call(
        labels: labels,
        isOfSelf: before.map { $0 != "." || base == "self" } ?? false,
        mention.token.map(file.handling) ?? .propagates
      )
    }
    if !symbol.isVariable { return .name }
    let isBinding = base.hasPrefix("$") && Int(base.dropFirst()) == nil
    let isInKeyPath = mention.token.flatMap(source.keyPath) != nil
    return .access(canWrite: before == "." && (isBinding || isInKeyPath))
  }

  /// Adds the calls of the initializers of a property wrapper, which the compiler calls and the index does not mention.
  private mutating func addInitializers(of attribute: IndexedFile.Mention, in body: Body) {
    let members = program[attribute.reference.symbol].members
    guard let token = attribute.token, source[token - 1] == "@",
      members.contains(where: { program[$0].name == "wrappedValue" })
    else { return }
    let initializers = members.filter { program[$0].kind == .initializer }
    for initializer in initializers {
      let location = attribute.reference.location
      let reference = Reference(symbol: initializer, roles: .call, location: location, container: nil)
      var call = step(
        IndexedFile.Mention(reference: reference, token: token),
        .call(labels: source.labels(ofCallAt: token), isOfSelf: false, .propagates),
        in: body
      )
      if initializers.count > 1 { call.moment = call.moment.then(.ofOneImplementation(at: location)) }
      facts.steps[body, default: []].append(call)
    }
  }

  /// Whether a reference can lead to other code.
  private func isRelevant(_ mention: IndexedFile.Mention) -> Bool {
    let symbol = program[mention.reference.symbol]
    if mention.token.map(isCompared) == true || isReset(mention) { return false }
    guard symbol.isType else { return symbol.definition != nil || !symbol.overriding.isEmpty || symbol.isOfTesting }
    // Other code can create instances of `Type.self`, and the compiler creates instances of the property wrapper `@Type`.
    guard let token = mention.token, !file.isExpanded(mention) else { return false }
    return source[token - 1] == "@" || source.member(at: token + 1).map { source[$0] == "self" } ?? false
  }

  /// Whether a case of an enumeration is a pattern, or an operand of a comparison, so that no value with the case is kept.
  private func isCompared(_ name: Int) -> Bool {
    guard source[name - 1] == ".",
      !file.symbols(at: name).contains(where: { program[$0].isFunction || program[$0].isVariable })
    else { return false }
    let isOperand = ["==", "!="].contains(source[name - 2]) || ["==", "!="].contains(source[name + 1])
    return isOperand || source.statement(before: name).contains { source[$0] == "case" }
  }

  /// The innermost part of the file around a reference, otherwise the declaration that contains the reference.
  func body(of mention: IndexedFile.Mention) -> Body? {
    if let token = mention.token, let part = parts.last(where: { $0.tokens.contains(token) }) { return part.body }
    guard let container = mention.reference.container else {
      let type = file.isMain ? nil : mention.token.flatMap(file.type(withAttributeAt:))
      return file.isMain ? .topLevel(file: file.number) : type.map(Body.type)
    }
    let name = program[container].definition.flatMap(source.token)
    if let name, let token = mention.token, let label = source.parameter(around: token, ofFunctionAt: name) {
      return .defaultArgument(of: container, label: label)
    }
    // The initial value of a `lazy` property runs when the property is read.
    return .declaration(
      program[container].accessors.first { file.isLazy(container) && program[$0].isGetter } ?? container
    )
  }

  /// Adds a factory or a replacement.
  mutating func addPart(_ tokens: Range<Int>, of declaration: SymbolID?) -> Body {
    let body = Body.part(of: declaration, at: source.tokens[tokens.lowerBound].location)
    parts.append(Part(tokens: tokens, body: body))
    return body
  }
}
