/// A consumer, whatever it consumes: where it was made, and what keeps its shared value alive.
@MainActor @_fixed_layout @usableFromInline class AnyConsumer {
  /// Where it was made: it belongs to that scope wherever it is read (rule 20).
  @usableFromInline nonisolated final let origin: Ambient

  nonisolated final let owner: Owner

  /// How many first reads are in progress, one inside the other.
  private final var reads: UInt8 = 0

  /// How many of them it was assigned or reset in, the outermost first.
  private final var replaced: UInt8 = 0

  /// Whether it keeps a value alive, read or assigned; a weak consumer never does.
  final var isHolding = false

  /// What keeps a shared value alive, while the consumer holds the value.
  final var box: AnyBox?

  /// Not inlined, because each property that consumes would have a copy.
  @usableFromInline nonisolated init(_ owner: String, _ fileID: String, _ line: UInt) {
    self.owner = Owner(owner, fileID, line)
    origin = Ambient.current
  }

  /// The same for a copy of the owner that is to have a value of its own.
  nonisolated init(copying other: AnyConsumer) {
    owner = other.owner
    origin = other.origin
  }

  @inlinable nonisolated final var scope: OverrideScope { origin.scope }

  /// Keeps a shared value alive, unless another value was assigned meanwhile.
  @usableFromInline final func hold(_ box: AnyBox) {
    if !isHolding { self.box = box }
  }

  // MARK: The first read

  final var isBeingRead: Bool { reads > 0 }

  @usableFromInline final func beginReading() {
    // So many reads inside each other come from the expression that names the injection: a factory that
    // reads its consumer has been stopped as a circle before.
    if reads == .max { Fault.circle(reading: self) }
    Running.begin(.reading(Borrowed(self)), in: scope)
    reads += 1
  }

  /// Whether what was read is to be pinned: it is not if the consumer was assigned or reset since (rule 9),
  /// or has pinned what a read inside this one gave.
  @usableFromInline final func endReading(holding: Bool) -> Bool {
    Running.end()
    let isReplaced = replaced == reads
    reads -= 1
    if isReplaced { replaced = reads }
    if isHolding { return false }
    if isReplaced { box = nil } else { isHolding = holding }
    return !isReplaced
  }

  /// Says that it is assigned or reset: the first reads that are in progress keep nothing.
  final func isReplaced() {
    replaced = reads
    box = nil
  }

  /// Resolves in the consumer's own scope, which need not be the current one.
  ///
  /// The injection is chosen there too: what names it may depend on overrides (rule 20).
  @usableFromInline
  final func resolve<Value>(_ injection: @MainActor () -> Injection<Value>) -> Value {
    guard Injections.isObserved else {
      return scope.runHere { injection().value(in: scope, for: self) }
    }
    let made = origin.observed
    let requester = made?.requester ?? owner.name.map { .owner($0) }
    let recorder = Ambient.current.observed?.recorder ?? made?.recorder
    return Ambient.$current.withValue(.observed(Observed(scope, requester, recorder))) {
      injection().value(in: scope, for: self)
    }
  }
}

/// What a consumer is made of: how to find the injection, and what it has pinned, an optional.
///
/// The optional is a parameter of its own: a generic class finds that in its metadata. An optional of another
/// parameter is looked up each time a consumer is released (a sixth of “make a consumer and read it once”).
@MainActor
@_fixed_layout  // Its initializer is inlined, also where the library is built for distribution.
@usableFromInline final class Consumer<Value, Pin: ExpressibleByNilLiteral>: AnyConsumer {
  @safe @exclusivity(unchecked) @usableFromInline var pin: Pin = nil
  @usableFromInline let injection: @MainActor () -> Injection<Value>

  @inlinable nonisolated init(
    _ injection: @escaping @MainActor () -> Injection<Value>,
    _ owner: String,
    _ fileID: String,
    _ line: UInt
  ) {
    self.injection = injection
    super.init(owner, fileID, line)
  }

  private nonisolated init(copying other: Consumer) {
    injection = other.injection
    super.init(copying: other)
  }

  /// Pins what is assigned, or nothing.
  ///
  /// A copy of the owner shares the storage, so only one that has it to itself may write it; and a graph
  /// that is recorded forgets the consumer that has read, with what that held. What is assigned while the
  /// first read is in progress is what that read returns, to all that share it (rules 9 and 10).
  static func replace(_ consumer: inout Consumer, with pin: Pin, isHolding: Bool) {
    let mayWrite = !Injections.isObserved && isKnownUniquelyReferenced(&consumer)
    if !mayWrite, !consumer.isBeingRead { consumer = Consumer(copying: consumer) }
    let replaced = (consumer.pin, consumer.box)
    consumer.isReplaced()
    consumer.pin = pin
    consumer.isHolding = isHolding
    extendLifetime(replaced)
  }
}

/// Who owns a consumer: the type that it is a property of, or the initializer that makes it.
@frozen @usableFromInline struct Owner: Sendable {
  /// A type, or a file where there is a line.
  @usableFromInline let place: String
  @usableFromInline let line: UInt32

  /// Of an initializer the compiler knows no type, so its line is named.
  nonisolated init(_ function: String, _ fileID: String, _ line: UInt) {
    let isInitializer = function.hasPrefix("init(")
    place = isInitializer ? fileID : function
    self.line = isInitializer ? UInt32(truncatingIfNeeded: line) : 0
  }

  /// `nil` for the property of a function, which has no owner that can be known.
  nonisolated var name: String? {
    if line > 0 { return "\(place):\(line)" }
    return place.isEmpty || place.hasSuffix(")") ? nil : place
  }
}
