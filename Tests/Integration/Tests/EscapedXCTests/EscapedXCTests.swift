import Services
import Vial
import VialTesting
import XCTest

/// Resolves in a task that belongs to no test and to no scope.
private func escapeTwice(_ number: Int) async {
  for _ in 0..<2 { _ = await Task.detached { await services[number].resolve() }.value }
}

final class EscapedXCTests: XCTestCase {
  override func invokeTest() { inOverrideScope { super.invokeTest() } }

  func testFailsInAnAsynchronousTest() async {
    await MainActor.run { overrideServices() }
    await escapeTwice(0)
  }

  func testFailsInASynchronousTest() {
    overrideDuringTest { overrideServices() }
    let done = expectation(description: "The task has resolved.")
    Task.detached {
      let text = await services[1].resolve()
      XCTAssertEqual(text, "live")
      done.fulfill()
    }
    wait(for: [done], timeout: 60)
  }

  func testFailsWithoutAnOverride() async { await escapeTwice(2) }

  func testAllows() async {
    await MainActor.run { services[3].allowLive() }
    await escapeTwice(3)
  }

  func testContinuesTheScope() async {
    await MainActor.run { _ = nickname.override(with: "mock") }
    let scope = OverrideScope.current
    let text = await Task.detached { await scope.run { await nickname.resolve() } }.value
    XCTAssertEqual(text, "mock")
  }
}

/// The neighbours of escaped work only warn, so nothing fails.
final class LenientXCTests: XCTestCase {
  override func invokeTest() { inOverrideScope(live: .warns) { super.invokeTest() } }

  func testOnlyWarns() async { await escapeTwice(4) }
}

/// The block of a test without a scope runs while the test is waiting.
final class BlockXCTests: XCTestCase {
  func testWaitsForABlock() {
    let done = expectation(description: "The block has resolved.")
    DispatchQueue.main.async {
      _ = nickname.resolve()
      done.fulfill()
    }
    wait(for: [done], timeout: 60)
  }
}

final class UnscopedXCTests: XCTestCase {
  func testWithoutAScope() async { _ = await Task.detached { await nickname.resolve() }.value }
}
