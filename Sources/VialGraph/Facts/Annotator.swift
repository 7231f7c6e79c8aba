/// Reads the facts of a file: what its code does, and in which body.
struct Annotator {
  /// A reference, and its token, or `nil` in the expansion of a macro.
  typealias Mention = (reference: Reference, token: Int?)

  let program: Program
  let vocabulary: Vocabulary
  let number: Int
  let file: Program.File
  let source: SourceText
  var facts = FileFacts()

  /// The references of the file, in the order of the source.
  let mentions: [Mention]

  /// The ranges of the factories, and of the replacements.
  var ranges: [Range<Int>] = []

  /// Injections in local constants, the tokens where the constants are visible, and the properties that they are assigned to.
  var locals: [String: [(scope: Range<Int>, container: SymbolID, property: SymbolID)]] = [:]

  /// The first token of the innermost range around each token.
  private var parts: [Int: Int] = [:]

  /// The types that the file defines, in the order of the source.
  private let types: [SymbolID]
  private var symbolsByToken: [Int: [SymbolID]] = [:]
  private var closures: [SymbolID: Certainty] = [:]

  init(_ number: Int, in program: Program, _ vocabulary: Vocabulary, _ source: SourceText) {
    (self.program, self.vocabulary, self.number, self.source) = (program, vocabulary, number, source)
    file = program.files[number]
    mentions = file.references.map { ($0, source.token(at: $0.location)) }
    types = file.definitions.filter { program[$0].isType && !program[$0].isImplicit }
    let defined = file.definitions.map { (symbol: $0, token: program[$0].definition.flatMap(source.token)) }
    for (symbol, token) in mentions.map({ ($0.reference.symbol, $0.token) }) + defined {
      if let token { symbolsByToken[token, default: []].append(symbol) }
    }
  }

  mutating func annotate() {
    findPublications()
    let uses = injectionMentions().map { ($0, call(of: $0)) }
    ranges += uses.compactMap(\.1.replacement)
    // The innermost range begins last.
    for range in ranges.sorted(by: { ($0.lowerBound, $1.upperBound) < ($1.lowerBound, $0.upperBound) }) {
      for token in range { parts[token] = range.lowerBound }
    }
    for publication in facts.publications where publication.variable == nil {
      addLocal(publication)
    }
    for (mention, call) in uses {
      guard let body = body(of: mention) else { continue }
      if call.use == .pass { findAliases(mention, in: body) }
      var step = step(mention, call.use, in: body)
      if call.use.replaces { complete(&step, mention.token, call) }
      facts.steps[body, default: []].append(step)
    }
    for mention in mentions where isRelevant(mention) {
      if let body = body(of: mention) { facts.steps[body, default: []].append(step(mention, nil, in: body)) }
    }
    let attribute = source.tokens.indices.first { source[$0] == "@" && source[$0 + 1] == "main" }
    facts.mainType = attribute.flatMap { firstType(after: source.tokens[$0].location) }.map {
      program[$0].extendedType ?? $0
    }
  }

  private mutating func step(_ mention: Mention, _ use: Use?, in body: Body) -> Step {
    let (reference, token) = mention
    let place = token ?? source.position(of: reference.location)
    var certainty = place.map { self.certainty(at: $0, in: min(start(of: body), $0)) } ?? .conditional
    // The code in the arguments of a macro can be anywhere in its expansion, and can be in a closure.
    let arguments = token == nil ? place.flatMap { source.arguments(ofCallAt: $0 + 1) } : nil
    if !source.isReadable || arguments?.contains(where: { source[$0] == "{" }) == true {
      certainty = max(certainty, .conditional)
    }
    return Step(reference: reference, container: body, use: use, certainty: certainty)
  }

  /// The code of a publication that belongs to no variable can be used by the code around the publication only.
  private mutating func addLocal(_ publication: Publication) {
    guard case .part(_, let token)? = publication.code, let symbol = publication.declaration else { return }
    let reference = Reference(symbol: symbol, roles: [], location: publication.location, container: symbol)
    let body = body(ofDeclaration: symbol)
    var step = step((reference, token), nil, in: body)
    step.code = publication.code
    facts.steps[body, default: []].append(step)
  }

  /// Whether a reference can lead to other code.
  private func isRelevant(_ mention: Mention) -> Bool {
    let symbol = program[mention.reference.symbol]
    if vocabulary.held[mention.reference.symbol] != nil { return false }
    guard symbol.isType else { return symbol.definition != nil || !symbol.overriding.isEmpty || symbol.isTestAttribute }
    // Other code can create instances of `Type.self`, and the compiler creates instances of the property wrapper `@Type`.
    guard let token = mention.token else { return false }
    return source[token - 1] == "@" || source.member(at: token + 1).map { source[$0] == "self" } ?? false
  }

  func symbols(at token: Int) -> [SymbolID] { symbolsByToken[token] ?? [] }

  func vialName(at token: Int) -> String? { symbols(at: token).lazy.compactMap { vocabulary.vial[$0] }.first }

  func member(at token: Int) -> String? { vialName(at: token).flatMap { $0.hasPrefix("Injection.") ? $0 : nil } }
}

// MARK: - Bodies

extension Annotator {
  /// The innermost part of the file around a reference, otherwise the declaration that contains the reference.
  private func body(of mention: Mention) -> Body? {
    if let part = mention.token.flatMap({ parts[$0] }) { return .part(file: number, token: part) }
    if let container = mention.reference.container { return body(ofDeclaration: container) }
    if file.isMain { return .topLevel(module: file.module) }
    return firstType(after: mention.reference.location).map(Body.attributes)
  }

  private func body(ofDeclaration container: SymbolID) -> Body {
    // The initial value of a `lazy` property runs when the property is read.
    let name = program[container].kind == .property ? program[container].definition.flatMap(source.token) : nil
    let isLazy = name.map { sequence(first: $0, next: source.previous).contains { source[$0] == "lazy" } } ?? false
    return .declaration(program[container].accessors.first { isLazy && program[$0].isGetter } ?? container)
  }

  /// The first token of a body.
  func start(of body: Body) -> Int {
    switch body {
    case .part(_, let token): token
    case .declaration(let symbol): program[symbol].definition.flatMap(source.token) ?? 0
    case .attributes, .topLevel: 0
    }
  }

  /// The first type that is defined after a location in the file.
  private func firstType(after location: Location) -> SymbolID? {
    let isLater = { (type: SymbolID) in program[type].definition.map { $0 > location } ?? false }
    let next = partitionPoint(of: types.count) { isLater(types[$0]) }
    return next < types.count ? types[next] : nil
  }
}

// MARK: - Certainty

extension Annotator {
  /// Returns how certain it is that the code at a token runs if the body that begins at `start` runs.
  mutating func certainty(at token: Int, in start: Int) -> Certainty {
    var certainty: Certainty = source.followsExit(token, in: start) ? .afterExit : .eager
    if source.isConditional(token, in: start) { certainty = .conditional }
    for bracket in source.brackets(around: token) where bracket >= start {
      certainty = max(certainty, self.certainty(of: bracket, in: start))
    }
    return certainty
  }

  private mutating func certainty(of bracket: Int, in start: Int) -> Certainty {
    let isBrace = source[bracket] == "{"
    let block = isBrace ? source.block(at: bracket) : source.callee(before: bracket).map(SourceText.Block.argument)
    guard case .argument(let callee) = block else { return block == .storedClosure ? .deferred : .eager }
    switch vialName(at: callee) {
    case "Injection.when", "Injection.publish": return .conditional
    case "Injection.onRelease", "observe": return .deferred
    // A publication in a factory or in a function resolves later.
    case "Injection.init" where callee > start: return .deferred
    // A macro can do anything with a closure.
    case nil where isBrace && source[callee - 1] == "#": return .conditional
    case nil where isBrace:
      return symbols(at: callee).filter { program[$0].isFunction }.map { certaintyOfClosures(of: $0) }.min() ?? .eager
    default: return .eager
    }
  }

  /// How certain it is that a function calls the closures that are passed to it before it returns.
  private mutating func certaintyOfClosures(of function: SymbolID) -> Certainty {
    let certainty = closures[function] ?? program[function].certaintyOfClosures
    closures[function] = certainty
    return certainty
  }
}
