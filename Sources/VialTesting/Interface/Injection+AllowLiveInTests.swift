public import Vial

// The closure of a trait that only calls `allowLiveInTests()` would ignore the result. The compiler chooses these overloads for a
// closure of one statement that returns nothing, and for every other call the methods of the module `Vial`, which are not generic.

@_documentation(visibility: internal)
extension Injection {
  /// Explains that a permission of a test is given with `allowLive()`.
  @available(*, deprecated, message: "in a test, write allowLive() [allow-live]")
  public nonisolated func allowLiveInTests<Unused>(_ unused: Unused.Type = Never.self) {}
}

@_documentation(visibility: internal)
extension InjectionFamily {
  /// Explains that a permission of a test is given with `allowLive()`.
  @available(*, deprecated, message: "in a test, write allowLive() [allow-live]")
  public func allowLiveInTests<Unused>(_ unused: Unused.Type = Never.self) {}
}
