/// A use of a symbol in the code of another declaration.
package struct Reference {
  /// The roles of an occurrence, and of the relations of an occurrence, with their bits in `indexstore_symbol_role_t`, which
  /// LLVM declares in `indexstore/indexstore.h`.
  package struct Roles: OptionSet {
    package let rawValue: UInt64

    package init(rawValue: UInt64) { self.rawValue = rawValue }

    static let definition = Roles(rawValue: 1 << 1)
    static let reference = Roles(rawValue: 1 << 2)
    package static let write = Roles(rawValue: 1 << 4)
    package static let call = Roles(rawValue: 1 << 5)
    package static let dynamic = Roles(rawValue: 1 << 6)
    package static let implicit = Roles(rawValue: 1 << 8)
    static let childOf = Roles(rawValue: 1 << 9)
    static let baseOf = Roles(rawValue: 1 << 10)
    static let overrideOf = Roles(rawValue: 1 << 11)
    static let extendedBy = Roles(rawValue: 1 << 14)
    static let accessorOf = Roles(rawValue: 1 << 15)
    static let containedBy = Roles(rawValue: 1 << 16)
  }

  package let symbol: SymbolID
  package let roles: Roles
  package var location: Location

  /// The declaration whose code contains the reference, or `nil` for top-level code and for attributes.
  package let container: SymbolID?

  package init(symbol: SymbolID, roles: Roles, location: Location, container: SymbolID?) {
    self.symbol = symbol
    self.roles = roles
    self.location = location
    self.container = container
  }
}
