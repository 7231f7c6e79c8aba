import Foundation

/// The library `libIndexStore` of a toolchain, which is opened at run time.
///
/// The library is opened by its path, so the package needs no dependency, and a store is read with the library of the toolchain
/// that has written the store. The objects of the library are not released, because a process reads one store.
struct IndexLibrary {
  typealias Object = UnsafeMutableRawPointer
  typealias Open = @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<Object?>?) -> Object?
  typealias OpenMember = @convention(c) (Object, UnsafePointer<CChar>, UnsafeMutablePointer<Object?>?) -> Object?
  typealias Description = @convention(c) (Object) -> UnsafePointer<CChar>?
  typealias Related = @convention(c) (Object) -> Object
  typealias Code = @convention(c) (Object) -> Int32
  typealias Bits = @convention(c) (Object) -> UInt64
  typealias Position = @convention(c) (Object, UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<UInt32>) -> Void
  typealias ForEach = @convention(c) (Object, Object?, @convention(c) (Object?, Object) -> Bool) -> Bool

  /// Returns a string of the library: a pointer and a length, as in `iovec`, which every platform declares.
  typealias Text = @convention(c) (Object) -> iovec

  let path: String

  /// Returns a function of the library, which must have the given type.
  func function<Function>(_ name: String, as type: Function.Type = Function.self) throws(IndexError) -> Function {
    guard let library = dlopen(path, RTLD_LAZY), let address = dlsym(library, "indexstore_" + name) else {
      throw .unusableLibrary(path, missing: "indexstore_" + name)
    }
    return unsafeBitCast(address, to: Function.self)
  }

  /// Calls a closure with each element that an iterator of the library visits.
  static func each(_ iterate: ForEach, of owner: Object, _ body: (Object) -> Void) {
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
  var string: String { String(decoding: UnsafeRawBufferPointer(start: iov_base, count: Int(iov_len)), as: UTF8.self) }
}
