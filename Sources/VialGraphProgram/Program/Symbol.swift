/// The position of a symbol in `Program.symbols`.
package typealias SymbolID = Int

/// A declaration that the index names.
package struct Symbol {
  package enum Kind {
    case module, enumeration, structure, `class`, `protocol`, `extension`
    case freeOrStaticFunction, instanceMethod, initializer, deinitializer
    case global, staticProperty, instanceProperty, other
  }

  /// The kinds by their numbers in `indexstore_symbol_kind_t`, which LLVM declares in `indexstore/indexstore.h`.
  static let kinds: [Int32: Kind] = [
    1: .module, 5: .enumeration, 6: .structure, 7: .class, 8: .protocol, 9: .extension, 12: .freeOrStaticFunction,
    13: .global,
    14: .instanceProperty, 16: .instanceMethod, 17: .freeOrStaticFunction, 18: .freeOrStaticFunction,
    19: .instanceProperty, 20: .staticProperty, 21: .staticProperty,
    22: .initializer, 23: .deinitializer,
  ]

  /// The unified symbol resolution string, the identity of a declaration in all files.
  package let usr: String
  package let name: String
  package let kind: Kind

  /// The place of the definition, or `nil` outside the sources of the index.
  package internal(set) var definition: Location?
  package internal(set) var isImplicit = false
  package internal(set) var parent: SymbolID?
  package internal(set) var accessedVariable: SymbolID?
  package internal(set) var extendedType: SymbolID?
  package internal(set) var bases: [SymbolID] = []
  package internal(set) var overridden: [SymbolID] = []

  // The other directions of the relations above.
  package internal(set) var members: [SymbolID] = []
  package internal(set) var overriding: [SymbolID] = []
  package internal(set) var accessors: [SymbolID] = []

  /// Whether the declaration, or a declaration that contains it, is private to its file.
  ///
  /// The unified symbol resolution string then has a hash value of the file, after the name.
  package var isPrivate: Bool { usr.contains(/33_[0-9A-F]{32}LL/) }

  package var isType: Bool { [.enumeration, .structure, .class, .protocol, .extension].contains(kind) }
  package var isFunction: Bool {
    [.freeOrStaticFunction, .instanceMethod, .initializer, .deinitializer].contains(kind)
  }
  package var isGlobalOrStatic: Bool { kind == .global || kind == .staticProperty }
  package var baseName: String { String(name.prefix { $0 != "(" }.replacing("getter:", with: "")) }
  package var isGetter: Bool { name.hasPrefix("getter:") }
  package var isVariable: Bool { isGlobalOrStatic || kind == .instanceProperty }
}

/// A place in a source file of `Program.files`.
package struct Location: Hashable, Comparable {
  package let file: Int
  package let line: Int
  package let column: Int

  package init(file: Int, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }

  package static func < (a: Location, b: Location) -> Bool { (a.file, a.line, a.column) < (b.file, b.line, b.column) }
}
