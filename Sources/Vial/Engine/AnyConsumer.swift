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

  /// How often the instance was assigned or discarded, by which an event detects that the instance of its read is gone.
  private(set) final var assignments = 0

  /// Whether the expression that names the injection is being evaluated, which may resolve other injections.
  private(set) final var isNamingInjection = false

  #if DEBUG
  /// The injection that the consumer has resolved, and when; `nil` before, after an assignment or a reset, and without `onRead`.
  package final var lastResolve: ScopedResolve?
  #endif

  nonisolated init(_ function: String, _ callSite: CallSite) {
    self.function = function
    self.callSite = callSite
    scope = .current
    creator = buildingInjectionOfTask
  }

  /// Whether the consumer retains an instance that a resolve may have returned.
  ///
  /// This is `false` for an assigned value of a `@WeakInstance` property, although the property retains the value.
  var retainsInstance: Bool { false }

  // MARK: Reading

  /// Performs a read that resolves the injection, in the scope of the consumer.
  ///
  /// This stops the program if the expression that names the injection reads the same consumer.
  ///
  /// - Parameters:
  ///   - nameInjection: The expression that names the injection.
  ///   - receive: Receives the instance, and keeps it unless a nested read has kept another one. This is called before the operation
  ///     ends, because the end runs code that may read the consumer again.
  final func performRead(_ nameInjection: () -> InjectionRecord, receive: (_ resolved: consuming AnyBox) -> Void) {
    Engine.perform {
      Engine.stopIfReading(self)
      let readerScope = OverrideScope.current
      if readerScope === scope {
        Engine.runRead(of: self, from: nil) { receive(resolve(nameInjection)) }
      } else {
        Engine.runRead(of: self, from: readerScope) {
          scope.runAsCurrent { receive(resolve(nameInjection)) }
        }
      }
    }
  }

  /// Evaluates the expression that names the injection, and resolves the injection.
  private final func resolve(_ nameInjection: () -> InjectionRecord) -> AnyBox {
    isNamingInjection = true
    let record = nameInjection()
    isNamingInjection = false
    #if DEBUG
    if let onRead = TestHooks.onRead {
      lastResolve = ScopedResolve(of: record, in: scope)
      onRead(self)
    }
    #endif
    return record.resolve(in: scope)
  }

  /// Whether a read returns without a resolve.
  var isRead: Bool { false }

  /// Notes that code reads the property, in a debug build: stops the program off the main actor, and reports a read that does not
  /// resolve to a module for tests.
  @usableFromInline final func noteRead() {
    assertMainActor()
    #if DEBUG
    if isRead, lastResolve != nil { TestHooks.onRead?(self) }
    #endif
  }

  /// The origin of a resolve while the consumer is being read.
  final var originOfResolve: InjectionResolution.Origin {
    isNamingInjection ? .expression : .consumer(assignments: assignments)
  }

  /// Notes that the instance was assigned or discarded.
  final func noteAssignment() {
    assignments += 1
    #if DEBUG
    lastResolve = nil
    #endif
  }

  // MARK: Names

  /// The requester in events.
  ///
  /// This is the creator, if there is one, and otherwise the type that owns the consumer.
  final var requester: InjectionResolution.Requester? {
    creator.map { .injection($0) } ?? ownerName.map { .owner($0) }
  }

  /// The name of the owner; `nil` for a local variable of a function.
  ///
  /// For a consumer that an initializer creates, `#function` does not contain the type, so the name is the call site.
  @inline(never) package final var ownerName: String? {
    if isCreatedByInitializer { return callSite.description }
    return function.isEmpty || function.hasSuffix(")") ? nil : function
  }

  /// The owner and the line of the consumer, in messages.
  @inline(never) package final var nameInMessages: String {
    guard let ownerName, !isCreatedByInitializer else { return "the consumer at " + callSite.description }
    return ownerName + " (" + callSite.description + ")"
  }

  private final var isCreatedByInitializer: Bool { function.hasPrefix("init(") }
}

#if DEBUG
extension AnyConsumer: @MainActor CustomDebugStringConvertible {
  @usableFromInline package var debugDescription: String {
    "\(type(of: self))(\(nameInMessages), \(retainsInstance ? "retaining" : "not retaining"), \(assignments) assignments)"
  }
}
#endif
