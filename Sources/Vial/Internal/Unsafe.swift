// All unsafe code, besides what the C library needs in `environment.swift`.
//
// Exclusivity is not checked in four fields either. Each is changed by plain assignments and swaps
// alone, or as an array is, and nothing runs while it is. A check would take, in instructions:
//
// - `Slot.content`, `Root.outside`: “resolve a singleton” 187 to 270, each
// - `Running.pushed`: “resolve an on-demand instance” 700 to 1,048
// - `Consumer.pin`: “make a consumer of a singleton and read it once” 1,797 to 2,075, and then it is at its bound by time
//
// For a field that no inlined code names, the compiler proves that nothing runs during an access, and then
// checks nothing: it can where each access only loads, stores or swaps. So what resolves and overrides look
// at is taken out while it is changed, in `Stack` and `OverrideScope`. Checks would take a tenth of “resolve
// a singleton 1 isolated scope deep”.

/// An object as what it is known to be.
///
/// Invariant: boxes, references and the published factory of one root are of its type of value, because handles
/// and layers of that type alone put them there. An `as!` instead takes half as long again as the whole
/// resolve of a singleton (benchmark “resolve a singleton”). Guarded by every test, under the address
/// sanitizer too.
@inlinable @inline(__always)
func cast<Object: AnyObject>(_ object: AnyObject, to type: Object.Type = Object.self) -> Object {
  unsafe unsafeDowncast(object, to: type)
}

/// A reference that is not counted, to what somebody holds meanwhile.
@safe struct Borrowed<Object: AnyObject> {
  /// What somebody holds.
  ///
  /// Invariant: it stands in a frame of what is running, and whoever pushes a frame holds what it speaks of
  /// until it pops it. Counted references take a third longer (benchmark “resolve an on-demand instance”).
  /// Guarded by `CircleTests` and `NoTraceTests`, under the address sanitizer too.
  private unowned(unsafe) let borrowed: Object

  init(_ object: Object) {
    unsafe borrowed = object
  }

  var object: Object { unsafe borrowed }
}

/// A shared object, with the value that it was taken from.
///
/// Invariant: with `bits`, the object is the one reference in the value, its first word. While a strong
/// reference to the object is held, the bits are as good as the value they were copied from. Without
/// them, the value is made of the object by a dynamic cast, which takes longer than ten resolves
/// (benchmark “resolve a shared instance”). Guarded by `SharedStrategyTests`, under the address sanitizer
/// too.
@usableFromInline @safe final class WeakObject<Value>: WeakReference {
  /// A copy of the value that owns nothing; `nil` when the value holds the object by way of another
  /// reference.
  @usableFromInline let bits: UnsafeMutablePointer<Value>?

  /// `nil` where neither way would give the value again: an existential may hold an optional of another.
  init?(_ value: Value, _ object: AnyObject) {
    unsafe bits = copyIfSoleReference(value, to: object)
    super.init(object)
    if unsafe bits == nil {
      guard object is any Error, let again = object as? Value,
        Swift.type(of: again as Any) == Swift.type(of: value as Any)
      else { return nil }
    }
  }

  /// The value, if its object is alive.
  @inlinable func load() -> Value? {
    var object = object
    guard object != nil else { return nil }
    guard let bits = unsafe bits else { return object.map(loadIndirectly) }
    // The one reference that the value needs is the one that was just taken: the variable gives it up
    // without releasing it. It saves a third of “resolve a shared instance”.
    unsafe withUnsafeMutablePointer(to: &object) { unsafe $0.initialize(to: nil) }
    return unsafe bits.move()
  }

  /// The value of an object that is held.
  @inlinable func load(_ object: AnyObject) -> Value {
    if let bits = unsafe bits {
      return withExtendedLifetime(object) { unsafe bits.pointee }
    }
    return loadIndirectly(object)
  }

  /// Only an `any Error` that holds an object, or what is made of one, has to be made anew.
  @usableFromInline func loadIndirectly(_ object: AnyObject) -> Value {
    guard let value = object as? Value else { preconditionFailure("An object of another type") }
    return value
  }

  override func type(of object: AnyObject) -> Any.Type { Swift.type(of: load(object) as Any) }

  deinit {
    // The bits own nothing, so there is nothing to deinitialize.
    unsafe bits?.deallocate()
  }
}

/// A copy of `value` that owns nothing, if `object` is its first word and so its one reference.
///
/// An existential whose payload is stored elsewhere, as that of `any Error` is, has another.
private func copyIfSoleReference<Value>(
  _ value: Value,
  to object: AnyObject
) -> UnsafeMutablePointer<Value>? {
  guard MemoryLayout<Value>.size >= MemoryLayout<UInt>.size else { return nil }
  return unsafe withUnsafePointer(to: value) { source in
    let firstWord = unsafe UnsafeRawPointer(source).load(as: UInt.self)
    guard firstWord == UInt(bitPattern: ObjectIdentifier(object)) else { return nil }
    let copy = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    unsafe UnsafeMutableRawPointer(copy).copyMemory(
      from: source,
      byteCount: MemoryLayout<Value>.size
    )
    return unsafe copy
  }
}
