/// A consumer, whatever it consumes: where it was made, and what keeps its shared value alive.
@MainActor
@_fixed_layout
@usableFromInline
class AnyConsumer {
  /// The scope that it belongs to, wherever it is read (rule 20).
  @usableFromInline nonisolated final let scope: OverrideScope

  @usableFromInline nonisolated final let owner: LiteralAddress

  /// The injection whose factory made it, while someone observed.
  @usableFromInline nonisolated final let made: Observed?

  /// What keeps a shared value alive, while the consumer holds the value.
  final var box: AnyBox?

  /// How many first reads are in progress, one inside the other.
  @safe @exclusivity(unchecked) private final var reads: UInt8 = 0

  /// How often it was assigned or reset during them.
  @safe @exclusivity(unchecked) private final var replacements: UInt8 = 0

  @inlinable
  nonisolated init(_ owner: StaticString) {
    self.owner = LiteralAddress(owner)
    scope = Ambient.scope
    made = Ambient.observed
  }

  /// The same for a copy of the owner that is to have a value of its own.
  nonisolated init(copying other: AnyConsumer) {
    owner = other.owner
    scope = other.scope
    made = other.made
  }

  /// Whether it has a value, read or assigned.
  var isHolding: Bool { false }

  /// Keeps a shared value alive, unless another value was assigned meanwhile.
  @usableFromInline
  final func hold(_ box: AnyBox) {
    if !isHolding { self.box = box }
  }

  // MARK: The first read

  final var isBeingRead: Bool { reads > 0 }

  @usableFromInline
  final func beginReading() -> UInt8 {
    Running.begin(reading: self)
    reads += 1
    return replacements
  }

  /// Whether it was assigned or reset since.
  @usableFromInline
  final func endReading(_ begun: UInt8) -> Bool {
    Running.end()
    reads -= 1
    let isReplaced = replacements != begun
    if isReplaced, !isHolding { box = nil }
    return isReplaced
  }

  /// Says that it is assigned or reset: a first read that is in progress keeps nothing.
  final func isReplaced() {
    if reads > 0 { replacements &+= 1 }
    box = nil
  }

  /// Resolves in the consumer's own scope, which need not be the current one.
  ///
  /// The injection is chosen there too: what names it may depend on overrides (rule 20).
  @usableFromInline
  final func resolve<Value>(_ injection: @MainActor () -> Injection<Value>) -> Value {
    if Injections.isObserved {
      let around = Ambient.observed
      let requester = made?.requester ?? owner.typeName.map { .owner($0) }
      let observed = Observed(requester, around?.recorder ?? made?.recorder)
      return Ambient.$observed.withValue(observed) { resolveInScope(injection) }
    }
    return resolveInScope(injection)
  }

  private final func resolveInScope<Value>(
    _ injection: @MainActor () -> Injection<Value>
  ) -> Value {
    run { Resolve(injection().root, in: scope, for: self).value() }
  }

  /// Runs work in the consumer's own scope.
  final func run<Result>(_ body: () -> Result) -> Result {
    if Ambient.scope === scope { return body() }
    return Ambient.$scope.withValue(scope, operation: body)
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
