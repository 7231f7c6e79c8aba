/// Reads the steps of a file: what its code does, and in which body.
struct Annotator {
  let analysis: Analysis
  let number: Int
  let file: Program.File

  /// The tokens of the file.
  ///
  /// A file that cannot be read has none, so each step is considered eager.
  let source: SourceText
  private(set) var steps: [Body: [Step]] = [:]

  /// The parts of the file that are bodies, such as the factories of publications.
  var parts: [Range<Int>] = []

  /// Injections in local constants, the tokens where the constants are visible, and the properties that they are assigned to.
  var locals: [(name: String, scope: Range<Int>, container: SymbolID, property: SymbolID)] = []
  private var symbolsByToken: [Int: [SymbolID]] = [:]

  var program: Program { analysis.program }

  init(_ analysis: Analysis, _ number: Int) {
    (self.analysis, self.number, file) = (analysis, number, analysis.program.files[number])
    source = SourceText(file.contents, file: number)
    let definitions = analysis.definitions(in: number).map { ($0, program[$0].definition) }
    for (symbol, location) in file.references.map({ ($0.symbol, $0.location) }) + definitions {
      if let token = location.flatMap(source.token) { symbolsByToken[token, default: []].append(symbol) }
    }
  }

  mutating func annotate() {
    findPublications()
    for mention in mentions() {
      guard let body = body(of: mention) else { continue }
      let (use, member) = source.token(at: mention.location).map(use) ?? (useWithoutText(of: mention), nil)
      if use == .pass { findAliases(mention, in: body) }
      if [.override, .provide, .allowLive].contains(use) { addReplacement(mention, use, member, in: body) }
      add(mention, use, in: body)
    }
    for other in file.references.filter(isRelevant) { if let body = body(of: other) { add(other, nil, in: body) } }
  }

  private mutating func add(_ reference: Reference, _ use: Use?, in body: Body) {
    var start = 0
    if case .part(_, let token) = body { start = token }
    if case .declaration(let symbol) = body { start = program[symbol].definition.flatMap(source.token) ?? 0 }
    let certainty = source.token(at: reference.location).map { self.certainty(at: $0, in: min(start, $0)) }
    steps[body, default: []].append(Step(reference: reference, use: use, certainty: certainty ?? .eager))
  }

  /// Whether a reference can lead to other code.
  private func isRelevant(_ reference: Reference) -> Bool {
    let symbol = program[reference.symbol]
    if analysis.injectionTypes[reference.symbol] != nil { return false }
    guard symbol.isType else { return symbol.definition != nil || !symbol.overriding.isEmpty || symbol.isTestAttribute }
    // Other code can create instances of `Type.self`, and the compiler creates instances of the property wrapper `@Type`.
    guard let token = source.token(at: reference.location) else { return false }
    return source[token - 1] == "@" || source.member(at: token + 1).map { source[$0] == "self" } ?? false
  }

  /// The innermost part of the file around a token, otherwise the declaration that contains it.
  private func body(of reference: Reference) -> Body? {
    let around = source.token(at: reference.location).map { token in parts.filter { $0.contains(token) } } ?? []
    if let part = around.min(by: { $0.count < $1.count }) { return .part(file: number, token: part.lowerBound) }
    if let container = reference.container {
      // The initial value of a `lazy` property runs when the property is read.
      let name = program[container].kind == .property ? program[container].definition.flatMap(source.token) : nil
      let isLazy = name.map { sequence(first: $0, next: source.previous).contains { source[$0] == "lazy" } } ?? false
      return .declaration(program[container].accessors.first { isLazy && program[$0].isGetter } ?? container)
    }
    return file.isMain
      ? .topLevel(module: file.module) : analysis.firstType(after: reference.location).map(Body.attributes)
  }

  func symbols(at token: Int) -> [SymbolID] { symbolsByToken[token] ?? [] }

  func vialName(at token: Int) -> String? { symbols(at: token).lazy.compactMap { analysis.vial[$0] }.first }

  func member(at token: Int) -> String? { vialName(at: token).flatMap { $0.hasPrefix("Injection.") ? $0 : nil } }

  /// Returns how certain it is that the code at a token runs if the body that begins at `start` runs.
  private func certainty(at token: Int, in start: Int) -> Certainty {
    let isConditional = source.isConditional(token, in: start)
    let certainties = source.brackets(around: token).filter { $0 >= start }.map { certainty(of: $0, in: start) }
    return max(certainties.max() ?? .eager, isConditional ? .conditional : .eager)
  }

  private func certainty(of bracket: Int, in start: Int) -> Certainty {
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
      let functions = symbols(at: callee).map { program[$0] }.filter(\.isFunction)
      // `XE` is the type of a closure that does not escape.
      let escapes = !functions.isEmpty && !functions.contains { $0.usr.contains("XE") }
      return source[bracket] == "{" && escapes ? .deferred : .eager
    }
  }
}
