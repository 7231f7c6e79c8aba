/// Consumes an injection without keeping its instance alive.
///
/// Use it where a part refers back to the object that holds it:
///
/// ```swift
/// @MainActor final class SignUpStep {
///   @WeakInstance(signUpFlow) var flow: SignUpFlow?
/// }
/// ```
///
/// The first read resolves the injection and holds the object weakly. Once that object is gone, the
/// property is `nil`. After `$flow.reset()` the next read asks the injection again. An assigned object
/// is held weakly too. Nothing is built before the first read.
///
/// A value cannot be held weakly:
///
/// - A `.shared` value is read while other consumers hold it.
/// - Any other value is resolved again at each read.
/// - An assigned value is kept.
///
/// The owner may be a class or a struct, isolated or not. The property is read on the main actor.
@MainActor
@propertyWrapper
public struct WeakInstance<Value> {
  private(set) var consumer: WeakConsumer<Value>

  /// Makes a consumer that belongs to the current override scope.
  ///
  /// - Parameters:
  ///   - injection: The injection to consume. The expression is evaluated at the first read.
  ///   - owner: Leave it out. The compiler fills in the type that the property is in, for graphs and
  ///     observers to name.
  public nonisolated init(
    _ injection: @escaping @MainActor @autoclosure () -> Injection<Value>,
    owner: StaticString = #function
  ) {
    consumer = WeakConsumer(injection, ConsumerOrigin(owner))
  }

  /// The instance while someone else keeps it alive, else `nil`.
  public var wrappedValue: Value? {
    get { consumer.read() }
    set { replace(with: .assigned(newValue)) }
  }

  /// The consumer itself, for `$property.reset()` and `$property.isResolved`.
  public var projectedValue: WeakInstance {
    get { self }
    set { self = newValue }
  }

  /// Whether the consumer has an instance, read or assigned, that is alive.
  public var isResolved: Bool { consumer.value?.value != nil }

  /// Forgets the instance that was read or assigned; the next read asks the injection.
  public mutating func reset() {
    replace(with: nil)
  }

  private mutating func replace(with value: WeakPin<Value>?) {
    let reader = consumer.reader
    if !isKnownUniquelyReferenced(&consumer) {
      consumer = WeakConsumer(consumer.injection, consumer.origin)
    }
    let replaced = consumer.value
    consumer.value = value
    reader?.holder = Interruption(value, consumer)
    extendLifetime(replaced)
  }
}

/// What a `WeakInstance` has read or was assigned.
@MainActor
enum WeakPin<Value> {
  case weak(WeakCell<Value>)
  case kept(Value?)

  static func assigned(_ value: Value?) -> WeakPin {
    var nobody = Holder.none
    guard let value, let cell = WeakCell(value, &nobody) else { return .kept(value) }
    return .weak(cell)
  }

  var value: Value? {
    switch self {
    case .weak(let cell):
      var holder = Holder.none
      return cell.load(&holder)
    case .kept(let value): return value
    }
  }
}

/// What a `WeakInstance` keeps.
@MainActor
final class WeakConsumer<Value>: Pinned<WeakPin<Value>?> {
  let injection: @MainActor () -> Injection<Value>

  nonisolated init(
    _ injection: @escaping @MainActor () -> Injection<Value>,
    _ origin: ConsumerOrigin
  ) {
    self.injection = injection
    super.init(origin)
  }

  func read() -> Value? {
    if let value { return value.value }
    return unsafe BuildFrame.run(BuildFrame(nil, self)) {
      var holder = Holder(isConsumer: true)
      let resolved = origin.resolve(injection, &holder)
      // What is assigned while the factory runs beats what it builds (rule 9).
      let assigned = takeAssigned()
      if let value { return (assigned ?? value).value }
      var known = Holder(isConsumer: holder.box != nil, box: holder.box)
      value = WeakCell(resolved, &known).map(WeakPin.weak)
      return assigned.map(\.value) ?? resolved
    }
  }
}
