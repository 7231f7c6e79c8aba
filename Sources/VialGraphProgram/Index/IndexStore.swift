import Foundation

/// An index store: a *unit* for each compiled file, which names the *record* with the symbols of the file.
package struct IndexStore {
  /// The compilation of one source file.
  struct Unit {
    let path: String
    let module: String
    let date: Date

    /// The name of the record, or `nil` for a file without symbols.
    var record: String?
  }

  /// `INDEXSTORE_UNIT_DEPENDENCY_RECORD` in `indexstore/indexstore.h` of LLVM.
  private static let kindOfRecord: Int32 = 2

  /// The folder with the units of a store.
  package static func units(of store: String) -> String { store + "/v5/units" }

  let library: IndexLibrary
  let path: String
  private let store: IndexLibrary.Object

  init(library: IndexLibrary, path: String) throws(IndexError) {
    guard let store = try library.function("store_create", as: IndexLibrary.Open.self)(path, nil) else {
      throw .unreadableStore(path)
    }
    self.library = library
    self.path = path
    self.store = store
  }

  /// Returns the units of the store, and the reasons why other units cannot be read, by their names.
  func units() throws(IndexError) -> (units: [Unit], unread: [String: String]) {
    let open: IndexLibrary.OpenMember = try library.function("unit_reader_create")
    let description: IndexLibrary.Description = try library.function("error_get_description")
    let path: IndexLibrary.Text = try library.function("unit_reader_get_main_file")
    let module: IndexLibrary.Text = try library.function("unit_reader_get_module_name")
    let forEachDependency: IndexLibrary.ForEach = try library.function("unit_reader_dependencies_apply_f")
    let kindOfDependency: IndexLibrary.Code = try library.function("unit_dependency_get_kind")
    let pathOfDependency: IndexLibrary.Text = try library.function("unit_dependency_get_filepath")
    let nameOfDependency: IndexLibrary.Text = try library.function("unit_dependency_get_name")
    let folder = URL(fileURLWithPath: Self.units(of: self.path))
    var units: [Unit] = []
    var unread: [String: String] = [:]
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for name in names.sorted() where !name.hasPrefix(".") {
      var error: IndexLibrary.Object?
      guard let reader = open(store, name, &error) else {
        unread[name] = error.flatMap(description).map { String(cString: $0) } ?? "it is damaged"
        continue
      }
      let date = modificationDate(of: "\(folder.path)/\(name)") ?? .distantPast
      var unit = Unit(path: path(reader).string, module: module(reader).string, date: date)
      IndexLibrary.each(forEachDependency, of: reader) { dependency in
        // A unit can also have records of the C headers that it imports.
        let isOfFile = pathOfDependency(dependency).string == unit.path
        let isRecord = isOfFile && kindOfDependency(dependency) == Self.kindOfRecord
        if isRecord { unit.record = nameOfDependency(dependency).string }
      }
      units.append(unit)
    }
    return (units, unread)
  }

  /// Calls a closure with each occurrence of a symbol in a record, and returns whether the record could be read.
  func readOccurrences(of record: String, _ body: (IndexLibrary.Object) -> Void) throws(IndexError) -> Bool {
    let open: IndexLibrary.OpenMember = try library.function("record_reader_create")
    guard let reader = open(store, record, nil) else { return false }
    IndexLibrary.each(try library.function("record_reader_occurrences_apply_f"), of: reader, body)
    return true
  }

  /// The modules with sources that `swift build` compiles, apart from tests.
  ///
  /// SwiftPM lists them in the folder of the builds for all platforms.
  var plannedModules: [String] {
    let plan = FileManager.default.contents(atPath: path + "/../../../../debug.yaml")
    return Self.modules(ofPlan: String(decoding: plan ?? Data(), as: UTF8.self)).filter { module in
      objects(of: module)?.keys.contains { modificationDate(of: $0) != nil } ?? false
    }
  }

  /// The modules of the target `main` of a plan, apart from macros, whose names end with `-tool`.
  static func modules(ofPlan plan: String) -> [String] {
    let main = plan.split(separator: "\n").first { $0.hasPrefix("  \"main\":") } ?? ""
    return main.matches(of: /"<(\w+)-[^"]*-debug\.module>"/).map { String($0.1) }
  }

  /// The sources of a module and their object files, which SwiftPM lists next to a store; `nil` without a list.
  func objects(of module: String) -> [String: String]? {
    let list = FileManager.default.contents(atPath: path + "/../../\(module).build/output-file-map.json")
    let outputs = list.flatMap { try? JSONDecoder().decode([String: [String: String]].self, from: $0) }
    return outputs?.compactMapValues { $0["object"] }
  }
}
