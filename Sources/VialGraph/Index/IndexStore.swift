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
    guard let store = try library.function("store_create", as: IndexLibrary.Open.self)(path, nil) else {
      throw ToolError("\(path) is not an index store that this toolchain can read: run `swift build` again")
    }
    (self.library, self.path, self.store) = (library, path, store)
  }

  /// Returns the units of the application's sources.
  func units() throws(ToolError) -> [Unit] {
    var names: [String] = []
    let forEachUnit: IndexLibrary.ForEachUnit = try library.function("store_units_apply_f")
    withUnsafeMutablePointer(to: &names) { context in
      _ = forEachUnit(store, 1, context) { context, name in
        context?.assumingMemoryBound(to: [String].self).pointee.append(name.string)
        return true
      }
    }
    var units: [Unit] = []
    for name in names { if let unit = try unit(named: name) { units.append(unit) } }
    return units
  }

  private func unit(named name: String) throws(ToolError) -> Unit? {
    let open: IndexLibrary.OpenMember = try library.function("unit_reader_create")
    guard let unit = open(store, name, nil) else { return nil }
    let close: IndexLibrary.Dispose = try library.function("unit_reader_dispose")
    defer { close(unit) }
    let path = try library.function("unit_reader_get_main_file", as: IndexLibrary.Text.self)(unit).string
    let module = try library.function("unit_reader_get_module_name", as: IndexLibrary.Text.self)(unit).string
    let kind: IndexLibrary.Code = try library.function("unit_dependency_get_kind")
    let file: IndexLibrary.Text = try library.function("unit_dependency_get_filepath")
    let recordName: IndexLibrary.Text = try library.function("unit_dependency_get_name")
    var record: String?
    try IndexLibrary.each(library.function("unit_reader_dependencies_apply_f"), of: unit) { dependency in
      // The kind of a record is 2. A unit can also have records of the C headers that it imports.
      if kind(dependency) == 2, file(dependency).string == path { record = recordName(dependency).string }
    }
    var (seconds, nanoseconds): (Int64, Int64) = (0, 0)
    try library.function("unit_reader_get_modification_time", as: IndexLibrary.Time.self)(unit, &seconds, &nanoseconds)
    let date = Date(timeIntervalSince1970: Double(seconds) + Double(nanoseconds) / 1e9)
    return record.map { Unit(path: path, module: module, record: $0, date: date) }
  }

  /// Calls a closure with each occurrence of a symbol in a record, and returns whether the record could be read.
  ///
  /// The objects of the library are valid until the closure returns.
  func readOccurrences(of record: String, _ body: (IndexLibrary.Object) -> Void) throws(ToolError) -> Bool {
    let open: IndexLibrary.OpenMember = try library.function("record_reader_create")
    let close: IndexLibrary.Dispose = try library.function("record_reader_dispose")
    guard let reader = open(store, record, nil) else { return false }
    defer { close(reader) }
    IndexLibrary.each(try library.function("record_reader_occurrences_apply_f"), of: reader, body)
    return true
  }

  /// The list of a module's sources that SwiftPM writes next to a store; `nil` if the list does not exist.
  func sources(of module: String) -> Set<Substring>? {
    let text = try? String(contentsOfFile: path + "/../../\(module).build/sources", encoding: .utf8)
    return text.map { Set($0.split { ["\n", "'", "\""].contains($0) }) }
  }
}
