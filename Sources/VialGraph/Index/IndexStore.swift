import Foundation

/// An index store: a *unit* for each compiled file, which names the *record* with the symbols of the file.
struct IndexStore {
  /// The compilation of one source file.
  struct Unit {
    let path: String
    let module: String
    let record: String
    let date: Date
  }

  let library: IndexLibrary
  let path: String
  private let store: IndexLibrary.Object

  init(library: IndexLibrary, path: String) throws(ToolError) {
    self.library = library
    self.path = path
    guard let store = library.openStore(path, nil) else {
      throw ToolError("\(path) is not an index store that this toolchain can read: run `swift build` again")
    }
    self.store = store
  }

  /// Returns the units of the application's sources, in the order of their names.
  func units() -> [Unit] {
    var names: [String] = []
    withUnsafeMutablePointer(to: &names) { context in
      _ = library.forEachUnit(store, 1, context) { context, name in
        context?.assumingMemoryBound(to: [String].self).pointee.append(name.string)
        return true
      }
    }
    return names.compactMap(unit(named:))
  }

  private func unit(named name: String) -> Unit? {
    guard let unit = library.openUnit(store, name, nil) else { return nil }
    defer { library.closeUnit(unit) }
    let path = library.unitMainFile(unit).string
    guard !library.unitIsSystem(unit), !path.isEmpty else { return nil }
    var record: String?
    library.each(library.forEachDependency, of: unit) { dependency in
      // The kind of a record is 2; the others are units and files. The records of imported C headers have other paths.
      guard library.dependencyKind(dependency) == 2, library.dependencyPath(dependency).string == path else { return }
      record = library.dependencyName(dependency).string
    }
    guard let record else { return nil }
    var (seconds, nanoseconds): (Int64, Int64) = (0, 0)
    library.unitTime(unit, &seconds, &nanoseconds)
    let date = Date(timeIntervalSince1970: Double(seconds) + Double(nanoseconds) / 1e9)
    return Unit(path: path, module: library.unitModule(unit).string, record: record, date: date)
  }

  /// Calls a closure with each occurrence of a symbol in a record, and returns whether the record could be read.
  ///
  /// The objects of the library are valid until the closure returns.
  func readOccurrences(of record: String, _ body: (IndexLibrary.Object) -> Void) -> Bool {
    guard let reader = library.openRecord(store, record, nil) else { return false }
    defer { library.closeRecord(reader) }
    library.each(library.forEachOccurrence, of: reader, body)
    return true
  }
}
