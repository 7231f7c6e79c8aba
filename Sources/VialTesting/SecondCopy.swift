import Testing
import Vial
import XCTest

/// Reports that the process contains another copy of the library.
///
/// Two copies share neither overrides nor instances: a test overrides an injection in one, and the application resolves it
/// in the other.
@MainActor enum SecondCopy {
  private static var pendingMessage: String?

  static func check() {
    if OverrideScope.isInSecondCopy { pendingMessage = OverrideScope.secondCopyMessage }
  }

  /// Fails the current test of either test library, once.
  static func failCurrentTest() {
    guard let message = pendingMessage, Test.current != nil || TestCases.running != nil else { return }
    pendingMessage = nil
    if Test.current != nil { Issue.record(Comment(rawValue: message)) } else { TestCases.report(message, .fails) }
  }
}
