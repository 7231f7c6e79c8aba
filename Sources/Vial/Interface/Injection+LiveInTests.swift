extension Injection {
  /// Allows every test to use the live implementation of this injection without a permission.
  ///
  /// Use it for an implementation that is harmless in every test: a calendar, a formatter, a parser. The permission covers
  /// this injection only. Injections that its factory resolves are still checked. It has no effect outside of tests.
  ///
  /// ```swift
  /// @MainActor let months = Injection(strategy: .singleton, instance: Calendar(identifier: .gregorian))
  ///   .allowLiveInTests()
  /// ```
  ///
  /// Chain this method where the injection is published, before or after `when` and `onRelease`. To allow the live
  /// implementation in one test or suite, call `allowLive()` of the module `VialTesting` there.
  ///
  /// - Returns: A separate injection, which shares no instances, overrides or implementations with this one.
  public nonisolated func allowLiveInTests() -> Injection {
    Injection(record: record.copy { $0.isAllowedLiveInTests = true })
  }
}

extension InjectionFamily {
  /// Allows every test to use the live implementation of every key without a permission.
  ///
  /// See ``Injection/allowLiveInTests()``. Chain this method where the family is published.
  ///
  /// - Returns: A separate family, which shares no instances or overrides with this one.
  public func allowLiveInTests() -> InjectionFamily {
    InjectionFamily(record: record.copy { $0.isAllowedLiveInTests = true }, factories.copy())
  }
}
