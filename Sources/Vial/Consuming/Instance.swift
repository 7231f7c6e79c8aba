/// Consumes an injection in a property.
///
/// ```swift
/// @MainActor @Observable final class ForecastModel {
///   @ObservationIgnored @Instance(weather) var service
/// }
/// ```
///
/// The first read resolves the injection. The property keeps that instance, also when the injection
/// is overridden or rolled back later. Nothing is built before the first read.
///
/// Assign to the property to give this consumer alone another instance. It wins over every override.
/// `$service.reset()` forgets the instance, so that the next read asks the injection again.
/// `$service.isResolved` says whether the consumer holds an instance.
///
/// The owner may be a class or a struct, isolated or not. The property is read on the main actor.
/// Copies of a struct share the instance that the first read of any of them gets. An assignment or a
/// reset changes one copy alone.
///
/// A consumer is one allocation, of 96 bytes for an existential. Reading it again costs what a
/// `lazy var` costs (benchmark “read it again”).
@MainActor
@propertyWrapper
@frozen
public struct Instance<Value> {
  @usableFromInline var consumer: Consumer<Value>

  /// Makes a consumer that belongs to the current override scope.
  ///
  /// - Parameters:
  ///   - injection: The injection to consume. The expression is evaluated at the first read.
  ///   - owner: Leave it out. The compiler fills in the type that the property is in, for graphs and
  ///     observers to name.
  @inlinable
  public nonisolated init(
    _ injection: @escaping @MainActor @autoclosure () -> Injection<Value>,
    owner: StaticString = #function
  ) {
    consumer = Consumer(injection, owner)
  }

  /// The instance: what was assigned, or what the injection provided at the first read.
  @inlinable public var wrappedValue: Value {
    get {
      if let value = consumer.value { return value }
      return consumer.pin()
    }
    set { replace(with: newValue) }
  }

  /// The consumer itself, for `$property.reset()` and `$property.isResolved`.
  public var projectedValue: Instance {
    get { self }
    set { self = newValue }
  }

  /// Whether the consumer holds an instance, read or assigned.
  public var isResolved: Bool { consumer.value != nil }

  /// Forgets the instance that was read or assigned; the next read asks the injection.
  public mutating func reset() {
    replace(with: nil)
  }

  /// A copy of the owner shares the storage, so only one that has it to itself may write it.
  ///
  /// What is assigned while the first read is in progress is what that read returns, to all that share
  /// it (rules 9 and 10).
  @usableFromInline
  mutating func replace(with value: Value?) {
    // A graph that is recorded forgets the consumer that has read, with what that held.
    let mayWrite = !Injections.isObserved && isKnownUniquelyReferenced(&consumer)
    if !mayWrite, !consumer.isBeingRead { consumer = Consumer(copying: consumer) }
    let replaced = (consumer.value, consumer.box)
    consumer.isReplaced()
    consumer.value = value
    extendLifetime(replaced)
  }
}

/// What an `Instance` keeps: how to find the injection, and what it has pinned.
@MainActor
@_fixed_layout  // Its initializer is inlined, also where the library is built for distribution.
@usableFromInline
final class Consumer<Value>: Pinned<Value?> {
  @usableFromInline let injection: @MainActor () -> Injection<Value>

  @inlinable
  nonisolated init(
    _ injection: @escaping @MainActor () -> Injection<Value>,
    _ owner: StaticString
  ) {
    self.injection = injection
    super.init(owner)
  }

  nonisolated init(copying other: Consumer) {
    injection = other.injection
    super.init(copying: other)
  }

  override var isHolding: Bool { value != nil }

  /// Resolves in the consumer's own scope and keeps what that gives.
  @inlinable
  @inline(never)
  func pin() -> Value {
    let begun = beginReading()
    let resolved =
      Detour.reasons == 0
      ? Resolve(injection().root, in: scope, for: self).value() : resolve(injection)
    let isReplaced = endReading(begun)
    if let value { return value }
    if !isReplaced { value = resolved }
    return resolved
  }
}
