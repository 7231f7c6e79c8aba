// Overloads that only explain mistakes: the compiler shows their messages. Code completion does not list them.
//
// Without the overloads, the compiler lists every candidate, names a type that accepts no closure, or gives no message.

// MARK: - Publishing

@_documentation(visibility: internal)
extension Injection {
  /// Explains that a factory cannot be asynchronous or throw.
  @available(
    *,
    unavailable,
    message: "a factory cannot await or throw: publish a Task, a Result, or an actor [factory-awaits]"
  )
  public nonisolated init(strategy: InjectionStrategy, _: @MainActor () async throws -> Value) { fatalError() }

  /// Explains that the strategy needs its label.
  @available(*, unavailable, message: "write the label: strategy: [strategy-label]")
  public nonisolated init(_: InjectionStrategy, _: @MainActor () async throws -> Value) { fatalError() }

  /// Explains that the strategy needs its label.
  @available(*, unavailable, message: "write the label: strategy: [strategy-label]")
  public nonisolated init(_: InjectionStrategy, instance: @autoclosure () -> Value) { fatalError() }

  /// Explains that the factory of a context cannot be asynchronous or throw.
  @available(
    *,
    unavailable,
    message: "a factory cannot await or throw: publish a Task, a Result, or an actor [factory-awaits]"
  )
  public nonisolated func when(_: InjectionContext, _: @MainActor () async throws -> Value) -> Injection {
    fatalError()
  }
}

@_documentation(visibility: internal)
extension InjectionFamily {
  /// Explains that a factory cannot be asynchronous or throw.
  @available(
    *,
    unavailable,
    message: "a factory cannot await or throw: publish a Task, a Result, or an actor [factory-awaits]"
  )
  public nonisolated convenience init(strategy: InjectionStrategy, _: @MainActor (Key) async throws -> Value) {
    fatalError()
  }
}

@_documentation(visibility: internal)
extension InjectionStrategy {
  /// Explains that `.unique` of Factory is `.onDemand`.
  @available(*, unavailable, message: "write .onDemand [strategy-name]")
  public static var unique: InjectionStrategy { fatalError() }

  /// Explains that no strategy corresponds to `.graph`.
  @available(*, unavailable, message: "write .shared, or resolve once and pass it on [strategy-name]")
  public static var graph: InjectionStrategy { fatalError() }

  /// Explains that `.container` of Swinject is `.singleton`.
  @available(*, unavailable, message: "write .singleton [strategy-name]")
  public static var container: InjectionStrategy { fatalError() }

  /// Explains that `.cached` needs a validity check.
  @available(
    *,
    unavailable,
    message: "write .singleton or .flow(…), or add a validity check: .cached { { true } } [cached-without-check]"
  )
  public static var cached: InjectionStrategy { fatalError() }
}

// MARK: - Using

@_documentation(visibility: internal)
extension Injection {
  /// Explains that a closure that takes the original cannot be asynchronous, throw, or return another type.
  @available(
    *,
    unavailable,
    message: "return the injection's type without await or try, or publish Injection<any P> [override-closure]"
  )
  public func override<Other>(
    with: @MainActor (borrowing Original<Value>) async throws -> Other,
    strategy: InjectionStrategy? = nil
  ) {}

  /// Explains that a trailing closure cannot be asynchronous, throw, or return another type.
  @available(
    *,
    unavailable,
    message: "return the injection's type without await or try, or publish Injection<any P> [override-closure]"
  )
  public func override<Other>(strategy: InjectionStrategy? = nil, _: @MainActor () async throws -> Other) {}

  /// Explains that the replacement has another type, does not conform to the protocol, or is a closure.
  @available(
    *,
    unavailable,
    message: "another type: conform to P, publish Injection<any P>, or write override { … } [override-type]"
  )
  public func override<T>(with: @autoclosure () -> T, strategy: InjectionStrategy? = nil, _: (() -> Never)? = nil) {}

  /// Explains that a factory cannot be asynchronous, throw, or return another type.
  @available(*, unavailable, message: "return the injection's type without await or try [provide-closure]")
  public func provide<Other>(strategy: InjectionStrategy? = nil, _: @MainActor () async throws -> Other) {}

  /// Explains that the implementation has another type, or is a closure.
  @available(
    *,
    unavailable,
    message: "the injection requires another type; for a closure, write provide { … } [provide-type]"
  )
  public func provide<T>(with: @autoclosure () -> T, strategy: InjectionStrategy? = nil, _: (() -> Never)? = nil) {}

  /// Explains that injections are overridden or provided.
  @available(*, unavailable, message: "write override { … }, or provide { … } for a required injection [no-register]")
  public func register(_ factory: () -> Any) {}

  /// Explains what replaces `reset()`.
  @available(
    *,
    unavailable,
    message: "write rollbackAllOverrides() for overrides, or clear() for cached instances [no-reset]"
  )
  public func reset() {}

  /// Explains that an injection is resolved by `resolve()`.
  @available(*, unavailable, message: "write resolve() [no-call]")
  public func callAsFunction() -> Value { fatalError() }
}

// MARK: - Consuming

// An initializer without parameters would initialize each property without an initial value, also a property that the
// initializer of its owner initializes. So the property wrappers have one with a variadic parameter.

@_documentation(visibility: internal)
extension Instance {
  /// Explains that a consumer names an injection.
  @available(
    *,
    unavailable,
    message: "name the injection to consume, such as @Instance(Services.weather) [without-injection]"
  )
  public nonisolated init(_: Never...) { fatalError() }

  /// Explains that a family has an injection for each key.
  @available(*, unavailable, message: "a family has an injection for each key: family[key] [consumer-of-family]")
  public nonisolated init<Key>(_ family: @autoclosure () -> InjectionFamily<Key, Value>) { fatalError() }

  /// Explains that a property cannot have an initial value.
  @available(
    *,
    unavailable,
    message: "the injection provides the initial value: override it, or assign later [initial-value]"
  )
  public nonisolated init(wrappedValue: Value, _ injection: @autoclosure () -> Injection<Value>) { fatalError() }
}

@_documentation(visibility: internal)
extension WeakInstance {
  /// Explains that a consumer names an injection.
  @available(
    *,
    unavailable,
    message: "name the injection to consume, such as @WeakInstance(Services.owner) [without-injection]"
  )
  public nonisolated init(_: Never...) { fatalError() }

  /// Explains that a family has an injection for each key.
  @available(*, unavailable, message: "a family has an injection for each key: family[key] [consumer-of-family]")
  public nonisolated init<Key>(_ family: @autoclosure () -> InjectionFamily<Key, Value>) { fatalError() }

  /// Explains that a property cannot have an initial value.
  @available(
    *,
    unavailable,
    message: "the injection provides the initial value: override it, or assign later [initial-value]"
  )
  public nonisolated init(wrappedValue: Value?, _ injection: @autoclosure () -> Injection<Value>) { fatalError() }
}

@_documentation(visibility: internal)
extension DynamicInstance {
  /// Explains that a consumer names an injection.
  @available(
    *,
    unavailable,
    message: "name the injection to consume, such as @DynamicInstance(Services.session) [without-injection]"
  )
  public nonisolated init(_: Never...) { fatalError() }

  /// Explains that a family has an injection for each key.
  @available(*, unavailable, message: "a family has an injection for each key: family[key] [consumer-of-family]")
  public nonisolated init<Key>(_ family: @autoclosure () -> InjectionFamily<Key, Value>) { fatalError() }

  /// Explains that a property cannot have an initial value.
  @available(
    *,
    unavailable,
    message: "the injection provides the initial value: override it, or assign later [initial-value]"
  )
  public nonisolated init(wrappedValue: Value, _ injection: @autoclosure () -> Injection<Value>) { fatalError() }
}
