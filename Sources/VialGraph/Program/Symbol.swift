/// The position of a symbol in `Program.symbols`.
typealias SymbolID = Int

/// A declaration that the index names.
struct Symbol {
  enum Kind {
    case module, enumeration, structure, `class`, `protocol`, `extension`
    case function, method, initializer, deinitializer
    case global, staticProperty, property, other
  }

  /// The kinds by their numbers in `indexstore_symbol_kind_t`, which LLVM declares in `indexstore/indexstore.h`.
  static let kinds: [Int32: Kind] = [
    1: .module, 5: .enumeration, 6: .structure, 7: .class, 8: .protocol, 9: .extension, 12: .function, 13: .global,
    14: .property, 16: .method, 17: .function, 18: .function, 19: .property, 20: .staticProperty, 21: .staticProperty,
    22: .initializer, 23: .deinitializer,
  ]

  /// The unified symbol resolution string, the identity of a declaration in all files.
  let usr: String
  let name: String
  let kind: Kind

  /// The place of the definition, or `nil` outside the sources of the index.
  var definition: Location?
  var isImplicit = false
  var parent: SymbolID?
  var accessedVariable: SymbolID?
  var extendedType: SymbolID?
  var bases: [SymbolID] = []
  var overridden: [SymbolID] = []

  // The other directions of the relations above.
  var members: [SymbolID] = []
  var overriding: [SymbolID] = []
  var accessors: [SymbolID] = []

  var isType: Bool { [.enumeration, .structure, .class, .protocol, .extension].contains(kind) }
  var isFunction: Bool { [.function, .method, .initializer, .deinitializer].contains(kind) }
  var isStatic: Bool { kind == .global || kind == .staticProperty }

  /// Whether Swift Testing declares the symbol, such as an attribute or a trait of a test.
  var isOfTesting: Bool { usr.hasPrefix("s:7Testing") }
  var baseName: String { String(name.prefix { $0 != "(" }.replacing("getter:", with: "")) }
  var isGetter: Bool { name.hasPrefix("getter:") }
  var isVariable: Bool { isStatic || kind == .property }
}

/// A place in a source file of `Program.files`.
struct Location: Hashable, Comparable {
  let file: Int
  let line: Int
  let column: Int

  static func < (a: Location, b: Location) -> Bool { (a.file, a.line, a.column) < (b.file, b.line, b.column) }
}
