/// A test library, with everything in which it differs from the others.
///
/// To support another library, add a value of this type to the list in `ProcessWatch`.
struct TestFramework: Sendable {
  let name: String

  // MARK: Words of messages

  /// Where a test makes its overrides.
  let preparation: String

  /// Where a test creates its objects.
  let creation: String

  /// How a test gets a scope.
  let scopeFix: String

  // MARK: Rules

  /// Whether tests make overrides in the global scope on purpose, and usually have no scope.
  let usesGlobalScope: Bool

  /// Whether the library announces the beginning of each test, with or without a scope.
  let announcesTests: Bool

  /// Whether code without a scope is attributed to a test only because the test is running.
  let attributesByTime: Bool

  /// Whether a test may expect the end of its process, so that a missing implementation is left to the fatal error.
  let expectsFatalErrors: Bool

  // MARK: Questions

  /// The test that the running code belongs to, if the code is in no scope of a test.
  let currentTest: @MainActor @Sendable () -> CurrentTest?

  /// Whether the library is running tests, and accepts issues that belong to none of them.
  let acceptsIssues: @MainActor @Sendable () -> Bool

  // MARK: Delivery

  /// Records an issue of a test.
  let record: @MainActor @Sendable (Issue, TestIdentity, RunningTest?) -> Void

  /// Records an issue that belongs to no test.
  let recordForNobody: @MainActor @Sendable (Issue) -> Void

  /// The text, the severity and the line of a report.
  struct Issue: Sendable {
    let text: String
    let isFailure: Bool

    /// The line; `nil` for the line of the test.
    let place: CallLocation?
  }

  /// A test without a scope that code belongs to.
  struct CurrentTest: Sendable {
    let identity: TestIdentity

    /// Whether the test is running.
    ///
    /// Swift Testing also prepares tests, before it runs the first one.
    let hasBegun: Bool
  }
}

extension TestFramework {
  /// The libraries of the process.
  ///
  /// The last one reports issues that belong to no test, unless another one is running tests.
  @MainActor static var all: [TestFramework] = []

  /// The library that is running tests; `nil` before the first test.
  @MainActor static var running: TestFramework? {
    if let framework = all.first(where: { $0.acceptsIssues() }) { return framework }
    return RunningTests.isEmpty ? nil : all.last
  }
}
