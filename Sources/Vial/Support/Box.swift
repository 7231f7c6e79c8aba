/// A box around an instance of any type.
@MainActor @usableFromInline class AnyBox {
  init() {}

  /// The dynamic type of the value.
  var type: Any.Type { AnyBox.self }

  /// The value as messages show it.
  var text: String { "" }

  /// Whether the value is an optional that contains nothing.
  var isNil: Bool { false }

  /// A weak reference to the value; `nil` if the value is not an object, or cannot be restored from the object.
  var weakReference: WeakReference? { nil }
}

@MainActor @usableFromInline final class Box<Value>: AnyBox {
  @usableFromInline let value: Value

  required init(_ value: Value) { self.value = value }

  override var type: Any.Type { Swift.type(of: value as Any) }
  override var text: String { String(describing: value) }
  override var isNil: Bool { (value as Any as? any OptionalType).map { $0.wrappedValue == nil } ?? false }

  override var weakReference: WeakReference? {
    guard let object = soleObject(in: value) else { return nil }
    return WeakObject(value, object, Swift.type(of: self))
  }
}

// MARK: - Weak references

/// A weak reference to an object, which can put the object into a box.
class WeakReference {
  final weak let object: AnyObject?

  init(_ object: AnyObject?) { self.object = object }

  /// A box of the object, unless the object has been deallocated.
  @MainActor var box: AnyBox? { nil }
}

/// Returns the object, if a value is an object, also inside an existential or an optional.
func soleObject(in value: Any) -> AnyObject? {
  if type(of: value) is AnyClass {
    // Casting a generic value to an object would wrap an `any Error` in a new box. The box of an error that is not
    // an object is an object itself.
    guard type(of: value) is any Error.Type else { return value as AnyObject }
    return (value as? any Error).map { $0 as AnyObject }
  }
  guard let optional = value as? any OptionalType else { return nil }
  return optional.wrappedValue.flatMap(soleObject(in:))
}

/// Any `Optional`, without its generic parameter.
protocol OptionalType {
  static var wrappedType: Any.Type { get }
  var wrappedValue: Any? { get }
}

extension Optional: OptionalType {
  static var wrappedType: Any.Type { Wrapped.self }
  var wrappedValue: Any? { self }
}
