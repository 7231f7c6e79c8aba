/// A file with its text, and the symbols at each offset of the text.
struct FileContext {
  let number: Int
  let file: Program.File

  /// The text, or `nil` if the file cannot be read. Then each reference counts as certain.
  let source: SourceText?
  let definitions: [SymbolID]
  private let program: Program
  private let vial: [SymbolID: VialSymbol]
  private var symbolsByOffset: [Int: [SymbolID]] = [:]

  init(_ number: Int, of program: Program, vial: [SymbolID: VialSymbol], definitions: [SymbolID]) {
    self.number = number
    self.program = program
    self.vial = vial
    self.definitions = definitions
    file = program.files[number]
    source = SourceText(path: file.path)
    guard let source else { return }
    for reference in file.references {
      if let offset = source.offset(of: reference.location) {
        symbolsByOffset[offset, default: []].append(reference.symbol)
      }
    }
    for symbol in definitions {
      if let offset = program.symbols[symbol].definition.flatMap(source.offset(of:)) {
        symbolsByOffset[offset, default: []].append(symbol)
      }
    }
  }

  func symbols(at offset: Int) -> [SymbolID] { symbolsByOffset[offset] ?? [] }

  func vialSymbol(at offset: Int) -> VialSymbol? {
    symbols(at: offset).lazy.compactMap { vial[$0] }.first
  }

  /// The offset of a reference that is written in the source, or `nil` for one in the expansion of a macro.
  func writtenOffset(of location: Location) -> Int? {
    guard let source, let offset = source.offset(of: location), source.isIdentifier(offset) else { return nil }
    return offset
  }

  /// The offset of the name of the call whose arguments a pair of brackets contains.
  func callee(of pair: SourceText.Pair) -> Int? {
    guard let source else { return nil }
    switch source.bytes[pair.open] {
    case "(": return source.nameOfCall(endingAt: pair.open)
    case "{":
      guard case .argument(let callee) = source.block(openingAt: pair.open) else { return nil }
      return callee
    default: return nil
    }
  }

  /// The call of the library that the expression at an offset is an argument of.
  func vialCall(withArgumentAt offset: Int) -> VialSymbol? {
    guard let pair = source?.pairs(around: offset).first, source?.bytes[pair.open] == "(" else { return nil }
    return callee(of: pair).flatMap(vialSymbol(at:))
  }
}

extension FileContext {
  /// Returns how certain it is that the code at an offset runs if the body that begins at `start` runs.
  func certainty(at offset: Int, in start: Int) -> Certainty {
    guard let source else { return .certain }
    var certainty: Certainty = source.isConditional(offset, in: start) ? .conditional : .certain
    for pair in source.pairs(around: offset) where pair.open >= start {
      certainty = max(certainty, self.certainty(of: pair, in: source))
    }
    return certainty
  }

  private func certainty(of pair: SourceText.Pair, in source: SourceText) -> Certainty {
    let isClosure = source.bytes[pair.open] == "{"
    if isClosure, source.block(openingAt: pair.open) == .storedClosure { return .deferred }
    guard let callee = callee(of: pair) else { return .certain }
    switch vialSymbol(at: callee) {
    case .member("when"), .member("publish"): return .conditional
    case .member("onRelease"), .function("observe"): return .deferred
    case .some: return .certain
    case nil:
      let functions = symbols(at: callee).map { program.symbols[$0] }.filter(\.isFunction)
      // `XE` is the type of a closure that does not escape.
      return !isClosure || functions.isEmpty || functions.contains { $0.usr.contains("XE") } ? .certain : .deferred
    }
  }
}
