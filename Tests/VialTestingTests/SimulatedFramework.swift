@testable import VialTesting

extension TestFramework {
  /// A library whose tests are simulated.
  ///
  /// - Parameters:
  ///   - acceptsIssues: Whether the library accepts issues that belong to no test.
  ///   - announcesTests: Whether the library announces the beginnings and the ends of its tests.
  ///   - currentTest: Returns the test without a scope that code belongs to.
  ///   - record: Records an issue of a test; of no test if the identity is `nil`.
  /// - Returns: The library.
  static func simulated(
    acceptsIssues: Bool,
    announcesTests: Bool = true,
    currentTest: @escaping @MainActor @Sendable () -> CurrentTest? = { nil },
    record: @escaping @MainActor @Sendable (Issue, TestIdentity?) -> Void
  ) -> Self {
    Self(
      name: "Simulation",
      preparation: "the trait's closure",
      creation: "the test",
      scopeFix: "Give the test a scope.",
      usesGlobalScope: false,
      announcesTests: announcesTests,
      attributesByTime: false,
      expectsFatalErrors: false,
      currentTest: currentTest,
      acceptsIssues: { acceptsIssues },
      record: { issue, test, _ in record(issue, test) },
      recordForNobody: { issue in record(issue, nil) }
    )
  }
}
