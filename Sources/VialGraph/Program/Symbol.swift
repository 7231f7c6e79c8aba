/// The position of a symbol in `Program.symbols`.
typealias SymbolID = Int

/// A declaration that the index names.
struct Symbol {
  /// The kinds that the tool distinguishes, with their numbers in the index.
  enum Kind: Int32 {
    case module = 1
    case `enum` = 5
    case `struct` = 6
    case `class` = 7
    case `protocol` = 8
    case `extension` = 9
    case function = 12
    case variable = 13
    case field = 14
    case instanceMethod = 16
    case classMethod = 17
    case staticMethod = 18
    case instanceProperty = 19
    case classProperty = 20
    case staticProperty = 21
    case initializer = 22
    case deinitializer = 23
  }

  /// The unified symbol resolution string, the identity of a declaration in all files.
  let usr: String
  let name: String
  let kind: Kind?

  /// The place of the definition, or `nil` outside the sources of the index.
  var definition: Location?
  var isImplicit = false
  var parent: SymbolID?
  var accessedVariable: SymbolID?
  var getter: SymbolID?
  var extendedType: SymbolID?
  var bases: [SymbolID] = []
  var overridden: [SymbolID] = []

  // The other directions of the relations above.
  var members: [SymbolID] = []
  var overriding: [SymbolID] = []
  var accessors: [SymbolID] = []

  var isVariable: Bool {
    switch kind {
    case .variable, .field, .instanceProperty, .classProperty, .staticProperty: true
    default: false
    }
  }

  var isFunction: Bool {
    switch kind {
    case .function, .instanceMethod, .classMethod, .staticMethod, .initializer, .deinitializer: true
    default: false
    }
  }

  var isType: Bool {
    switch kind {
    case .enum, .struct, .class, .protocol, .extension: true
    default: false
    }
  }

  /// Whether the variable belongs to a module or to a type, and not to an instance.
  var isStatic: Bool { kind == .variable || kind == .classProperty || kind == .staticProperty }
}

/// A place in a source file of `Program.files`.
struct Location: Hashable, Comparable {
  let file: Int
  let line: Int
  let column: Int

  static func < (lhs: Location, rhs: Location) -> Bool {
    (lhs.file, lhs.line, lhs.column) < (rhs.file, rhs.line, rhs.column)
  }
}
