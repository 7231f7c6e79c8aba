/// A consumer, whatever it consumes: where it was made, and what keeps its shared value alive.
@MainActor
@_fixed_layout
@usableFromInline
class AnyConsumer {
  /// Where it was made: it belongs to that scope wherever it is read (rule 20).
  @usableFromInline nonisolated final let origin: Ambient

  @usableFromInline nonisolated final let owner: StaticString

  /// How many first reads are in progress, one inside the other, and how often it was assigned or reset
  /// during them.
  @safe @exclusivity(unchecked) private final var reading: (depth: UInt8, replacements: UInt8) = (0, 0)

  /// What keeps a shared value alive, while the consumer holds the value.
  final var box: AnyBox?

  @inlinable
  nonisolated init(_ owner: StaticString) {
    self.owner = owner
    origin = Ambient.current
  }

  /// The same for a copy of the owner that is to have a value of its own.
  nonisolated init(copying other: AnyConsumer) {
    owner = other.owner
    origin = other.origin
  }

  @inlinable nonisolated final var scope: OverrideScope { origin.scope }

  /// The type that owns it; the property of a function has no owner that can be known.
  final var ownerName: String? {
    let name = owner.description
    return name.isEmpty || name.hasSuffix(")") ? nil : name
  }

  /// Whether it has a value, read or assigned.
  var isHolding: Bool { false }

  /// Keeps a shared value alive, unless another value was assigned meanwhile.
  @usableFromInline
  final func hold(_ box: AnyBox) {
    if !isHolding { self.box = box }
  }

  // MARK: The first read

  final var isBeingRead: Bool { reading.depth > 0 }

  @usableFromInline
  final func beginReading() -> UInt8 {
    Running.begin(reading: self)
    reading.depth += 1
    return reading.replacements
  }

  /// Whether it was assigned or reset since.
  @usableFromInline
  final func endReading(_ begun: UInt8) -> Bool {
    Running.end()
    reading.depth -= 1
    let isReplaced = reading.replacements != begun
    if isReplaced, !isHolding { box = nil }
    return isReplaced
  }

  /// Says that it is assigned or reset: a first read that is in progress keeps nothing.
  final func isReplaced() {
    if reading.depth > 0 { reading.replacements &+= 1 }
    box = nil
  }

  /// Resolves in the consumer's own scope, which need not be the current one.
  ///
  /// The injection is chosen there too: what names it may depend on overrides (rule 20).
  @usableFromInline
  final func resolve<Value>(_ injection: @MainActor () -> Injection<Value>) -> Value {
    guard Injections.isObserved else {
      return scope.runHere { Resolve(injection().root, in: scope, for: self).value() }
    }
    let made = origin.observed
    let requester = made?.requester ?? ownerName.map { .owner($0) }
    let recorder = Ambient.current.observed?.recorder ?? made?.recorder
    return Ambient.$current.withValue(.observed(Observed(scope, requester, recorder))) {
      Resolve(injection().root, in: scope, for: self).value()
    }
  }
}

/// The part of a consumer that is generic over what it stores, an optional.
///
/// A generic class finds the type that it stores in its own metadata. It would have to look up an optional
/// of that type each time a consumer is released (a sixth of “make a consumer and read it once”).
@MainActor
@_fixed_layout
@usableFromInline
class Pinned<Stored: ExpressibleByNilLiteral>: AnyConsumer {
  @safe @exclusivity(unchecked) @usableFromInline final var value: Stored = nil

  @inlinable
  override nonisolated init(_ owner: StaticString) {
    super.init(owner)
  }

  override nonisolated init(copying other: AnyConsumer) {
    super.init(copying: other)
  }
}
