/// Consumes an injection in a property that resolves the injection at each read.
///
/// Use it where an owner that lives for a long time must follow the injection: it sees an override that is made later, an
/// implementation that replaces an earlier one, and the new instance after a flow was cleared.
///
/// ```swift
/// @MainActor final class StatusItem {
///   @DynamicInstance(Services.weather) private var weather
///
///   var symbol: String { weather.sky == .rain ? "umbrella" : "sun.max" }  // of the current service
/// }
/// ```
///
/// A read evaluates the expression that names the injection, and resolves the injection, in the override scope in which
/// the property was created. So a method that runs outside of every scope, such as the callback of a timer, uses the
/// overrides and the instances of its owner's scope, also after the end of the scope. `resolve()` uses the scope in which
/// the method runs, and an ``Instance`` keeps the instance of its first read.
///
/// The property keeps no instance that it has read. With `.onDemand`, and with `.shared` while nothing retains the
/// instance, each read builds an instance, so store the instance in a local variable to use it more than once.
///
/// Assign to the property to give this consumer an instance, which it keeps and which takes precedence over every
/// override. `$weather.reset()` discards the assigned instance. An assignment or a reset during a read applies from the
/// next read. Copies of a structure share their consumer: an assignment or a reset of one copy applies to all copies.
///
/// The owner can be a class or a structure, isolated or not. The property is read on the main actor, or awaited from
/// elsewhere if the owner and the value are `Sendable`.
///
/// A consumer is one allocation, and retains its scope. A read takes longer than a resolve, because it also evaluates the
/// expression of the property and enters its scope, unless that is the current one.
///
/// > Warning: Stops the program if the factory of the injection reads the property while it builds the instance. The
/// > message begins with "Dependency cycle:". The property can be read in a method that is called later.
@MainActor @propertyWrapper public struct DynamicInstance<Value> {
  let consumer: Consumer<Value>

  /// Creates a consumer that belongs to the current override scope.
  ///
  /// - Parameters:
  ///   - injection: The injection to consume. The expression is evaluated at each read.
  ///   - owner: The type that has the property, for diagnostics.
  ///   - fileID: The file to name in diagnostics.
  ///   - line: The line to name in diagnostics.
  public nonisolated init(
    _ injection: @escaping @MainActor @autoclosure () -> Injection<Value>,
    owner: String = #function,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) { consumer = Consumer(injection, owner, CallSite(fileID, line)) }

  /// The assigned instance, or the current instance of the injection.
  public var wrappedValue: Value {
    get {
      consumer.noteRead()
      return consumer.value ?? consumer.resolve()
    }
    nonmutating set { consumer.replace(with: Box(newValue)) }
  }

  /// Returns the instance, as reading the property does.
  ///
  /// Use it in a factory's closure that is called later, and that must use the current instance at each call:
  ///
  /// ```swift
  /// let isRainy = Injection<@MainActor () -> Bool>(strategy: .singleton) {
  ///   { [weather = DynamicInstance(Services.weather)] in weather().sky == .rain }
  /// }
  /// ```
  public func callAsFunction() -> Value { wrappedValue }

  /// The consumer itself, for `$property.reset()` and `$property.isResolved`.
  public var projectedValue: DynamicInstance { self }

  /// Whether the property has an instance, which can only be an assigned one.
  public var isResolved: Bool { consumer.box != nil }

  /// Discards the assigned instance, so that the next read resolves the injection.
  public func reset() { consumer.replace(with: nil) }
}
