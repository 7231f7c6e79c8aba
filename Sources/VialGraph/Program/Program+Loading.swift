import Foundation

extension Program {
  /// What happened while a store was read.
  struct LoadingReport {
    var newerFiles: [String] = []
    var unreadableRecords = 0

    /// Sentences for standard error.
    var lines: [String] {
      var lines: [String] = []
      if let file = newerFiles.first {
        let others = newerFiles.count > 1 ? " and \(newerFiles.count - 1) other files are" : " is"
        lines.append("\(file)\(others) newer than the index: run `swift build` again")
      }
      if unreadableRecords > 0 {
        lines.append("\(unreadableRecords) files have an incomplete index: run `swift build` again, in a clean folder")
      }
      return lines
    }
  }

  /// The modules of the library, which are not a part of the application.
  static let libraryModules: Set = ["Vial", "VialInspection", "VialTesting", "VialSwiftUI"]

  /// Reads the current sources of a store.
  ///
  /// A store keeps the units of files that were deleted, renamed or excluded, so the units are compared with the files on
  /// the disk and with the lists of sources that SwiftPM writes.
  static func load(_ store: IndexStore, progress: (String) -> Void) -> (program: Program, report: LoadingReport) {
    var newest: [String: IndexStore.Unit] = [:]
    var report = LoadingReport()
    let sourceLists = SourceLists(store: store.path)
    for unit in store.units() where !libraryModules.contains(unit.module) && sourceLists.contains(unit) {
      let key = "\(unit.module) \(unit.path)"
      if let other = newest[key], other.date >= unit.date { continue }
      newest[key] = unit
    }
    let program = Program()
    var number = 0
    for unit in newest.values.sorted(by: { ($0.path, $0.module) < ($1.path, $1.module) }) {
      number += 1
      progress("reading the index: \(number) of \(newest.count) files")
      guard let modified = modificationDate(of: unit.path) else { continue }
      if modified > unit.date { report.newerFiles.append(unit.path) }
      if !program.read(unit, of: store) { report.unreadableRecords += 1 }
    }
    program.finish()
    return (program, report)
  }

  private static func modificationDate(of path: String) -> Date? {
    (try? FileManager.default.attributesOfItem(atPath: path))?[.modificationDate] as? Date
  }

  private func read(_ unit: IndexStore.Unit, of store: IndexStore) -> Bool {
    var file = File(path: unit.path, module: unit.module)
    let library = store.library
    // The address of a symbol is stable while its record is open.
    var known: [IndexLibrary.Object: SymbolID] = [:]
    func identifier(of symbol: IndexLibrary.Object) -> SymbolID {
      if let identifier = known[symbol] { return identifier }
      let usr = library.symbolUSR(symbol).string
      let found = self.identifier(
        usr: usr,
        name: { library.symbolName(symbol).string },
        kind: { library.symbolKind(symbol) }
      )
      known[symbol] = found
      return found
    }
    let isComplete = store.readOccurrences(of: unit.record) { occurrence in
      let symbol = identifier(of: library.occurrenceSymbol(occurrence))
      let roles = Reference.Roles(rawValue: library.occurrenceRoles(occurrence))
      var (line, column): (UInt32, UInt32) = (0, 0)
      library.occurrencePosition(occurrence, &line, &column)
      let location = Location(file: files.count, line: Int(line), column: Int(column))
      var container: SymbolID?
      library.each(library.forEachRelation, of: occurrence) { relation in
        let other = identifier(of: library.relationSymbol(relation))
        let relationRoles = Reference.Roles(rawValue: library.relationRoles(relation))
        if !relationRoles.isDisjoint(with: [.containedBy, .calledBy]) { container = other }
        add(relationRoles, of: symbol, to: other, isDefinition: roles.contains(.definition))
      }
      if roles.contains(.definition) {
        symbols[symbol].definition = location
        symbols[symbol].isImplicit = roles.contains(.implicit)
      } else if symbols[symbol].kind == .module {
        file.imports.insert(symbols[symbol].name)
      } else if roles.contains(.reference) {
        file.references.append(Reference(symbol: symbol, roles: roles, location: location, container: container))
      }
    }
    file.references.sort { $0.location < $1.location }
    files.append(file)
    return isComplete
  }

  private func add(_ roles: Reference.Roles, of symbol: SymbolID, to other: SymbolID, isDefinition: Bool) {
    if roles.contains(.baseOf), !symbols[other].bases.contains(symbol) { symbols[other].bases.append(symbol) }
    if roles.contains(.extendedBy) { symbols[other].extendedType = symbol }
    guard isDefinition else { return }
    if roles.contains(.childOf) { symbols[symbol].parent = other }
    if roles.contains(.accessorOf) { symbols[symbol].accessedVariable = other }
    if roles.contains(.overrideOf), !symbols[symbol].overridden.contains(other) {
      symbols[symbol].overridden.append(other)
    }
  }
}
