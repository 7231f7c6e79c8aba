import VialGraphProgram

/// A piece of code that runs as one.
enum Body: Hashable {
  /// A function, an accessor or an initial value.
  case declaration(SymbolID)

  /// The default arguments of a parameter of a function.
  case defaultArgument(of: SymbolID, label: String)

  /// The factory of a publication, or a replacement: a part of a declaration or of top-level code.
  case part(of: SymbolID?, at: Location)

  /// The attributes of a type, such as the traits of a test suite, and the code that runs when an instance is built.
  case type(SymbolID)

  /// The top-level code of an executable.
  case topLevel(file: Int)

  var declaration: SymbolID? {
    switch self {
    case .declaration(let symbol), .defaultArgument(let symbol, _): symbol
    case .part, .type, .topLevel: nil
    }
  }
  var type: SymbolID? { if case .type(let type) = self { type } else { nil } }
}
