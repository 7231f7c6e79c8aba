/// Consumes an injection without retaining its instance.
///
/// Use it where a part refers back to the object that holds it:
///
/// ```swift
/// @MainActor final class SignUpStep {
///   @WeakInstance(signUpFlow) var flow: SignUpFlow?
/// }
/// ```
///
/// The first read resolves the injection and refers weakly to the object. When the object has been deallocated, the
/// property is `nil`. After `$flow.reset()` the next read resolves the injection again. An assigned object is referred to
/// weakly, too.
///
/// A value cannot be referred to weakly, so it is resolved at each read. An assigned value is kept.
///
/// The owner can be a class or a structure, isolated or not. The property is read on the main actor, or awaited from
/// elsewhere if the owner and the value are `Sendable`. Copies of a structure share their consumer: the first read, an
/// assignment or a reset of one copy applies to all copies.
@MainActor @propertyWrapper public struct WeakInstance<Value> {
  let consumer: WeakConsumer<Value>

  /// Creates a consumer that belongs to the current override scope.
  ///
  /// - Parameters:
  ///   - injection: The injection to consume. The expression is evaluated at the first read.
  ///   - owner: The type that has the property, for diagnostics.
  ///   - fileID: The file to name in diagnostics.
  ///   - line: The line to name in diagnostics.
  public nonisolated init(
    _ injection: @escaping @MainActor @autoclosure () -> Injection<Value>,
    owner: String = #function,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) { consumer = WeakConsumer(injection, owner, CallSite(fileID, line)) }

  /// The instance, while something else retains it; otherwise `nil`.
  public var wrappedValue: Value? {
    get { consumer.read() }
    nonmutating set { consumer.assign(newValue) }
  }

  /// Returns the instance, as reading the property does, for a factory's closure that is called later.
  public func callAsFunction() -> Value? { wrappedValue }

  /// The consumer itself, for `$property.reset()` and `$property.isResolved`.
  public var projectedValue: WeakInstance { self }

  /// Whether the property has an instance, read or assigned, that has not been deallocated.
  public var isResolved: Bool { consumer.loadedValue != nil }

  /// Discards the instance, so that the next read resolves the injection.
  public func reset() { consumer.reset() }
}
