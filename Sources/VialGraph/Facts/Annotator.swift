/// Reads the facts of a file: what its code does, and in which body.
struct Annotator {
  let program: Program
  let vocabulary: Vocabulary
  let number: Int
  let file: Program.File
  let source: SourceText
  var facts = FileFacts()

  /// The token of each reference of the file, or `nil` in the expansion of a macro.
  let tokens: [Int?]

  /// The ranges of the factories, and of the replacements.
  var ranges: [Range<Int>] = []

  /// Injections in local constants, the tokens where the constants are visible, and the properties that they are assigned to.
  var locals: [String: [(scope: Range<Int>, container: SymbolID, property: SymbolID)]] = [:]
  private var parts = Parts([])

  /// The types that the file defines, in the order of the source.
  private let types: [(location: Location, symbol: SymbolID)]
  private var symbolsByToken: [Int: [SymbolID]] = [:]
  private var bodies: [SymbolID: Body] = [:]
  private var starts: [Body: Int] = [:]
  private var closures: [SymbolID: Certainty] = [:]

  init(_ number: Int, in program: Program, _ vocabulary: Vocabulary, _ source: SourceText) {
    (self.program, self.vocabulary, self.number, self.source) = (program, vocabulary, number, source)
    file = program.files[number]
    tokens = file.references.map { source.token(at: $0.location) }
    for (reference, token) in zip(file.references, tokens) {
      if let token { symbolsByToken[token, default: []].append(reference.symbol) }
    }
    types = (vocabulary.definitions[number] ?? []).compactMap { symbol in
      guard program[symbol].isType, !program[symbol].isImplicit else { return nil }
      return program[symbol].definition.map { ($0, symbol) }
    }
    for symbol in vocabulary.definitions[number] ?? [] {
      if let token = program[symbol].definition.flatMap(source.token) {
        symbolsByToken[token, default: []].append(symbol)
      }
    }
  }

  mutating func annotate() {
    findPublications()
    let mentions = mentions().map { ($0, $0.token.map(use) ?? Mention.Meaning(use: useWithoutText(of: $0.reference))) }
    for (_, meaning) in mentions { if let arguments = meaning.replacement { ranges.append(arguments) } }
    parts = Parts(ranges)
    addLocalPublications()
    for (mention, meaning) in mentions {
      guard let body = body(of: mention.reference, mention.token) else { continue }
      if meaning.use == .pass { findAliases(mention, in: body) }
      let certainty = add(mention.reference, mention.token, .use(meaning.use), in: body)
      if meaning.use.replaces { addReplacement(mention, meaning, certainty, in: body) }
    }
    for (reference, token) in zip(file.references, tokens) where isRelevant(reference, token) {
      if let body = body(of: reference, token) { add(reference, token, .reference, in: body) }
    }
    let attribute = source.tokens.indices.first { source[$0] == "@" && source[$0 + 1] == "main" }
    facts.mainType = attribute.flatMap { firstType(after: source.tokens[$0].location) }.map {
      program[$0].extendedType ?? $0
    }
  }

  @discardableResult
  private mutating func add(_ reference: Reference, _ token: Int?, _ action: Step.Action, in body: Body) -> Certainty {
    let place = token ?? source.position(of: reference.location)
    var certainty = place.map { self.certainty(at: $0, in: min(start(of: body), $0)) } ?? .conditional
    // The code in the arguments of a macro can be anywhere in its expansion, and can be in a closure.
    let arguments = token == nil ? place.flatMap { source.arguments(ofCallAt: $0 + 1) } : nil
    if !source.isReadable || arguments?.contains(where: { source[$0] == "{" }) == true {
      certainty = max(certainty, .conditional)
    }
    let step = Step(
      action: action,
      symbol: reference.symbol,
      roles: reference.roles,
      location: reference.location,
      certainty: certainty
    )
    facts.steps[body, default: []].append(step)
    return step.certainty
  }

  /// The body of a publication that belongs to no variable can be used by the code around the publication only.
  private mutating func addLocalPublications() {
    for publication in facts.publications where publication.holder.variable == nil {
      guard let code = publication.code, case .part(_, let token) = code, let symbol = publication.holder.symbol,
        let body = body(ofDeclaration: symbol)
      else { continue }
      let reference = Reference(symbol: symbol, roles: [], location: publication.location, container: symbol)
      add(reference, token, .publication(code), in: body)
    }
  }

  /// Whether a reference can lead to other code.
  private func isRelevant(_ reference: Reference, _ token: Int?) -> Bool {
    let symbol = program[reference.symbol]
    if vocabulary.held[reference.symbol] != nil { return false }
    guard symbol.isType else { return symbol.definition != nil || !symbol.overriding.isEmpty || symbol.isTestAttribute }
    // Other code can create instances of `Type.self`, and the compiler creates instances of the property wrapper `@Type`.
    guard let token else { return false }
    return source[token - 1] == "@" || source.member(at: token + 1).map { source[$0] == "self" } ?? false
  }

  /// The innermost part of the file around a token, otherwise the declaration that contains it.
  private mutating func body(of reference: Reference, _ token: Int?) -> Body? {
    if let part = token.flatMap(parts.innermost) { return .part(file: number, token: part.lowerBound) }
    if let container = reference.container { return body(ofDeclaration: container) }
    return file.isMain ? .topLevel(module: file.module) : firstType(after: reference.location).map(Body.attributes)
  }

  private mutating func body(ofDeclaration container: SymbolID) -> Body? {
    if let body = bodies[container] { return body }
    // The initial value of a `lazy` property runs when the property is read.
    let name = program[container].kind == .property ? program[container].definition.flatMap(source.token) : nil
    let isLazy = name.map { sequence(first: $0, next: source.previous).contains { source[$0] == "lazy" } } ?? false
    let body = Body.declaration(program[container].accessors.first { isLazy && program[$0].isGetter } ?? container)
    bodies[container] = body
    return body
  }

  /// The first token of a body.
  mutating func start(of body: Body) -> Int {
    switch body {
    case .part(_, let token): return token
    case .declaration(let symbol):
      if let start = starts[body] { return start }
      starts[body] = program[symbol].definition.flatMap(source.token) ?? 0
      return starts[body] ?? 0
    case .attributes, .topLevel: return 0
    }
  }

  /// The first type that is defined after a location in the file.
  private func firstType(after location: Location) -> SymbolID? {
    let index = partitionPoint(of: types.count) { types[$0].location > location }
    return index < types.count ? types[index].symbol : nil
  }

  func symbols(at token: Int) -> [SymbolID] { symbolsByToken[token] ?? [] }

  func vialName(at token: Int) -> String? { symbols(at: token).lazy.compactMap { vocabulary.vial[$0] }.first }

  func member(at token: Int) -> String? { vialName(at: token).flatMap { $0.hasPrefix("Injection.") ? $0 : nil } }
}

// MARK: - Certainty

extension Annotator {
  /// Returns how certain it is that the code at a token runs if the body that begins at `start` runs.
  mutating func certainty(at token: Int, in start: Int) -> Certainty {
    var certainty = source.isConditional(token, in: start) ? Certainty.conditional : .eager
    for bracket in source.brackets(around: token) where bracket >= start {
      certainty = max(certainty, self.certainty(of: bracket, in: start))
    }
    return certainty
  }

  private mutating func certainty(of bracket: Int, in start: Int) -> Certainty {
    let call = source.callee(before: bracket).map(SourceText.Block.argument)
    let block = source[bracket] == "{" ? source.block(at: bracket) : call
    guard case .argument(let callee) = block else { return block == .storedClosure ? .deferred : .eager }
    switch vialName(at: callee) {
    case "Injection.when", "Injection.publish": return .conditional
    case "Injection.onRelease", "observe": return .deferred
    // A publication in a factory or in a function resolves later.
    case "Injection.init" where callee > start: return .deferred
    case .some: return .eager
    case nil:
      guard source[bracket] == "{" else { return .eager }
      // A macro can do anything with a closure.
      if source[callee - 1] == "#" { return .conditional }
      return symbols(at: callee).filter { program[$0].isFunction }.map { certaintyOfClosures(of: $0) }.min() ?? .eager
    }
  }

  /// How certain it is that a function calls the closures that are passed to it before it returns.
  private mutating func certaintyOfClosures(of function: SymbolID) -> Certainty {
    if let known = closures[function] { return known }
    let certainty = program[function].certaintyOfClosures
    closures[function] = certainty
    return certainty
  }
}
