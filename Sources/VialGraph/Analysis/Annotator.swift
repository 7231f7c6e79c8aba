/// Reads the steps of a file: what its code does, and in which body.
struct Annotator {
  let analysis: Analysis
  let context: FileContext

  /// The parts of the file that are bodies, such as the factories of publications.
  var parts: [Range<Int>] = []

  /// An injection in a local constant, with the range in which the constant is visible.
  struct Local {
    let name: String
    let scope: Range<Int>
    let container: SymbolID?
    let node: NodeID
  }

  var locals: [Local] = []

  var program: Program { analysis.program }

  init(_ analysis: Analysis, _ context: FileContext) {
    self.analysis = analysis
    self.context = context
  }

  /// The properties that are declared with `lazy`.
  var lazyVariables: [SymbolID] {
    context.definitions.filter { symbol in
      guard program.symbols[symbol].kind == .instanceProperty, let location = program.symbols[symbol].definition,
        let line = context.source?.text(ofLine: location.line).utf8.prefix(location.column - 1)
      else { return false }
      return Substring(line).split(separator: " ").contains("lazy")
    }
  }

  mutating func steps() -> [Body: [Step]] {
    findPublications()
    let mentions = mentions()
    for mention in mentions { findReplacement(mention) }
    var steps: [Body: [Step]] = [:]
    for mention in mentions {
      guard let body = body(at: mention.offset, container: mention.container, mention.location) else { continue }
      findAliases(mention, in: body)
      let certainty = certainty(at: mention.offset, in: body)
      steps[body, default: []].append(
        Step(target: .injection(mention.injection, mention.use), certainty: certainty, location: mention.location)
      )
    }
    for reference in context.file.references where isRelevant(reference) {
      let offset = context.writtenOffset(of: reference.location)
      guard let body = body(at: offset, container: reference.container, reference.location) else { continue }
      let certainty = certainty(at: offset, in: body)
      steps[body, default: []].append(
        Step(target: .symbol(reference.symbol, reference.roles), certainty: certainty, location: reference.location)
      )
    }
    return steps
  }

  /// Whether a reference can lead to other code.
  private func isRelevant(_ reference: Reference) -> Bool {
    let symbol = program.symbols[reference.symbol]
    guard analysis.injectionTypes[reference.symbol] == nil else { return false }
    if symbol.isType { return isValue(reference) }
    return symbol.definition != nil || !symbol.overriding.isEmpty || symbol.usr.hasPrefix("s:7Testing4Test")
  }

  /// Whether a type is used as a value: `Type.self`.
  private func isValue(_ reference: Reference) -> Bool {
    guard let source = context.source, let offset = context.writtenOffset(of: reference.location),
      let member = source.member(after: source.endOfName(at: offset))
    else { return false }
    return source.text(source.identifier(at: member)) == "self"
  }

  /// The innermost part of the file around an offset, otherwise the declaration that contains it.
  func body(at offset: Int?, container: SymbolID?, _ location: Location) -> Body? {
    if let offset, let part = parts.filter({ $0.contains(offset) }).min(by: { $0.count < $1.count }) {
      return .part(file: context.number, offset: part.lowerBound)
    }
    if let container { return .declaration(container) }
    if context.file.path.hasSuffix("/main.swift") { return .topLevel(module: context.file.module) }
    return context.definitions
      .filter { program.symbols[$0].isType && !program.symbols[$0].isImplicit }
      .compactMap { type in program.symbols[type].definition.map { (type, $0) } }
      .filter { $0.1 > location }
      .min { $0.1 < $1.1 }
      .map { .attributes(of: $0.0) }
  }

  /// Adds the replacement or the permission that a mention makes.
  private mutating func findReplacement(_ mention: Mention) {
    guard [.override, .provide, .allowLive].contains(mention.use),
      let container = body(at: mention.offset, container: mention.container, mention.location)
    else { return }
    var part: Body?
    if mention.use != .allowLive, let arguments = mention.member.flatMap({ context.source?.arguments(ofCallAt: $0) }) {
      parts.append(arguments)
      part = .part(file: context.number, offset: arguments.lowerBound)
    }
    analysis.add(
      Replacement(
        injection: mention.injection,
        use: mention.use,
        container: container,
        body: part,
        location: mention.location
      )
    )
  }

  /// Adds the mention to the injections that a variable can hold.
  private func findAliases(_ mention: Mention, in body: Body) {
    if case .declaration(let symbol) = body {
      let variable = program.symbols[symbol].accessedVariable ?? symbol
      if analysis.injectionTypes[variable] != nil { add(mention, to: variable) }
    }
    if mention.use == .pass, let variable = mention.offset.flatMap(variable(assignedAt:)) { add(mention, to: variable) }
  }

  private func add(_ mention: Mention, to variable: SymbolID) {
    analysis.aliases[variable, default: []].insert(mention.injection)
    if case .node(let node) = mention.injection { analysis.name(node, after: variable) }
  }

  private func certainty(at offset: Int?, in body: Body) -> Certainty {
    guard let offset else { return .certain }
    let start: Int? =
      switch body {
      case .part(_, let start): start
      case .declaration(let symbol):
        program.symbols[symbol].definition.flatMap { $0.file == context.number ? context.source?.offset(of: $0) : nil }
      case .attributes, .topLevel: nil
      }
    return context.certainty(at: offset, in: start ?? 0)
  }
}
