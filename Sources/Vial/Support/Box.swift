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
  override var isNil: Bool { (value as Any as? any OptionalType)?.isNil ?? false }

  override var weakReference: WeakReference? {
    guard let object = soleObject(in: value) else { return nil }
    return WeakObject(value, object, Swift.type(of: self))
  }
}

extension AnyBox {
  /// The value, whose type is known.
  @inlinable @inline(__always) func value<Value>(as _: Value.Type) -> Value { cast(self, to: Box<Value>.self).value }
}

#if DEBUG
extension AnyBox: @MainActor CustomDebugStringConvertible {
  /// This does not describe the value, because that runs code of the application.
  @usableFromInline var debugDescription: String { "Box(\(type))" }
}
#endif

// MARK: - Weak references

/// A weak reference to an object, which can put the object into a box.
class WeakReference {
  final weak let object: AnyObject?

  init(_ object: AnyObject?) { self.object = object }

  /// A box of the object, unless the object has been deallocated.
  @MainActor var box: AnyBox? { nil }
}

#if DEBUG
extension WeakReference: CustomDebugStringConvertible {
  var debugDescription: String { "WeakReference(\(object == nil ? "deallocated" : "alive"))" }
}
#endif

/// Returns the object, if a value is an object, also inside an existential or an optional.
///
/// This searches no conformance of an object, because the first search for one is the slowest step of a program's launch.
func soleObject<Value>(in value: Value) -> AnyObject? {
  if type(of: value as Any) is AnyClass {
    // Casting a generic `any Error` to an object would wrap the error in a new box.
    if Value.self == (any Error).self { return (value as? any Error).map { $0 as AnyObject } }
    return value as AnyObject
  }
  return (value as? any OptionalType)?.soleObject
}

/// Any `Optional`, without its generic parameter.
protocol OptionalType {
  static var wrappedType: Any.Type { get }
  var isNil: Bool { get }

  /// The object, if the wrapped value is an object.
  var soleObject: AnyObject? { get }
}

extension Optional: OptionalType {
  static var wrappedType: Any.Type { Wrapped.self }
  var isNil: Bool { self == nil }
  var soleObject: AnyObject? {
    guard let self else { return nil }
    return Vial.soleObject(in: self)
  }
}
