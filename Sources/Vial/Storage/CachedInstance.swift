/// The reference to an instance that a cache holds.
@frozen @usableFromInline enum CachedInstance {
  case none

  /// Retained until it is evicted.
  case strong(AnyBox)

  /// Retained until it is evicted, and reused while it is valid.
  indirect case validated(AnyBox, Validity)

  /// An object that lives while anyone else retains it.
  case weakObject(WeakReference)

  /// The box of a value that lives while a consumer retains the box.
  case weakBox(WeakReference)

  /// The instance, if it has not been deallocated.
  ///
  /// This does not run the validity check.
  @MainActor var live: ResolvedInstance? {
    switch self {
    case .none: return nil
    case .strong(let box), .validated(let box, _): return .boxed(box)
    case .weakObject(let reference):
      guard let object = reference.object else { return nil }
      return .object(object, reference)
    case .weakBox(let reference):
      guard let box = reference.object else { return nil }
      return .sharedValue(cast(box))
    }
  }

  /// A weak reference to a value that consists of one object; `nil` for any other value.
  static func weak<Value>(_ value: Value) -> CachedInstance? {
    soleObject(in: value).flatMap { WeakObject(value, $0) }.map(CachedInstance.weakObject)
  }
}

/// The validity check of one cached instance.
@usableFromInline struct Validity {
  let isValid: @MainActor () -> Bool

  /// Whether running the check has no effect, so that it can run without a resolve.
  let isPure: Bool
}

/// An instance on its way to the caller, together with the reference that retains it.
@frozen @usableFromInline enum ResolvedInstance {
  case boxed(AnyBox)
  case object(AnyObject, WeakReference)

  /// A shared value, which lives while a consumer retains its box.
  case sharedValue(AnyBox)

  /// The object that keeps the instance alive.
  var owner: AnyObject {
    switch self {
    case .boxed(let box), .sharedValue(let box): box
    case .object(let object, _): object
    }
  }

  /// The dynamic type of the instance.
  var type: Any.Type {
    switch self {
    case .boxed(let box), .sharedValue(let box): box.type
    case .object(let object, let reference): reference.type(of: object)
    }
  }

  @inlinable func value<Value>(as type: Value.Type) -> Value {
    switch self {
    case .boxed(let box), .sharedValue(let box): cast(box, to: Box<Value>.self).value
    case .object(let object, let reference): cast(reference, to: WeakObject<Value>.self).load(object)
    }
  }
}

// MARK: - Boxes

/// A box around an instance of any type.
@_fixed_layout  // The initializer is inlined, also if the library is built for distribution.
@usableFromInline class AnyBox {
  @inlinable init() {}

  /// The dynamic type of the value.
  var type: Any.Type { AnyBox.self }

  /// The value as messages show it.
  var text: String { "" }

  /// A weak reference to the value; `nil` if the value does not consist of one object.
  var weakReference: CachedInstance? { nil }
}

@_fixed_layout @usableFromInline final class Box<Value>: AnyBox {
  @usableFromInline let value: Value

  @inlinable required init(_ value: Value) {
    self.value = value
    super.init()
  }

  override var type: Any.Type { Swift.type(of: value as Any) }
  override var text: String { String(describing: value) }
  override var weakReference: CachedInstance? { .weak(value) }
}

// MARK: - Weak references

/// A weak reference to an object, or to the box of a value.
@usableFromInline class WeakReference {
  @usableFromInline final weak let object: AnyObject?

  init(_ object: AnyObject?) { self.object = object }

  /// The type of the value that consists of an object.
  func type(of object: AnyObject) -> Any.Type { Swift.type(of: object) }
}

/// Returns the object that a value consists of, also inside an existential or an optional.
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
