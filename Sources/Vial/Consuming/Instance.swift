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
    consumer = Consumer(injection, ConsumerOrigin(owner))
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
  @usableFromInline
  mutating func replace(with value: Value?) {
    let reader = consumer.reader
    // A graph that is recorded forgets the consumer that has read, with what that held.
    if !Injections.isObserved, isKnownUniquelyReferenced(&consumer) {
      let replaced = (consumer.value, consumer.holder)
      consumer.value = value
      consumer.holder = nil
      extendLifetime(replaced)
    } else {
      consumer = Consumer(consumer.injection, consumer.origin)
      consumer.value = value
    }
    // What is assigned while the first read is in progress is what that read returns (rule 9).
    reader?.holder = Interruption(value, consumer)
  }
}

/// The part of a consumer that is generic over what is stored, an optional.
///
/// A generic class finds the type that it stores in its own metadata. It would have to look up an
/// optional of that type each time a consumer is made.
@MainActor
@_fixed_layout  // Its initializer is inlined, also where the library is built for distribution.
@usableFromInline
class Pinned<Stored: ExpressibleByNilLiteral>: AnyConsumer {
  /// What keeps a shared value alive; during the first read, what was assigned meanwhile.
  @safe @exclusivity(unchecked) @usableFromInline final var holder: AnyObject?

  @safe @exclusivity(unchecked) @usableFromInline final var value: Stored = nil

  @inlinable
  override nonisolated init(_ origin: ConsumerOrigin) {
    super.init(origin)
  }
}

/// What an `Instance` keeps: how to find the injection, where it was made, and what it has pinned.
@MainActor
@_fixed_layout
@usableFromInline
final class Consumer<Value>: Pinned<Value?> {
  @usableFromInline let injection: @MainActor () -> Injection<Value>

  @inlinable
  nonisolated init(
    _ injection: @escaping @MainActor () -> Injection<Value>,
    _ origin: ConsumerOrigin
  ) {
    self.injection = injection
    super.init(origin)
  }

  override var isHolding: Bool { value != nil }

  /// Resolves in the consumer's own scope and keeps what that gives.
  @inlinable
  func pin() -> Value {
    var frame = unsafe BuildFrame(nil, self)
    return unsafe pin(in: &frame)
  }

  /// The frame is pushed for as long as its address is good: during this call.
  @inlinable
  func pin(in frame: UnsafeMutablePointer<BuildFrame>) -> Value {
    unsafe BuildFrame.push(frame)
    defer { unsafe BuildFrame.pop(frame) }
    var holder = Holder(isConsumer: true)
    let resolved =
      Detour.reasons == 0 ? injection().root.provide(&holder) : origin.resolve(injection, &holder)
    let assigned = self.holder == nil ? nil : takeAssigned()
    if let value { return assigned ?? value }
    value = resolved
    if self.holder == nil { self.holder = holder.box }
    return assigned ?? resolved
  }
}

extension Pinned {
  /// Takes what was assigned while the first read was in progress; a read around this one gets it too.
  @usableFromInline
  final func takeAssigned() -> Stored {
    guard let interruption = holder as? Interruption<Stored> else { return nil }
    if unsafe BuildFrame.steps.count(where: { $0.consumer === self }) == 1 { holder = nil }
    return interruption.value
  }

  /// The consumer whose first read is in progress, if it is this one or one that this one took the
  /// place of meanwhile.
  final var reader: Pinned? {
    unsafe BuildFrame.steps.lazy.compactMap { $0.consumer as? Pinned }.first { reader in
      reader === self || (reader.holder as? Interruption<Stored>)?.successor === self
    }
  }
}

/// What was assigned while a consumer was read for the first time, and the consumer that holds it.
final class Interruption<Stored: ExpressibleByNilLiteral> {
  let value: Stored
  let successor: Pinned<Stored>

  init(_ value: Stored, _ successor: Pinned<Stored>) {
    self.value = value
    self.successor = successor
  }
}
