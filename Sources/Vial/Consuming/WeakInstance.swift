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
  public var isResolved: Bool { consumer.pinned?.value != nil }

  /// Forgets the instance that was read or assigned; the next read asks the injection.
  public mutating func reset() {
    replace(with: nil)
  }

  private mutating func replace(with pinned: WeakConsumer<Value>.Pinned?) {
    let reader = [consumer, consumer.reader].compactMap(\.self).first(where: \.isReading)
    reader?.interruption = pinned
    if !isKnownUniquelyReferenced(&consumer) {
      consumer = WeakConsumer(consumer.injection, consumer.origin)
      consumer.reader = reader
    }
    let replaced = consumer.pinned
    consumer.pinned = pinned
    extendLifetime(replaced)
  }
}

/// What a `WeakInstance` keeps.
@MainActor
final class WeakConsumer<Value>: AnyConsumer {
  let injection: @MainActor () -> Injection<Value>
  var pinned: Pinned?

  /// What was assigned while a read is in progress.
  var interruption: Pinned?
  private(set) var isReading = false

  /// The consumer that this one took the place of while it was read.
  weak var reader: WeakConsumer?

  enum Pinned {
    case weak(WeakCell<Value>)
    case kept(Value?)

    static func assigned(_ value: Value?) -> Pinned {
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

  nonisolated init(
    _ injection: @escaping @MainActor () -> Injection<Value>,
    _ origin: ConsumerOrigin
  ) {
    self.injection = injection
    super.init(origin)
  }

  func read() -> Value? {
    if let pinned { return pinned.value }
    var frame = unsafe BuildFrame(self)
    return unsafe read(in: &frame)
  }

  /// What is assigned while the factory runs beats what it builds (rule 9).
  private func read(in frame: UnsafeMutablePointer<BuildFrame>) -> Value? {
    unsafe BuildFrame.push(frame)
    defer { unsafe BuildFrame.pop(frame) }
    let wasReading = isReading
    isReading = true
    var holder = Holder(isConsumer: true)
    let resolved = origin.resolve(injection, &holder)
    isReading = wasReading
    if let pinned { return pinned.value }
    var known = Holder(isConsumer: holder.box != nil, box: holder.box)
    pinned = WeakCell(resolved, &known).map(Pinned.weak)
    let assigned = interruption
    interruption = nil
    return assigned.map(\.value) ?? resolved
  }
}
