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
@MainActor @propertyWrapper public struct WeakInstance<Value> {
  private(set) var consumer: Consumer<Value, Content?>

  /// Makes a consumer that belongs to the current override scope.
  ///
  /// - Parameters:
  ///   - injection: The injection to consume. The expression is evaluated at the first read.
  ///   - owner: Leave it out. The compiler fills in the type that the property is in, for graphs and
  ///     messages to name.
  ///   - fileID: Leave it out. It names the owner where an initializer makes the consumer.
  ///   - line: Leave it out, as the file.
  public nonisolated init(
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

  /// The instance while someone else keeps it alive, else `nil`.
  public var wrappedValue: Value? {
    get { consumer.read() }
    set { replace(with: newValue.map { .weak($0) ?? .kept(Box($0)) } ?? Content.none) }
  }

  /// The consumer itself, for `$property.reset()` and `$property.isResolved`.
  public var projectedValue: WeakInstance {
    get { self }
    set { self = newValue }
  }

  /// Whether the consumer has an instance, read or assigned, that is alive.
  public var isResolved: Bool { consumer.pinned != nil }

  /// Forgets the instance that was read or assigned; the next read asks the injection.
  public mutating func reset() {
    replace(with: nil)
  }

  private mutating func replace(with pin: Content?) {
    Consumer.replace(&consumer, with: pin, isHolding: false)
  }
}

extension Consumer where Pin == Content? {
  /// What was read or assigned, while it is alive.
  var pinned: Value? { pin?.alive?.value(as: Value.self) }

  func read() -> Value? {
    if pin != nil { return pinned }
    beginReading()
    let resolved = resolve(injection)
    let isKept = endReading(holding: false)
    let shared = box.take()  // Of a shared value; the consumer must not keep that alive.
    // What is assigned while the factory runs beats what it builds (rule 9).
    if pin != nil { return pinned }
    guard isKept else { return resolved }
    pin = shared.map { .sharedValue(WeakReference($0)) } ?? .weak(resolved)
    return resolved
  }
}
