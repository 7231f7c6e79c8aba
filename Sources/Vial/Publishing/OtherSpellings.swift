// Spellings of other toolkits, for which the compiler names the spelling of Vial. Code completion does not list them.

extension InjectionStrategy {
  /// Explains that `.unique` of Factory is `.onDemand`.
  @_documentation(visibility: internal) @available(*, unavailable, message: "write .onDemand")
  public static var unique: InjectionStrategy { fatalError() }

  /// Explains that no strategy corresponds to `.graph`.
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "write .shared, or resolve once and pass it on")
  public static var graph: InjectionStrategy { fatalError() }

  /// Explains that `.container` of Swinject is `.singleton`.
  @_documentation(visibility: internal) @available(*, unavailable, message: "write .singleton")
  public static var container: InjectionStrategy { fatalError() }

  /// Explains that `.cached` needs a validity check.
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "write .singleton or .flow(…), or add a validity check: .cached { { true } }")
  public static var cached: InjectionStrategy { fatalError() }
}

extension Injection {
  /// Explains that injections are overridden or provided.
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "write override { … }, or provide { … } for a required injection")
  public func register(_ factory: () -> Any) {}

  /// Explains what replaces `reset()`.
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "write rollbackAllOverrides() for overrides, or clear() for cached instances")
  public func reset() {}

  /// Explains that an injection is resolved by `resolve()`.
  @_documentation(visibility: internal) @available(*, unavailable, message: "write resolve()")
  public func callAsFunction() -> Value { fatalError() }
}
