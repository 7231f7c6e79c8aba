// All unsafe code of the core, except for the calls of the C library in `Platform.swift`.
//
// The stored properties with `@exclusivity(unchecked)`, the lists and the caches of the core, are also exempt from
// run-time exclusivity checks. Invariant: no access releases an instance or runs code that uses injections. The checks would
// double the cost of resolving a singleton, and make an override a third slower.

/// Converts a reference to the type that the object is known to have.
///
/// Invariant: the cache and the factories of an injection hold only boxes, references and factories of the injection's
/// `Value`, because only handles of that type store them. A checked cast costs more than the rest of a resolve. Every
/// test runs through here, also under the address sanitizer.
@inlinable @inline(__always) func cast<Object: AnyObject>(_ object: AnyObject, to type: Object.Type = Object.self)
  -> Object
{ unsafe unsafeDowncast(object, to: type) }

/// A reference to an object that does not retain it.
///
/// Invariant: the reference is stored in a frame of the `ResolutionStack`, and a caller of the function that pushes the
/// frame retains the object until the frame is popped. Counting these references makes building an on-demand instance a third
/// slower. The tests of cycles and rollbacks cover it under the address sanitizer.
@safe struct UnretainedReference<Object: AnyObject> {
  private unowned(unsafe) let reference: Object

  init(_ object: Object) { unsafe reference = object }

  var object: Object { unsafe reference }
}

/// A weak reference to an object that can restore the value from which the object was taken.
///
/// Invariant: `bits` is a bitwise copy of the value, and the only reference in the value, its first word, refers to the
/// object. While the object is retained, the copy is as valid as the original. Otherwise `bits` is `nil`, and the value
/// is restored by a dynamic cast of the object, which costs more than ten resolves. The tests of `.shared` cover both,
/// also under the address sanitizer.
@usableFromInline @safe final class WeakObject<Value>: WeakReference {
  /// A copy of the value that owns nothing; `nil` if the value refers to the object indirectly.
  @usableFromInline let bits: UnsafeMutablePointer<Value>?

  /// Returns `nil` if the value could not be restored from its object.
  ///
  /// If the first word of a value does not refer to its object, the value is an existential that is allocated separately. A
  /// cast restores an `any Error`. It would not restore an existential that contains an optional of another existential.
  init?(_ value: Value, _ object: AnyObject) {
    unsafe bits = copyIfSoleReference(value, to: object)
    super.init(object)
    if unsafe bits == nil {
      guard object is any Error, let restored = object as? Value,
        Swift.type(of: restored as Any) == Swift.type(of: value as Any)
      else { return nil }
    }
  }

  /// The value, if its object has not been deallocated.
  @inlinable func load() -> Value? {
    var object = object
    guard object != nil else { return nil }
    guard let bits = unsafe bits else { return object.map(restore) }
    // The value takes over the reference that `object` has just retained, which saves a pair of retain and release.
    unsafe withUnsafeMutablePointer(to: &object) { unsafe $0.initialize(to: nil) }
    return unsafe bits.move()
  }

  /// The value of an object that the caller retains.
  @inlinable func value(of object: AnyObject) -> Value {
    if let bits = unsafe bits { return withExtendedLifetime(object) { unsafe bits.pointee } }
    return restore(object)
  }

  @usableFromInline func restore(_ object: AnyObject) -> Value {
    guard let value = object as? Value else { preconditionFailure("The object has another type.") }
    return value
  }

  override func type(of object: AnyObject) -> Any.Type { Swift.type(of: value(of: object) as Any) }

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
