/// A consumer of any type: the cell behind an `@Instance` or `@WeakInstance` property.
///
/// A cell is filled once, by the first read. An assignment and a reset replace the cell, so they affect one copy of a
/// struct only, and a first read that is running fills the cell that it began with.
@MainActor @_fixed_layout @usableFromInline class AnyConsumer {
  /// The scope in which the consumer was created.
  ///
  /// The consumer resolves in this scope, wherever it is read.
  @usableFromInline nonisolated final let scope: OverrideScope

  /// The injection whose factory has created the consumer while an observer was active.
  private nonisolated final let creator: InjectionDeclaration?

  nonisolated final let owner: ConsumerOwner

  /// The box of a shared value, which lives as long as consumers retain it.
  @usableFromInline final private(set) var sharedBox: AnyBox?

  /// Whether the consumer retains its instance.
  var retainsInstance: Bool { false }

  @usableFromInline nonisolated init(_ owner: String, _ callSite: CallSite) {
    self.owner = ConsumerOwner(function: owner, callSite: callSite)
    scope = .current
    creator = TaskContext.injection
  }

  nonisolated init(replacing other: AnyConsumer) {
    owner = other.owner
    scope = other.scope
    creator = other.creator
  }

  /// Retains the box of a shared value.
  ///
  /// If a nested first read has retained a box before, that box is kept.
  @usableFromInline final func retain(_ box: AnyBox) { if sharedBox == nil { sharedBox = box } }

  /// The requester in events.
  ///
  /// This is the creator, if there is one, and otherwise the type that owns the consumer.
  final var requester: InjectionResolution.Requester? {
    creator.map { .injection($0) } ?? owner.name.map { .owner($0) }
  }

  // MARK: The first read

  /// Begins the first read, which is one operation for observers.
  @usableFromInline final func beginReading() {
    Operation.begin()
    ResolutionStack.push(reading: self, in: scope)
  }

  /// Ends the first read, after its instance was stored.
  @usableFromInline final func endReading() {
    ResolutionStack.pop()
    Operation.end()
  }

  /// Evaluates the expression that names an injection, and resolves the injection, in the scope of the consumer.
  ///
  /// `consumer` will retain the box of a shared value; it is `nil` for a weak consumer.
  @inlinable final func resolve<Value>(
    _ injection: @MainActor () -> Injection<Value>,
    retainedBy consumer: AnyConsumer?
  ) -> Value {
    // If no scope was ever opened, the current scope and the scope of the consumer are the global one.
    if SlowPathReasons.isEmpty { return injection().resolve(in: scope, for: consumer) }
    return resolveInScope(injection, retainedBy: consumer)
  }

  @usableFromInline
  final func resolveInScope<Value>(
    _ injection: @MainActor () -> Injection<Value>,
    retainedBy consumer: AnyConsumer?
  ) -> Value {
    scope.runIfNeeded { injection().resolve(in: scope, for: consumer) }
  }
}

/// The cell of an `@Instance` property.
@MainActor @_fixed_layout @usableFromInline final class Consumer<Value>: AnyConsumer {
  /// The instance, after the first read or an assignment.
  @safe @exclusivity(unchecked) @usableFromInline private(set) var value: Value?

  @usableFromInline let injection: @MainActor () -> Injection<Value>

  @usableFromInline nonisolated init(
    _ injection: @escaping @MainActor () -> Injection<Value>,
    _ owner: String,
    _ callSite: CallSite
  ) {
    self.injection = injection
    super.init(owner, callSite)
  }

  /// Creates the cell that replaces another one.
  init(replacing other: Consumer, with value: Value?) {
    injection = other.injection
    self.value = value
    super.init(replacing: other)
  }

  override var retainsInstance: Bool { value != nil }

  /// Resolves the injection and keeps the instance, unless a nested first read has already kept an instance.
  @inlinable @inline(never) func readForTheFirstTime() -> Value {
    beginReading()
    let resolved = resolve(injection, retainedBy: self)
    let kept = value ?? resolved
    value = kept
    endReading()
    return kept
  }
}

/// The cell of a `@WeakInstance` property.
@MainActor final class WeakConsumer<Value>: AnyConsumer {
  /// The instance that was read or assigned; `.empty` after `nil` was assigned.
  ///
  /// It is `nil` before the first read, and for a value, which each read resolves again.
  private var reference: CachedInstance?
  private let injection: @MainActor () -> Injection<Value>

  nonisolated init(_ injection: @escaping @MainActor () -> Injection<Value>, _ owner: String, _ callSite: CallSite) {
    self.injection = injection
    super.init(owner, callSite)
  }

  /// Creates the cell that replaces another one.
  init(replacing other: WeakConsumer, with reference: CachedInstance?) {
    injection = other.injection
    self.reference = reference
    super.init(replacing: other)
  }

  /// The instance that was read or assigned, while it is alive.
  var loadedValue: Value? { reference?.loaded?.value(as: Value.self) }

  func read() -> Value? {
    if reference != nil { return loadedValue }
    beginReading()
    defer { endReading() }
    let resolved = resolve(injection, retainedBy: nil)
    // A nested first read has already kept an instance.
    if reference != nil { return loadedValue }
    reference = .weak(resolved)
    return resolved
  }
}

/// The owner of a consumer: the type that has the property, or the initializer that creates the consumer.
@usableFromInline struct ConsumerOwner: Sendable {
  /// The value of `#function` where the consumer is created.
  let function: String
  let callSite: CallSite

  /// The name of the owner; `nil` for a local variable of a function.
  ///
  /// For a consumer that an initializer creates, `#function` does not contain the type, so the name is the call site.
  var name: String? {
    if function.hasPrefix("init(") { return callSite.description }
    return function.isEmpty || function.hasSuffix(")") ? nil : function
  }
}
