/// What consumers hold together so that a shared value lives as long as the last of them.
@usableFromInline
final class SharedBox<Value> {
  @usableFromInline final let value: Value

  init(_ value: Value) {
    self.value = value
  }
}

/// The object that is all there is to `value`, be it inside an existential or inside optionals.
func object(in value: Any) -> AnyObject? {
  if type(of: value) is AnyClass {
    // Straight from a generic value, an `any Error` would be boxed by the cast to an object.
    return (value as? any Error).map { $0 as AnyObject } ?? value as AnyObject
  }
  guard let optional = value as? any OptionalValue else { return nil }
  return optional.payload.flatMap(object(in:))
}

private protocol OptionalValue {
  var payload: Any? { get }
}

extension Optional: OptionalValue {
  fileprivate var payload: Any? { self }
}
