// Spellings of other toolkits, for which the compiler names the spelling of Vial. Code completion does not list them.

extension InjectionStrategy {
  @_documentation(visibility: internal) @available(*, unavailable, message: "write .onDemand")
  public static var unique: InjectionStrategy { fatalError() }

  @_documentation(visibility: internal)
  @available(*, unavailable, message: "write .shared, or resolve once and pass it on")
  public static var graph: InjectionStrategy { fatalError() }

  @_documentation(visibility: internal) @available(*, unavailable, message: "write .singleton")
  public static var container: InjectionStrategy { fatalError() }

  @_documentation(visibility: internal)
  @available(*, unavailable, message: "write .singleton or .flow(…), or add a validity check: .cached { { true } }")
  public static var cached: InjectionStrategy { fatalError() }
}

extension Injection {
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "write override { … }, or provide { … } for a required injection")
  public func register(_ factory: () -> Any) {}

  @_documentation(visibility: internal)
  @available(*, unavailable, message: "write rollbackAllOverrides() for overrides, or clear() for cached instances")
  public func reset() {}

  @_documentation(visibility: internal) @available(*, unavailable, message: "write resolve()")
  public func callAsFunction() -> Value { fatalError() }
}
