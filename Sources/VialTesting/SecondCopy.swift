import Testing
import Vial

/// Fails a test of a process that contains two copies of the library.
///
/// Two copies share neither overrides nor instances: a test overrides an injection in one, and the application resolves it
/// in the other. A test bundle is loaded after the application that hosts it, so its copy is the second one.
@MainActor enum SecondCopy {
  private static var isReported = false

  /// Fails the running test of either test library, once in the process.
  static func failRunningTest() {
    guard OverrideScope.isInSecondCopy, !isReported, Test.current != nil || TestCases.running != nil else { return }
    isReported = true
    let message = OverrideScope.secondCopyMessage
    if Test.current != nil { Issue.record(Comment(rawValue: message)) } else { TestCases.report(message, .fails) }
  }
}
