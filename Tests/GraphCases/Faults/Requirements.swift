import Vial

@MainActor public enum Requirements {
  public static let provided = Injection<Int>.required("provided by the client")
  public static let providedLate = Injection<Int>.required("provided by a method that a closure calls")
  public static let overridden = Injection<Int>.required("overridden by the client")
  public static let forwarded = Injection<Int>.required("provided by a helper")
  public static let guarded = Injection<Int>.required("perhaps missing")
  public static let unreached = Injection<Int>.required("resolved by code that the client does not call")
  public static let missing = Injection<Int>.required("missing")  // fault: error: Client does not provide Requirements.missing, which Model needs
  public static let unreachedProvision = Injection<Int>.required("provided by dead code")  // fault: warning: no code that Client reaches
}

@MainActor public final class Model {
  @Instance(Requirements.provided) var provided
  @Instance(Requirements.providedLate) var providedLate
  @Instance(Requirements.overridden) var overridden
  @Instance(Requirements.missing) var missing
  public init() {}
  public func use() -> Int {
    let guarded = Requirements.guarded.isProvided ? Requirements.guarded.resolve() : 0
    return provided + providedLate + overridden + missing + guarded + Requirements.forwarded.resolve()
      + Requirements.unreachedProvision.resolve()
  }
  public func useUnreached() -> Int { Requirements.unreached.resolve() }
}
