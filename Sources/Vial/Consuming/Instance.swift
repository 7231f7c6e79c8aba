/// Consumes an injection in a property.
///
/// ```swift
/// @MainActor @Observable final class ForecastModel {
///   @ObservationIgnored @Instance(Services.weather) var weather
/// }
/// ```
///
/// The first read resolves the injection. The property keeps that instance, also when the injection
/// is overridden or rolled back later. Nothing is built before the first read.
///
/// Assign to the property to give this consumer alone another instance. It wins over every override.
/// `$weather.reset()` forgets the instance, so that the next read asks the injection again.
/// `$weather.isResolved` says whether the consumer holds an instance.
///
/// The owner may be a class or a struct, isolated or not. The property is read on the main actor.
/// Copies of a struct share the instance that the first read of any of them gets. An assignment or a
/// reset changes one copy alone.
///
/// A consumer is one allocation, of 112 bytes for an existential. Reading it again costs about what a
/// `lazy var` costs (benchmark “read it again”).
@MainActor @propertyWrapper @frozen public struct Instance<Value> {
  @usableFromInline var consumer: Consumer<Value, Value?>

  /// Makes a consumer that belongs to the current override scope.
  ///
  /// - Parameters:
  ///   - injection: The injection to consume. The expression is evaluated at the first read.
  ///   - owner: Leave it out. The compiler fills in the type that the property is in, for graphs and
  ///     messages to name.
  ///   - fileID: Leave it out. It names the owner where an initializer makes the consumer.
  ///   - line: Leave it out, as the file.
  @inlinable public nonisolated init(
    _ injection: @escaping @MainActor @autoclosure () -> Injection<Value>,
    owner: String = #function,
    fileID: String = #fileID,
    line: UInt = #line
  ) {
    consumer = Consumer(injection, owner, fileID, line)
  }

  /// Never compiles: the error says that a family has an injection for each key.
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "a family has an injection for each key: family[key]")
  public nonisolated init<Key>(_ family: @autoclosure () -> InjectionFamily<Key, Value>) {
    fatalError()
  }

  /// The instance: what was assigned, or what the injection provided at the first read.
  @inlinable public var wrappedValue: Value {
    get {
      if let value = consumer.pin { return value }
      return consumer.read()
    }
    set { replace(with: newValue) }
  }

  /// The consumer itself, for `$property.reset()` and `$property.isResolved`.
  public var projectedValue: Instance {
    get { self }
    set { self = newValue }
  }

  /// Whether the consumer holds an instance, read or assigned.
  public var isResolved: Bool { consumer.isHolding }

  /// Forgets the instance that was read or assigned; the next read asks the injection.
  public mutating func reset() {
    replace(with: nil)
  }

  @usableFromInline mutating func replace(with value: Value?) {
    Consumer.replace(&consumer, with: value, isHolding: value != nil)
  }
}

extension Consumer where Pin == Value? {
  /// Resolves in the consumer's own scope and keeps what that gives.
  @inlinable @inline(never) func read() -> Value {
    beginReading()
    let resolved =
      Detour.isNeeded ? resolve(injection) : injection().value(in: scope, for: self)
    guard endReading(holding: true) else { return pin ?? resolved }
    pin = resolved
    return resolved
  }
}
