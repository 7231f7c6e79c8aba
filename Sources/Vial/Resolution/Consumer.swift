/// A consumer of any type: the cell behind an `@Instance`, `@WeakInstance` or `@DynamicInstance` property.
///
/// The first read fills the cell, unless the property resolves at each read. An assignment replaces the instance and a
/// reset discards it. Copies of a struct share the cell.
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

  /// The instance, after the first read or an assignment; for a `@DynamicInstance`, the assigned instance.
  ///
  /// Unchecked for the row "read it again".
  @safe @exclusivity(unchecked) @usableFromInline fileprivate(set) final var box: AnyBox?

  /// How often the instance was assigned or discarded, by which an event detects that the instance of its read is gone.
  private(set) final var replacements = 0

  /// Whether the expression that names the injection is being evaluated, which may resolve other injections.
  fileprivate(set) final var isNamingInjection = false

  #if DEBUG
  /// The injection that the consumer has resolved, and when; `nil` before, and if the instance
  /// was assigned.
  package final var lastResolve: (declaration: InjectionDeclaration, isLive: Bool, moment: Moment)?
  #endif

  nonisolated init(_ owner: String, _ callSite: CallSite) {
    (function, self.callSite) = (owner, callSite)
    (scope, creator) = (.current, TaskContext.injection)
  }

  /// Replaces the instance by an assigned one, or discards it.
  ///
  /// The previous instance is released when the property is no longer being accessed, because its deinitializer may read it.
  final func replaceBox(with newBox: AnyBox?) {
    let previous = box
    // A reset while the first read runs has no effect.
    if previous == nil, newBox == nil { return }
    replacements += 1
    box = newBox
    #if DEBUG
    lastResolve = nil
    #endif
    extendLifetime(previous)
  }

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

  /// The owner and the line of the consumer, in messages.
  package final var nameInMessages: String {
    guard let ownerName, ownerName != callSite.description else { return "the consumer at " + callSite.description }
    return "\(ownerName) (\(callSite))"
  }

  /// Checks a read in a debug build: stops the program off the main actor, and lets a module for tests examine the read.
  ///
  /// A release build checks nothing.
  final func checkRead(holdingInstance: Bool) {
    assertMainActor()
    #if DEBUG
    if holdingInstance, lastResolve != nil { TestHooks.readObserver?(self) }
    #endif
  }

  @usableFromInline final func checkRead() { checkRead(holdingInstance: box != nil) }
}

/// The cell of an `@Instance` or `@DynamicInstance` property.
@MainActor @usableFromInline class Consumer<Value>: AnyConsumer {
  private let injection: @MainActor () -> Injection<Value>

  nonisolated init(_ injection: @escaping @MainActor () -> Injection<Value>, _ owner: String, _ callSite: CallSite) {
    self.injection = injection
    super.init(owner, callSite)
  }

  final var value: Value? { if let box { cast(box, to: Box<Value>.self).value } else { nil } }

  /// Resolves the injection and keeps the instance, unless a nested first read has already kept an instance.
  @usableFromInline final func readForTheFirstTime() -> Value {
    InjectionOperation.perform(reading: self) { reader in
      let resolved = resolveInScope(for: reader)
      if let value { return value }
      box = resolved
      return resolved.value
    }
  }

  /// Resolves the injection without keeping the instance.
  final func resolve() -> Value { InjectionOperation.perform(reading: self) { resolveInScope(for: $0).value } }

  /// Evaluates the expression that names an injection, and resolves the injection, in the scope of the consumer.
  fileprivate final func resolveInScope(for reader: OverrideScope) -> Box<Value> {
    scope.runIfNeeded(in: reader) {
      isNamingInjection = true
      let injection = self.injection()
      isNamingInjection = false
      #if DEBUG
      if let readObserver = TestHooks.readObserver {
        lastResolve = (injection.declaration, LiveResolve(of: injection.storage, in: scope) != nil, Moment.latest)
        readObserver(self)
      }
      #endif
      return injection.resolve(in: scope)
    }
  }
}

/// The cell of a `@WeakInstance` property.
@MainActor final class WeakConsumer<Value>: Consumer<Value> {
  /// The instance that was read or assigned; `.empty` after `nil` was assigned.
  ///
  /// It is `nil` before the first read, and for a value, which each read resolves again.
  private var reference: CachedInstance?

  /// The instance that was read or assigned, while it is alive.
  var loadedValue: Value? { if let box = reference?.loaded { cast(box, to: Box<Value>.self).value } else { nil } }

  func assign(_ value: Value?) {
    guard let value else { return replaceReference(with: .empty) }
    replaceReference(with: CachedInstance.weak(value) ?? .strong(Box(value)))
  }

  /// Replaces the reference, and releases the previous one afterwards, as `replaceBox` does.
  func replaceReference(with newReference: CachedInstance?) {
    let previous = reference
    if previous == nil, newReference == nil { return }
    reference = newReference
    #if DEBUG
    lastResolve = nil
    #endif
    extendLifetime(previous)
  }

  func read() -> Value? {
    checkRead(holdingInstance: reference != nil)
    if reference != nil { return loadedValue }
    return InjectionOperation.perform(reading: self) { reader in
      let resolved = resolveInScope(for: reader).value
      // A nested first read has already kept an instance.
      if reference != nil { return loadedValue }
      reference = .weak(resolved)
      return resolved
    }
  }
}
