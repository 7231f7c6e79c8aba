import Foundation

/// An index store: a *unit* for each compiled file, which names the *record* with the symbols of the file.
struct IndexStore {
  /// The compilation of one source file.
  struct Unit {
    let path: String
    let module: String

    /// The name of the record, or `nil` for a file without symbols.
    let record: String?
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

  /// Returns the units of the store, and the reasons why other units cannot be read, by their names.
  func units() throws(ToolError) -> (units: [Unit], unread: [String: String]) {
    let open: IndexLibrary.OpenMember = try library.function("unit_reader_create")
    let description: IndexLibrary.Description = try library.function("error_get_description")
    var (units, unread): ([Unit], [String: String]) = ([], [:])
    for name in (try? FileManager.default.contentsOfDirectory(atPath: path + "/v5/units")) ?? [] {
      var error: IndexLibrary.Object?
      if let reader = open(store, name, &error) {
        units.append(try unit(reader, date: modificationDate(of: "\(path)/v5/units/\(name)") ?? .distantPast))
      } else {
        unread[name] = error.flatMap(description).map { String(cString: $0) } ?? "it is damaged"
      }
    }
    return (units, unread)
  }

  private func unit(_ unit: IndexLibrary.Object, date: Date) throws(ToolError) -> Unit {
    let close: IndexLibrary.Dispose = try library.function("unit_reader_dispose")
    defer { close(unit) }
    let path = try library.function("unit_reader_get_main_file", as: IndexLibrary.Text.self)(unit).string
    let module = try library.function("unit_reader_get_module_name", as: IndexLibrary.Text.self)(unit).string
    let kind: IndexLibrary.Code = try library.function("unit_dependency_get_kind")
    let file: IndexLibrary.Text = try library.function("unit_dependency_get_filepath")
    let name: IndexLibrary.Text = try library.function("unit_dependency_get_name")
    var record: String?
    try IndexLibrary.each(library.function("unit_reader_dependencies_apply_f"), of: unit) { dependency in
      // The kind of a record is 2. A unit can also have records of the C headers that it imports.
      if kind(dependency) == 2, file(dependency).string == path { record = name(dependency).string }
    }
    return Unit(path: path, module: module, record: record, date: date)
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

  /// The sources of a module and their object files, which SwiftPM lists next to a store; `nil` without a list.
  func objects(of module: String) -> [String: String]? {
    let list = FileManager.default.contents(atPath: path + "/../../\(module).build/output-file-map.json")
    let outputs = list.flatMap { try? JSONDecoder().decode([String: [String: String]].self, from: $0) }
    return outputs?.compactMapValues { $0["object"] }
  }
}
