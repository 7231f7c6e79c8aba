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

  /// Returns the units of the application's sources, and the reasons why other units cannot be read, by their names.
  func units() throws(ToolError) -> (units: [Unit], unread: [String: String]) {
    var names: [String] = []
    let forEachUnit: IndexLibrary.ForEachUnit = try library.function("store_units_apply_f")
    withUnsafeMutablePointer(to: &names) { context in
      _ = forEachUnit(store, 1, context) { context, name in
        context?.assumingMemoryBound(to: [String].self).pointee.append(name.string)
        return true
      }
    }
    let open: IndexLibrary.OpenMember = try library.function("unit_reader_create")
    let description: IndexLibrary.Description = try library.function("error_get_description")
    var (units, unread): ([Unit], [String: String]) = ([], [:])
    for name in names {
      var error: IndexLibrary.Object?
      if let reader = open(store, name, &error) {
        units.append(try unit(reader))
      } else {
        unread[name] = error.flatMap(description).map { String(cString: $0) } ?? "it is damaged"
      }
    }
    return (units, unread)
  }

  private func unit(_ unit: IndexLibrary.Object) throws(ToolError) -> Unit {
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

  /// The list of a module's sources that SwiftPM writes next to a store, in the syntax of a shell; `nil` without a list.
  func sources(of module: String) -> Set<String>? {
    let text = try? String(contentsOfFile: path + "/../../\(module).build/sources", encoding: .utf8)
    return text.map { Set($0.split(separator: "\n").map(Self.unquoted)) }
  }

  /// A word of a shell without quotation marks, such as `it's` for `'it'\''s'`.
  static func unquoted(_ word: Substring) -> String {
    var (text, quote, rest): (String, Character?, Substring) = ("", nil, word)
    while let character = rest.popFirst() {
      switch character {
      case "\\" where quote != "'": text += rest.popFirst().map(String.init) ?? ""
      case "'" where quote != "\"", "\"" where quote != "'": quote = quote == nil ? character : nil
      default: text.append(character)
      }
    }
    return text
  }
}
