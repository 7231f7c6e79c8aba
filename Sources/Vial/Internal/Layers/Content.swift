/// What a slot keeps of an instance.
@frozen @usableFromInline enum Content {
  case none

  /// Kept until the slot is emptied.
  case kept(AnyBox)

  /// Kept, and provided while the check says so that its strategy made for it.
  indirect case checked(AnyBox, isValid: @MainActor () -> Bool)

  /// An object that lives while anyone holds it.
  case sharedObject(WeakReference)

  /// A value that lives while a consumer holds its box.
  case sharedValue(WeakReference)

  /// The instance that is alive; no check is asked.
  @MainActor var alive: Alive? {
    switch self {
    case .none: return nil
    case .kept(let box), .checked(let box, _): return .kept(box)
    case .sharedObject(let reference):
      guard let object = reference.object else { return nil }
      return .object(object, reference)
    case .sharedValue(let reference):
      guard let object = reference.object else { return nil }
      return .value(cast(object))
    }
  }

  /// A value that is one object, held weakly; `nil` for any other.
  static func weak<Value>(_ value: Value) -> Content? {
    soleObject(in: value).flatMap { WeakObject(value, $0) }.map(Content.sharedObject)
  }
}

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
