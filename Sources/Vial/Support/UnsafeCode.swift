// All unsafe code of the core: casts and copies of memory, and the calls of the C library. This is the only file that
// imports a module.
//
// The stored properties with `@exclusivity(unchecked)` are exempt from run-time exclusivity checks: a resolve reads six of them, and
// would take 1.7 times as many instructions with the checks. Invariant: no access to them runs code of the application. The
// operation retains each removed object, and releases it when the lists are consistent.

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Bionic)
import Bionic
#elseif canImport(WASILibc)
import WASILibc
#else
private func getenv(_: String) -> UnsafeMutablePointer<CChar>? { nil }
private func write(_: Int32, _: UnsafeRawPointer?, _: Int) -> Int { 0 }
#endif

// MARK: - References

/// Converts a reference to the type that the object is known to have.
///
/// Invariant: the cache and the factories of an injection hold only boxes, references and factories of the injection's
/// `Value`, because only handles of that type store them. A checked cast takes longer than the rest of a resolve. Every
/// test runs through here, also under the address sanitizer.
@inlinable @inline(__always) func cast<Object: AnyObject>(_ object: AnyObject, to type: Object.Type = Object.self)
  -> Object
{ unsafe unsafeDowncast(object, to: type) }

/// A weak reference to an object that can restore the value from which the object was taken, into a box.
///
/// Invariant: `bits` is a bitwise copy of the value, and the only reference in the value, its first word, refers to the
/// object. While the object is retained, the copy is as valid as the original. For any other value, `bits` is `nil`, and
/// a dynamic cast of the object restores the value, which costs more than ten resolves. The tests of `.shared` cover both,
/// also under the address sanitizer.
@safe final class WeakObject<Value>: WeakReference {
  /// A copy of the value that owns nothing; `nil` if the value refers to the object indirectly.
  let bits: UnsafeMutablePointer<Value>?

  /// The type of the boxes, because a look-up at run time would double the cost of resolving a shared instance.
  private let boxType: Box<Value>.Type

  /// Returns `nil` if the value could not be restored from its object.
  ///
  /// If the first word of a value does not refer to its object, the value is an existential that is allocated separately. A
  /// cast restores an `any Error`. It would not restore an existential that contains an optional of another existential.
  init?(_ value: Value, _ object: AnyObject, _ boxType: Box<Value>.Type) {
    self.boxType = boxType
    unsafe bits = copyIfSoleReference(value, to: object)
    super.init(object)
    if unsafe bits == nil {
      guard object is any Error, let restored = object as? Value,
        Swift.type(of: restored as Any) == Swift.type(of: value as Any)
      else { return nil }
    }
  }

  @MainActor override var box: AnyBox? {
    guard let object else { return nil }
    guard let bits = unsafe bits else { return boxType.init(restore(object)) }
    let box = unsafe boxType.init(bits.pointee)
    extendLifetime(object)
    return box
  }

  func restore(_ object: AnyObject) -> Value {
    guard let value = object as? Value else { preconditionFailure("The object has another type.") }
    return value
  }

  deinit {
    // The copy owns nothing, so it is deallocated without being deinitialized.
    unsafe bits?.deallocate()
  }
}

/// Returns a bitwise copy of a value if its first word, and so its only reference, refers to `object`.
///
/// An existential whose payload is allocated separately, such as an `any Error`, has another first word.
private func copyIfSoleReference<Value>(_ value: Value, to object: AnyObject) -> UnsafeMutablePointer<Value>? {
  guard MemoryLayout<Value>.size >= MemoryLayout<UInt>.size else { return nil }
  return unsafe withUnsafePointer(to: value) { source in
    let firstWord = unsafe UnsafeRawPointer(source).load(as: UInt.self)
    guard firstWord == UInt(bitPattern: ObjectIdentifier(object)) else { return nil }
    let copy = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    unsafe UnsafeMutableRawPointer(copy).copyMemory(from: source, byteCount: MemoryLayout<Value>.size)
    return unsafe copy
  }
}

// MARK: - Deallocation

/// Retains an object, and the chains that follow the object, so that they are released one after the other.
///
/// A scope retains its outer scope, and a flow its children. Plain references would be released recursively, and overflow
/// the stack after some thousand scopes. So each object refers to the next ones by a chain, which also retains the chains
/// of these objects: they survive the objects, and are released by a loop.
///
/// Invariant: nothing refers weakly to a chain, so a chain with one reference belongs to the code that has this reference.
/// Only the deinitializer of a chain changes chains, and only those that belong to it.
final class ReleaseChain<Content: Sendable>: Sendable {
  /// Changed only by the deinitializer that owns the chain, so no two threads reach it; `nil` afterwards.
  private nonisolated(unsafe) var storedContent: Content?

  /// Changed only by the deinitializer that owns the chain, so no two threads reach it; empty afterwards.
  private nonisolated(unsafe) var next: [ReleaseChain]

  init(_ content: Content, followedBy next: [ReleaseChain]) {
    unsafe storedContent = content
    unsafe self.next = next
  }

  var content: Content {
    guard let content = unsafe storedContent else { preconditionFailure("The chain is deallocated.") }
    return content
  }

  deinit {
    var pending = unsafe next
    unsafe next = []
    unsafe storedContent = nil
    while var chain = pending.popLast() {
      guard isKnownUniquelyReferenced(&chain) else { continue }
      unsafe pending += chain.next
      unsafe chain.next = []
      unsafe chain.storedContent = nil
    }
  }
}

/// Calls a function of the main actor in a deinitializer, which runs on the thread that releases the last reference.
///
/// Invariant: the function uses only what belonged to the object that is being deallocated, and what never changes.
func callInDeinitializer<Argument, Result>(
  _ function: @escaping @MainActor (Argument) -> Result,
  _ argument: Argument
) -> Result {
  // The isolation of a function is not part of its representation.
  unsafe unsafeBitCast(function, to: ((Argument) -> Result).self)(argument)
}

#if DEBUG
/// The identity of the current task; `nil` outside of tasks.
func currentTaskID() -> Int? { unsafe withUnsafeCurrentTask { task in unsafe task?.hashValue } }
#endif

// MARK: - The C library

/// Returns the value of an environment variable, if it is set.
///
/// Without a C library, no variable is set.
func environment(_ name: String) -> String? {
  guard let value = unsafe getenv(name) else { return nil }
  return unsafe String(cString: value)
}

/// The standard error stream.
///
/// Without a C library, the text is discarded.
package struct StandardError: TextOutputStream {
  package init() {}

  package func write(_ text: String) {
    unsafe text.withCString { characters in
      unsafe writeToStandardError(UnsafeRawBufferPointer(start: characters, count: text.utf8.count))
    }
  }
}

/// A function outside of the structure, whose method `write` would hide the function of the library.
private func writeToStandardError(_ bytes: UnsafeRawBufferPointer) {
  var rest = unsafe bytes
  while unsafe !rest.isEmpty {
    let written = unsafe write(2, rest.baseAddress, rest.count)
    guard written > 0 else { return }
    unsafe rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(written))
  }
}
