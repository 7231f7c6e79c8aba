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
  /// Chain this method where the injection is published, before or after `when` and `onRelease`. A call in a test does
  /// not change the published injection. To allow the live implementation in one test or suite, call
  /// ``allowLive(includingDependencies:)``.
  ///
  /// - Returns: A separate injection, which shares no instances, overrides or implementations with this one.
  public nonisolated func allowLiveInTests() -> Injection {
    Injection(record: record.copy(record.publication.with(.always)))
  }

  /// Ends the process of a test that is about to use the live implementation of this injection.
  ///
  /// Use it for a service that no test may ever reach: payments, analytics. The process ends before the factory runs, with a
  /// message that names the test and the requester. No permission and no `live:` of a scope changes that: a test has to
  /// override the injection. It has no effect outside of tests.
  ///
  /// ```swift
  /// @MainActor let payments = Injection<any Payments>(strategy: .singleton) { LivePayments() }
  ///   .neverLiveInTests()
  /// ```
  ///
  /// - Returns: A separate injection, which shares no instances, overrides or implementations with this one.
  public nonisolated func neverLiveInTests() -> Injection {
    Injection(record: record.copy(record.publication.with(.never)))
  }
}

extension InjectionFamily {
  /// Allows every test to use the live implementation of every key without a permission.
  ///
  /// See ``Injection/allowLiveInTests()``. Chain this method where the family is published.
  ///
  /// - Returns: A separate family, which shares no instances or overrides with this one.
  public func allowLiveInTests() -> InjectionFamily {
    copy(record.publication.with(.always))
  }

  /// Ends the process of a test that is about to use the live implementation of any key.
  ///
  /// See ``Injection/neverLiveInTests()``. Chain this method where the family is published.
  ///
  /// - Returns: A separate family, which shares no instances or overrides with this one.
  public func neverLiveInTests() -> InjectionFamily {
    copy(record.publication.with(.never))
  }
}
