import VialGraphProgram

/// A source file with its tokens, and the symbols that the index has at the tokens.
///
/// Extensions find the moments of code, the destinations of values, and the uses of parameters.
struct IndexedFile {
  /// A reference in the file.
  struct Mention {
    var reference: Reference

    /// The token of the name, or `nil` without the text of the file.
    let token: Int?
  }

  let program: Program
  var vocabulary: Vocabulary
  let number: Int

  /// Whether the file has the top-level code of an executable.
  var isMain: Bool { program.files[number].isMain }
  let source: SourceText

  /// The references of the file, and the constants in initializers that stand for properties, in the order of the source.
  private(set) var mentions: [Mention] = []

  /// The tokens `throw`.
  let throwStatements: [Int]
  let hasTries: Bool

  /// The variables of `main.swift` that other files use.
  private(set) var usedElsewhere: Set<SymbolID> = []
  private var symbolsByToken: [Int: [SymbolID]] = [:]

  /// Reads the tokens of a file of a program, whose source is a text.
  init(_ number: Int, in program: Program, _ vocabulary: Vocabulary, text: some Sequence<UInt8>) {
    self.program = program
    self.vocabulary = vocabulary
    self.number = number
    let file = program.files[number]
    let places = file.references.map(\.location) + file.definitions.compactMap { program[$0].definition }
    let functions = vocabulary.stoppingFunctions
    source = SourceText(text, file: number, stoppingFunctions: functions, compiled: Set(places))
    hasTries = source.tokens.contains { $0.text == "try" }
    throwStatements = source.tokens.indices.filter { [source] in source[$0] == "throw" }
    mentions = file.references.flatMap(mentions)
    for mention in mentions { add(mention.reference.symbol, at: mention.token) }
    for symbol in definitions { add(symbol, at: program[symbol].definition.flatMap(source.token)) }
    addConstants()
    if isMain {
      let others = program.files.filter { $0.module == file.module && $0.path != file.path }
      usedElsewhere = Set(others.lazy.flatMap(\.references).map(\.symbol)).intersection(file.definitions)
    }
  }

  /// The declarations of the file in the source.
  var definitions: [SymbolID] { program.files[number].definitions.filter { !program[$0].isImplicit } }

  private mutating func add(_ symbol: SymbolID, at token: Int?) {
    if let token { symbolsByToken[token, default: []].append(symbol) }
  }

  /// A reference with its token, or with each token that can be the reference in the arguments of a macro.
  ///
  /// The references in the expansion of a macro have the location of the macro.
  private func mentions(of reference: Reference) -> [Mention] {
    let token = source.token(at: reference.location)
    guard let token, source[token] == "#", let arguments = source.arguments(ofCallAt: token + 1) else {
      return [Mention(reference: reference, token: token)]
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
      return isNamed && !isOther ? Mention(reference: reference, token: token) : nil
    }
    let qualified = mentions.filter { mention in mention.token.map { source[$0 - 2] } == type }
    return [qualified, mentions].first { !$0.isEmpty } ?? [Mention(reference: reference, token: token)]
  }

  /// Adds the uses of local constants that hold injections, because the index has no references of them.
  ///
  /// A constant holds the injection of a variable, or in an initializer a publication for the property with its name.
  private mutating func addConstants() {
    for mention in mentions {
      let reference = mention.reference
      let isPublication = vocabulary.isPublication(reference.symbol)
      guard let token = mention.token,
        isPublication || vocabulary.holdsInjections(reference.symbol) && source.endsExpression(token),
        let uses = source.destination(of: token).flatMap(uses(ofConstant:)),
        let variable = isPublication
          ? destinations(of: token, in: reference.container).first(where: vocabulary.holdsInjections) : reference.symbol
      else { continue }
      mentions += uses.map { use in
        let location = source.tokens[use].location
        let reference = Reference(symbol: variable, roles: [], location: location, container: reference.container)
        return Mention(reference: reference, token: use)
      }
    }
    mentions.sort { $0.reference.location < $1.reference.location }
  }
}

extension IndexedFile {
  /// Whether a reference is in the expansion of a macro, which has the location of the macro.
  func isExpanded(_ mention: Mention) -> Bool { mention.token.map { ["@", "#"].contains(source[$0]) } ?? true }

  func symbols(at token: Int) -> [SymbolID] { symbolsByToken[token] ?? [] }

  func libraryMember(at token: Int) -> LibraryMember? {
    symbols(at: token).lazy.compactMap { vocabulary.libraryMembers[$0] }.first
  }

  func isLazy(_ variable: SymbolID) -> Bool {
    let name = program[variable].definition.flatMap(source.token)
    return name.map { source.statement(before: $0).contains { source[$0] == "lazy" } } ?? false
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
  func type(withAttributeAt token: Int) -> SymbolID? {
    let keywords: Set = ["class", "struct", "enum", "actor", "extension", "protocol"]
    let keyword = source.tokens[token...].firstIndex { keywords.contains($0.text) }
    return keyword.flatMap { symbols(at: $0 + 1).first { program[$0].isType } }
  }
}
