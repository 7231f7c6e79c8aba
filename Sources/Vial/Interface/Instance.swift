/// Consumes an injection in a property.
///
/// ```swift
/// @MainActor @Observable final class ForecastModel {
///   @ObservationIgnored @Instance(Services.weather) var weather
/// }
/// ```
///
/// The first read resolves the injection. The property keeps that instance, also if the injection is overridden or rolled
/// back later. Nothing is built before the first read.
///
/// Assign to the property to give this consumer another instance, which takes precedence over every override.
/// `$weather.reset()` discards the instance, so that the next read resolves the injection. `$weather.isResolved` returns
/// whether the property has an instance. If the factory assigns to the property during the first read, the read returns
/// the assigned instance; a reset during the first read has no effect.
///
/// The owner can be a class or a structure, isolated or not. The property is read on the main actor, or awaited from
/// elsewhere if the owner and the value are `Sendable`. Copies of a structure share their consumer: the first read, an
/// assignment or a reset of one copy applies to all copies.
///
/// A consumer is one allocation. Each later read costs about as much as reading a `lazy var`.
@MainActor @propertyWrapper public struct Instance<Value> {
  @usableFromInline let consumer: Consumer<Value>

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
  ) { consumer = Consumer(injection, owner, CallSite(fileID, line)) }

  /// The assigned instance, or the instance of the first read.
  public var wrappedValue: Value {
    @inlinable get {
      consumer.noteRead()
      if let box = consumer.box { return box.value(as: Value.self) }
      return consumer.readForTheFirstTime()
    }
    nonmutating set { consumer.replace(with: Box(newValue)) }
  }

  /// Returns the instance, as reading the property does.
  ///
  /// Use it in a factory's closure that is called later. The consumer resolves in the scope in which the closure was
  /// created, also if the closure is called outside of that scope, and keeps the instance of the first call:
  ///
  /// ```swift
  /// let makeAdvice = Injection<@MainActor () -> String>(strategy: .singleton) {
  ///   { [weather = Instance(Services.weather)] in weather().sky == .rain ? "Take an umbrella" : "Enjoy the sun" }
  /// }
  /// ```
  public func callAsFunction() -> Value { wrappedValue }

  /// The consumer itself, for `$property.reset()` and `$property.isResolved`.
  public var projectedValue: Instance { self }

  /// Whether the property has an instance, read or assigned.
  public var isResolved: Bool { consumer.box != nil }

  /// Discards the instance, so that the next read resolves the injection.
  public func reset() { consumer.replace(with: nil) }
}
