/// An instance that can be provided, with what keeps it alive until it was taken.
@frozen @usableFromInline enum Alive {
  case kept(AnyBox)
  case object(AnyObject, WeakReference)

  /// A shared value, which lives while a consumer holds its box.
  case value(AnyBox)

  /// What keeps it alive.
  var holder: AnyObject {
    switch self {
    case .kept(let box), .value(let box): box
    case .object(let object, _): object
    }
  }

  /// What whoever consumes it has to hold.
  @inlinable var toHold: AnyBox? {
    switch self {
    case .value(let box): box
    case .kept, .object: nil
    }
  }

  /// What it is: the type of the object or the value itself.
  var type: Any.Type {
    switch self {
    case .kept(let box), .value(let box): box.type
    case .object(let object, let reference): reference.type(of: object)
    }
  }

  /// The instance, as what it is known to be.
  @inlinable func value<Value>(as type: Value.Type) -> Value {
    switch self {
    case .kept(let box), .value(let box): cast(box, to: Box<Value>.self).value
    case .object(let object, let reference):
      cast(reference, to: WeakObject<Value>.self).load(object)
    }
  }
}

/// An instance, whatever its type is.
@_fixed_layout  // Its initializer is inlined, also where the library is built for distribution.
@usableFromInline class AnyBox {
  @inlinable init() {}

  /// The type of the instance itself.
  var type: Any.Type { AnyBox.self }

  var text: String { "" }

  /// The instance, held weakly; `nil` if it is no object.
  var weak: Content? { nil }
}

/// An instance that is kept, or a shared value that consumers hold together.
@_fixed_layout @usableFromInline final class Box<Value>: AnyBox {
  @usableFromInline let value: Value

  @inlinable required init(_ value: Value) {
    self.value = value
    super.init()
  }

  override var type: Any.Type { Swift.type(of: value as Any) }

  override var text: String { "\(value)" }

  override var weak: Content? { .weak(value) }
}

/// A shared object, or the box of a shared value, without keeping it alive.
@usableFromInline class WeakReference {
  @usableFromInline final weak let object: AnyObject?

  init(_ object: AnyObject?) {
    self.object = object
  }

  /// The type of the value that an object is.
  func type(of object: AnyObject) -> Any.Type { Swift.type(of: object) }
}

// MARK: - What can be held weakly

/// The object that is all there is to `value`, be it inside an existential or inside optionals.
func soleObject(in value: Any) -> AnyObject? {
  if type(of: value) is AnyClass {
    // Straight from a generic value, an `any Error` would be boxed by the cast to an object. The box of an error
    // that is no object is an object itself.
    guard type(of: value) is any Error.Type else { return value as AnyObject }
    return (value as? any Error).map { $0 as AnyObject }
  }
  guard let optional = value as? any OptionalValue else { return nil }
  return optional.payload.flatMap(soleObject(in:))
}

private protocol OptionalValue {
  var payload: Any? { get }
}

extension Optional: OptionalValue {
  fileprivate var payload: Any? { self }
}
