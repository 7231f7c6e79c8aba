import Vial

/// Rolls back the global overrides that XCTest tests leave behind.
///
/// Call ``afterEachTest()`` once before the tests, in the `setUp()` of a class or in the principal class of a test
/// bundle.
///
/// ```swift
/// final class ForecastTests: XCTestCase {
///   override class func setUp() {
///     OverrideRollback.afterEachTest()
///   }
/// }
/// ```
///
/// A message on standard error names each test that leaves an override behind, and the line of the override. An
/// override that `class func setUp()` makes applies to all tests of the class, and is rolled back after the last test.
///
/// Without this call, these overrides are reported, and are not rolled back.
@MainActor public enum OverrideRollback {
  /// Rolls back the remaining global overrides whenever a test or a test class has finished.
  ///
  /// A second call has no effect.
  public nonisolated static func afterEachTest() {
    onMainActor {
      ProcessWatch.begin()
      RemainingOverrides.rollsBack = true
    }
  }
}
