import Services
import Vial
import VialTesting
import XCTest

/// Resolves in a task that belongs to no test and to no scope.
private func escapeTwice() async {
  for _ in 0..<2 { _ = await Task.detached { await nickname.resolve() }.value }
}

final class EscapedXCTests: XCTestCase {
  override func invokeTest() { inOverrideScope { super.invokeTest() } }

  func testFailsInAnAsynchronousTest() async {
    await MainActor.run { _ = nickname.override(with: "mock") }
    await escapeTwice()
  }

  func testFailsInASynchronousTest() {
    overrideDuringTest { nickname.override(with: "mock") }
    let done = expectation(description: "The task has resolved.")
    Task.detached {
      let text = await nickname.resolve()
      XCTAssertEqual(text, "live")
      done.fulfill()
    }
    wait(for: [done], timeout: 60)
  }

  func testFailsWithoutAnOverride() async { await escapeTwice() }

  func testAllows() async {
    await MainActor.run { nickname.allowLive() }
    await escapeTwice()
  }

  func testContinuesTheScope() async {
    await MainActor.run { _ = nickname.override(with: "mock") }
    let scope = OverrideScope.current
    let text = await Task.detached { await scope.run { await nickname.resolve() } }.value
    XCTAssertEqual(text, "mock")
  }
}

final class UnscopedXCTests: XCTestCase {
  func testWithoutAScope() async { _ = await Task.detached { await nickname.resolve() }.value }
}
