/// A box around an instance of any type.
@_fixed_layout  // The initializer is inlined, also if the library is built for distribution.
@usableFromInline class AnyBox {
  @inlinable init() {}

  /// The dynamic type of the value.
  var type: Any.Type { AnyBox.self }

  /// The value as messages show it.
  var text: String { "" }

  /// The value as a weakly cached instance; `nil` if that is impossible, see `CachedInstance.weak(_:)`.
  var weaklyCached: CachedInstance? { nil }
}

@_fixed_layout @usableFromInline final class Box<Value>: AnyBox {
  @usableFromInline let value: Value

  @inlinable required init(_ value: Value) {
    self.value = value
    super.init()
  }

  override var type: Any.Type { Swift.type(of: value as Any) }
  override var text: String { String(describing: value) }
  override var weaklyCached: CachedInstance? { .weak(value) }
}

// MARK: - Weak references

/// A weak reference to an object, or to the box of a value.
@usableFromInline class WeakReference {
  @usableFromInline final weak let object: AnyObject?

  init(_ object: AnyObject?) { self.object = object }

  /// Returns the dynamic type of the value that was made from an object.
  func type(of object: AnyObject) -> Any.Type { Swift.type(of: object) }
}

/// Returns the object, if a value is an object, also inside an existential or an optional.
func soleObject(in value: Any) -> AnyObject? {
  if type(of: value) is AnyClass {
    // Casting a generic value to an object would wrap an `any Error` in a new box. The box of an error that is not
    // an object is an object itself.
    guard type(of: value) is any Error.Type else { return value as AnyObject }
    return (value as? any Error).map { $0 as AnyObject }
  }
  guard let optional = value as? any OptionalValue else { return nil }
  return optional.wrappedValue.flatMap(soleObject(in:))
}

private protocol OptionalValue { var wrappedValue: Any? { get } }

extension Optional: OptionalValue { fileprivate var wrappedValue: Any? { self } }
