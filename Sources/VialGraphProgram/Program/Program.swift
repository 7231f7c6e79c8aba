package import Foundation

/// The module and the qualified name of a declaration, which remain when the declaration moves to another line.
package typealias Identity = String

/// The declarations and references of all sources in an index.
package final class Program {
  /// A source file, and the definitions and references in it, in the order of the source.
  package struct File {
    package let path: String
    package let module: String
    package internal(set) var definitions: [SymbolID] = []
    package internal(set) var references: [Reference] = []
    package var name: String { String(path.split(separator: "/").last ?? "") }

    /// Whether the file has top-level code, because it is the only file of an executable.
    package internal(set) var isScript = false
    package var isMain: Bool { name == "main.swift" || isScript }
  }

  /// The folder of the application, to which `path(_:)` is relative.
  package let folder: String
  package internal(set) var symbols: [Symbol] = []
  package internal(set) var files: [File] = []

  /// The paths of the files that changed after the index was written, where the index has wrong lines.
  package internal(set) var changedFiles: Set<String> = []

  /// The reasons why the index of files cannot be read, by the paths of the files or the names of their units.
  package internal(set) var unreadFiles: [String: String] = [:]

  /// The modules that each module imports.
  package internal(set) var imports: [String: Set<String>] = [:]
  private var identifiers: [String: SymbolID] = [:]

  init(folder: String) { self.folder = folder }

  package subscript(symbol: SymbolID) -> Symbol { symbols[symbol] }

  /// Returns the identifier of a symbol, which is added at its first occurrence.
  func identifier(usr: String, name: () -> String, kind: () -> Int32) -> SymbolID {
    if let identifier = identifiers[usr] { return identifier }
    identifiers[usr] = symbols.count
    symbols.append(Symbol(usr: usr, name: name(), kind: Symbol.kinds[kind()] ?? .other))
    return symbols.count - 1
  }

  /// The type that a declaration is a member of.
  package func enclosingType(of member: SymbolID) -> SymbolID? {
    guard let parent = self[self[member].accessedVariable ?? member].parent else { return nil }
    let type = self[parent].extendedType ?? parent
    // The parent of a declaration in a function is the function.
    return self[type].isType ? type : nil
  }

  /// Returns a type and the types that it inherits from or conforms to.
  package func supertypes(of type: SymbolID) -> [SymbolID] { reachable(from: type) { self[$0].bases } }

  /// Whether a member of a superclass is overridden in a class, or in a class between the two.
  package func isOverridden(_ member: SymbolID, in type: SymbolID) -> Bool {
    if self[member].overriding.isEmpty { return false }
    let overrides = reachable(from: member) { self[$0].overriding }.dropFirst().compactMap(enclosingType)
    return !supertypes(of: type).allSatisfy { !overrides.contains($0) }
  }

  /// The source of a file, which is empty if it cannot be read, or if the index has wrong lines because the file changed.
  package func contents(of path: String) -> Data {
    changedFiles.contains(path) ? Data() : FileManager.default.contents(atPath: path) ?? Data()
  }

  /// A declaration and the types around it, innermost first.
  package func types(around declaration: SymbolID) -> [SymbolID] {
    reachable(from: declaration) { [enclosingType(of: $0)].compactMap(\.self) }
  }

  /// The name of a symbol, with the types that contain it.
  package func qualifiedName(of symbol: SymbolID) -> String {
    let names = types(around: self[symbol].accessedVariable ?? symbol).map { self[$0].name }
    return names.reversed().joined(separator: ".")
  }
}
