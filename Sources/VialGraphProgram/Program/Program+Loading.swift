import Foundation

extension Program {
  /// Reads the current sources of a store, without the sources of modules that are not a part of the application.
  ///
  /// A store keeps the units of files that were deleted, renamed or excluded, so the units are compared with the files on
  /// the disk and with the lists of sources that SwiftPM writes. A target that was removed leaves its list, so a list whose
  /// files are all missing is ignored. A module that was never compiled has a list and no unit.
  ///
  /// Before each file, the closure `progress` gets the number of the file, and the number of files.
  package convenience init(
    _ store: IndexStore,
    folder: String,
    ignoring modules: Set<String>,
    progress: (_ number: Int, _ count: Int) -> Void
  ) throws(IndexError) {
    self.init(folder: folder)
    let (all, unread) = try store.units()
    unreadFiles = unread
    let units = all.filter { !modules.contains($0.module) && modificationDate(of: $0.path) != nil }
    var current: [IndexStore.Unit] = []
    let unitsByModule = Dictionary(grouping: units, by: \.module)
    for module in Set(unitsByModule.keys).union(store.plannedModules).subtracting(modules) {
      let units = unitsByModule[module] ?? []
      let objects = store.objects(of: module)
      let listed = units.filter { unit in objects.map { $0[unit.path] != nil } ?? true }
      let newest = Dictionary(listed.map { ($0.path, $0) }) { $0.date < $1.date ? $1 : $0 }
      current += newest.values
      // The compiler removes the object file of a source that it cannot compile.
      for (path, object) in objects ?? [:] where newest[path] == nil || modificationDate(of: object) == nil {
        let isMissing = modificationDate(of: path) == nil
        unreadFiles[path] = isMissing ? "it was deleted after the last build" : "the last build did not compile it"
      }
    }
    for (index, unit) in current.sorted(by: { ($0.path, $0.module) < ($1.path, $1.module) }).enumerated() {
      progress(index + 1, current.count)
      if modificationDate(of: unit.path) ?? .distantPast > unit.date { changedFiles.insert(unit.path) }
      if try !read(unit, of: store) { unreadFiles[unit.path] = "its record is damaged" }
    }
    if files.isEmpty { throw .noSources(store.path) }
    // The other directions of the relations between symbols.
    for (identifier, symbol) in symbols.enumerated() {
      if let parent = symbol.parent { symbols[symbols[parent].extendedType ?? parent].members.append(identifier) }
      if let variable = symbol.accessedVariable { symbols[variable].accessors.append(identifier) }
      if let type = symbol.extendedType { symbols[type].bases += symbol.bases }
      for overridden in symbol.overridden { symbols[overridden].overriding.append(identifier) }
    }
  }

  /// Reads the record of a unit, and returns whether it can be read.
  private func read(_ unit: IndexStore.Unit, of store: IndexStore) throws(IndexError) -> Bool {
    guard let record = unit.record else { return true }
    var file = File(path: unit.path, module: unit.module)
    let usr: IndexLibrary.Text = try store.library.function("symbol_get_usr")
    let name: IndexLibrary.Text = try store.library.function("symbol_get_name")
    let kind: IndexLibrary.Code = try store.library.function("symbol_get_kind")
    let symbolOfOccurrence: IndexLibrary.Related = try store.library.function("occurrence_get_symbol")
    let rolesOfOccurrence: IndexLibrary.Bits = try store.library.function("occurrence_get_roles")
    let position: IndexLibrary.Position = try store.library.function("occurrence_get_line_col")
    let forEachRelation: IndexLibrary.ForEach = try store.library.function("occurrence_relations_apply_f")
    let symbolOfRelation: IndexLibrary.Related = try store.library.function("symbol_relation_get_symbol")
    let rolesOfRelation: IndexLibrary.Bits = try store.library.function("symbol_relation_get_roles")
    // Each symbol of a record has an address.
    var known: [IndexLibrary.Object: SymbolID] = [:]
    func id(_ symbol: IndexLibrary.Object) -> SymbolID {
      if let id = known[symbol] { return id }
      let id = identifier(usr: usr(symbol).string, name: { name(symbol).string }, kind: { kind(symbol) })
      known[symbol] = id
      return id
    }
    let isComplete = try store.readOccurrences(of: record) { occurrence in
      let symbol = id(symbolOfOccurrence(occurrence))
      let roles = Reference.Roles(rawValue: rolesOfOccurrence(occurrence))
      var line: UInt32 = 0
      var column: UInt32 = 0
      position(occurrence, &line, &column)
      let location = Location(file: files.count, line: Int(line), column: Int(column))
      var container: SymbolID?
      IndexLibrary.each(forEachRelation, of: occurrence) { relation in
        let other = id(symbolOfRelation(relation))
        let relationRoles = Reference.Roles(rawValue: rolesOfRelation(relation))
        if relationRoles.contains(.containedBy) { container = other }
        add(relationRoles, of: symbol, to: other, isDefinition: roles.contains(.definition))
      }
      if roles.contains(.definition) {
        symbols[symbol].definition = location
        symbols[symbol].isImplicit = roles.contains(.implicit)
        file.definitions.append(symbol)
      } else if symbols[symbol].kind == .module {
        imports[unit.module, default: []].insert(symbols[symbol].name)
      } else if roles.contains(.reference) {
        file.references.append(Reference(symbol: symbol, roles: roles, location: location, container: container))
      }
    }
    files.append(file)
    return isComplete
  }

  private func add(_ roles: Reference.Roles, of symbol: SymbolID, to other: SymbolID, isDefinition: Bool) {
    // The raw type of an enumeration is not a supertype, although the index lists it as one.
    let isRawType = [.structure, .enumeration].contains(symbols[symbol].kind)
    if roles.contains(.baseOf), !isRawType, !symbols[other].bases.contains(symbol) {
      symbols[other].bases.append(symbol)
    }
    if roles.contains(.extendedBy) { symbols[other].extendedType = symbol }
    guard isDefinition else { return }
    if roles.contains(.childOf) { symbols[symbol].parent = other }
    if roles.contains(.accessorOf) { symbols[symbol].accessedVariable = other }
    if roles.contains(.overrideOf) { symbols[symbol].overridden.append(other) }
  }
}
