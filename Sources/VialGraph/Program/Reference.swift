/// A use of a symbol in the code of another declaration.
struct Reference {
  /// The roles of an occurrence, and of the relations of an occurrence, with their bits in `indexstore_symbol_role_t`, which
  /// LLVM declares in `indexstore/indexstore.h`.
  struct Roles: OptionSet {
    let rawValue: UInt64

    static let definition = Roles(rawValue: 1 << 1)
    static let reference = Roles(rawValue: 1 << 2)
    static let write = Roles(rawValue: 1 << 4)
    static let call = Roles(rawValue: 1 << 5)
    static let dynamic = Roles(rawValue: 1 << 6)
    static let implicit = Roles(rawValue: 1 << 8)
    static let childOf = Roles(rawValue: 1 << 9)
    static let baseOf = Roles(rawValue: 1 << 10)
    static let overrideOf = Roles(rawValue: 1 << 11)
    static let extendedBy = Roles(rawValue: 1 << 14)
    static let accessorOf = Roles(rawValue: 1 << 15)
    static let containedBy = Roles(rawValue: 1 << 16)
  }

  let symbol: SymbolID
  let roles: Roles
  var location: Location

  /// The declaration whose code contains the reference, or `nil` for top-level code and for attributes.
  let container: SymbolID?
}
