// Spellings of other toolkits, for which the compiler names the spelling of Vial. Code completion does not list them.

@_documentation(visibility: internal)
extension InjectionStrategy {
  /// Explains that `.unique` of Factory is `.onDemand`.
  @available(*, unavailable, message: "write .onDemand")
  public static var unique: InjectionStrategy { fatalError() }

  /// Explains that no strategy corresponds to `.graph`.
  @available(*, unavailable, message: "write .shared, or resolve once and pass it on")
  public static var graph: InjectionStrategy { fatalError() }

  /// Explains that `.container` of Swinject is `.singleton`.
  @available(*, unavailable, message: "write .singleton")
  public static var container: InjectionStrategy { fatalError() }

  /// Explains that `.cached` needs a validity check.
  @available(*, unavailable, message: "write .singleton or .flow(…), or add a validity check: .cached { { true } }")
  public static var cached: InjectionStrategy { fatalError() }
}

@_documentation(visibility: internal)
extension Injection {
  /// Explains that injections are overridden or provided.
  @available(*, unavailable, message: "write override { … }, or provide { … } for a required injection")
  public func register(_ factory: () -> Any) {}

  /// Explains what replaces `reset()`.
  @available(*, unavailable, message: "write rollbackAllOverrides() for overrides, or clear() for cached instances")
  public func reset() {}

  /// Explains that an injection is resolved by `resolve()`.
  @available(*, unavailable, message: "write resolve()")
  public func callAsFunction() -> Value { fatalError() }
}
