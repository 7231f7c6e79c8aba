/// A consumer of any type: the cell behind an `@Instance`, `@WeakInstance` or `@DynamicInstance` property.
///
/// A cell is filled once, by the first read, unless its property resolves at each read. An assignment and a reset replace
/// the cell, so they affect one copy of a struct only, and a first read that is running fills the cell that it began with.
@MainActor @usableFromInline package class AnyConsumer {
  /// The scope in which the consumer was created.
  ///
  /// The consumer resolves in this scope, wherever it is read.
  package nonisolated final let scope: OverrideScope

  /// The injection whose factory has created the consumer while an observer was active.
  private nonisolated final let creator: InjectionDeclaration?

  /// The value of `#function` where the consumer was created: the type that owns the property, or a function.
  private nonisolated final let function: String

  package nonisolated final let callSite: CallSite

  /// The box of a shared value, which lives as long as consumers retain it.
  final private(set) var sharedBox: AnyBox?

  #if DEBUG
  /// The injection that the consumer has resolved and the sequence number at that time; `nil` before, and if the instance
  /// was assigned.
  package final var lastResolve: (declaration: InjectionDeclaration, number: UInt64)?
  #endif

  /// Whether the consumer retains its instance.
  var retainsInstance: Bool { false }

  nonisolated init(_ owner: String, _ callSite: CallSite) {
    function = owner
    self.callSite = callSite
    scope = .current
    creator = TaskContext.injection
  }

  nonisolated init(replacing other: AnyConsumer) {
    function = other.function
    callSite = other.callSite
    scope = other.scope
    creator = other.creator
  }

  /// Retains the box of a shared value.
  ///
  /// If a nested first read has retained a box before, that box is kept.
  final func retain(_ box: AnyBox) { if sharedBox == nil { sharedBox = box } }

  /// The requester in events.
  ///
  /// This is the creator, if there is one, and otherwise the type that owns the consumer.
  final var requester: InjectionResolution.Requester? {
    creator.map { .injection($0) } ?? ownerName.map { .owner($0) }
  }

  /// The name of the owner; `nil` for a local variable of a function.
  ///
  /// For a consumer that an initializer creates, `#function` does not contain the type, so the name is the call site.
  package final var ownerName: String? {
    if function.hasPrefix("init(") { return callSite.description }
    return function.isEmpty || function.hasSuffix(")") ? nil : function
  }

  /// The consumer in messages.
  package final var nameInMessages: String {
    guard let ownerName, ownerName != callSite.description else { return "the consumer at \(callSite)" }
    return "the property of \(ownerName) at \(callSite)"
  }

  /// Checks a read in a debug build: stops the program off the main actor, and lets a module for tests examine the read.
  ///
  /// A release build checks nothing.
  final func assertRead(holdingInstance: Bool) {
    assertMainActor()
    #if DEBUG
    if !holdingInstance { lastResolve = nil }
    if !holdingInstance || lastResolve != nil { Injections.readObserver?(self) }
    #endif
  }

  // MARK: A read that resolves

  /// Evaluates the expression that names an injection, and resolves the injection, in the scope of the consumer.
  ///
  /// `consumer` will retain the box of a shared value; it is `nil` for a weak or a dynamic consumer.
  final func resolve<Value>(
    _ injection: @MainActor () -> Injection<Value>,
    retainedBy consumer: AnyConsumer?
  ) -> Value {
    scope.runIfNeeded { injection().resolve(in: scope, for: consumer) }
  }
}

/// The cell of an `@Instance` or `@DynamicInstance` property.
@MainActor @usableFromInline final class Consumer<Value>: AnyConsumer {
  /// The instance, after the first read or an assignment; for a `@DynamicInstance`, the assigned instance.
  ///
  /// Unchecked for the row "read it again".
  @safe @exclusivity(unchecked) @usableFromInline private(set) var value: Value?

  let injection: @MainActor () -> Injection<Value>

  nonisolated init(
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

  @usableFromInline func assertRead() {
    #if DEBUG
    assertRead(holdingInstance: value != nil)
    #endif
  }

  /// Resolves the injection without keeping the instance, for a `@DynamicInstance`.
  func resolve() -> Value { Operation.perform(reading: self) { resolve(injection, retainedBy: nil) } }

  /// Resolves the injection and keeps the instance, unless a nested first read has already kept an instance.
  @usableFromInline func readForTheFirstTime() -> Value {
    Operation.perform(reading: self) {
      let resolved = resolve(injection, retainedBy: self)
      let kept = value ?? resolved
      value = kept
      return kept
    }
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
    assertRead(holdingInstance: reference != nil)
    if reference != nil { return loadedValue }
    return Operation.perform(reading: self) {
      let resolved = resolve(injection, retainedBy: nil)
      // A nested first read has already kept an instance.
      if reference != nil { return loadedValue }
      reference = .weak(resolved)
      return resolved
    }
  }
}
