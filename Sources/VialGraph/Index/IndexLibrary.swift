import Foundation

/// The functions of `libIndexStore` that the tool calls, looked up at run time.
///
/// The library is a part of every toolchain. Opening it at run time keeps the package free of dependencies, and reads a
/// store with the library of the toolchain that has written the store.
final class IndexLibrary {
  typealias Object = UnsafeMutableRawPointer
  typealias Open = @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<Object?>?) -> Object?
  typealias OpenMember = @convention(c) (Object, UnsafePointer<CChar>, UnsafeMutablePointer<Object?>?) -> Object?
  typealias Dispose = @convention(c) (Object) -> Void
  typealias Related = @convention(c) (Object) -> Object
  typealias Flag = @convention(c) (Object) -> Bool
  typealias Code = @convention(c) (Object) -> Int32
  typealias Bits = @convention(c) (Object) -> UInt64
  typealias Position = @convention(c) (Object, UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<UInt32>) -> Void
  typealias Time = @convention(c) (Object, UnsafeMutablePointer<Int64>, UnsafeMutablePointer<Int64>) -> Void
  typealias ForEach = @convention(c) (Object, Object?, @convention(c) (Object?, Object) -> Bool) -> Bool
  typealias ForEachUnit = @convention(c) (Object, UInt32, Object?, @convention(c) (Object?, iovec) -> Bool) -> Bool

  /// Returns a string of the library.
  ///
  /// The C structure of a pointer and a length has no declaration in Swift. `iovec`, which every platform declares, has
  /// the same layout.
  typealias Text = @convention(c) (Object) -> iovec

  let openStore: Open
  let forEachUnit: ForEachUnit
  let openUnit: OpenMember
  let closeUnit: Dispose
  let unitIsSystem: Flag
  let unitModule: Text
  let unitMainFile: Text
  let unitTime: Time
  let forEachDependency: ForEach
  let dependencyKind: Code
  let dependencyName: Text
  let dependencyPath: Text
  let openRecord: OpenMember
  let closeRecord: Dispose
  let forEachOccurrence: ForEach
  let occurrenceSymbol: Related
  let occurrenceRoles: Bits
  let occurrencePosition: Position
  let forEachRelation: ForEach
  let relationSymbol: Related
  let relationRoles: Bits
  let symbolName: Text
  let symbolUSR: Text
  let symbolKind: Code

  init(path: String) throws(ToolError) {
    guard let handle = dlopen(path, RTLD_LAZY) else {
      throw ToolError("\(path) cannot be opened: \(String(cString: dlerror()))")
    }
    func find<Function>(_ name: String) throws(ToolError) -> Function {
      guard let address = dlsym(handle, "indexstore_" + name) else {
        throw ToolError("\(path) has no function indexstore_\(name): pass --library with the one of your toolchain")
      }
      return unsafeBitCast(address, to: Function.self)
    }
    openStore = try find("store_create")
    forEachUnit = try find("store_units_apply_f")
    openUnit = try find("unit_reader_create")
    closeUnit = try find("unit_reader_dispose")
    unitIsSystem = try find("unit_reader_is_system_unit")
    unitModule = try find("unit_reader_get_module_name")
    unitMainFile = try find("unit_reader_get_main_file")
    unitTime = try find("unit_reader_get_modification_time")
    forEachDependency = try find("unit_reader_dependencies_apply_f")
    dependencyKind = try find("unit_dependency_get_kind")
    dependencyName = try find("unit_dependency_get_name")
    dependencyPath = try find("unit_dependency_get_filepath")
    openRecord = try find("record_reader_create")
    closeRecord = try find("record_reader_dispose")
    forEachOccurrence = try find("record_reader_occurrences_apply_f")
    occurrenceSymbol = try find("occurrence_get_symbol")
    occurrenceRoles = try find("occurrence_get_roles")
    occurrencePosition = try find("occurrence_get_line_col")
    forEachRelation = try find("occurrence_relations_apply_f")
    relationSymbol = try find("symbol_relation_get_symbol")
    relationRoles = try find("symbol_relation_get_roles")
    symbolName = try find("symbol_get_name")
    symbolUSR = try find("symbol_get_usr")
    symbolKind = try find("symbol_get_kind")
  }

  /// Calls a closure with each element that an iterator of the library visits.
  func each(_ iterate: ForEach, of owner: Object, _ body: (Object) -> Void) {
    withoutActuallyEscaping(body) { body in
      var body = body
      withUnsafeMutablePointer(to: &body) { context in
        _ = iterate(owner, context) { context, element in
          context?.assumingMemoryBound(to: ((Object) -> Void).self).pointee(element)
          return true
        }
      }
    }
  }
}

extension iovec {
  /// The text, copied from the memory of the library.
  var string: String {
    guard let iov_base else { return "" }
    return String(decoding: UnsafeRawBufferPointer(start: iov_base, count: iov_len), as: UTF8.self)
  }
}

/// A reason why the tool cannot do its work, in a sentence for standard error.
struct ToolError: Error {
  let message: String
  init(_ message: String) { self.message = message }
}
