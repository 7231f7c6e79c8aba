import Vial
import VialTesting
import XCTest

@MainActor let nickname = Injection(strategy: .singleton, instance: "live")

/// Resolves in a task that belongs to no test and to no scope.
private func escape() async {
  for _ in 0..<2 { _ = await Task.detached { await nickname.resolve() }.value }
}

final class EscapedXCTests: XCTestCase {
  override func invokeTest() {
    inOverrideScope(name.contains("Strict") ? .strict : nil) { super.invokeTest() }
  }

  func testAsynchronous() async {
    await MainActor.run { _ = nickname.override(with: "mock") }
    await escape()
  }

  func testSynchronous() {
    overrideDuringTest { nickname.override(with: "mock") }
    let done = expectation(description: "The task has resolved.")
    Task.detached {
      let text = await nickname.resolve()
      XCTAssertEqual(text, "live")
      done.fulfill()
    }
    wait(for: [done], timeout: 10)
  }

  func testStrict() async {
    await escape()
  }

  func testStrictThatAllows() async {
    await MainActor.run { nickname.allowLive() }
    await escape()
  }

  func testRelaxed() async {
    await escape()
  }

  func testContinuesTheScope() async {
    await MainActor.run { _ = nickname.override(with: "mock") }
    let scope = OverrideScope.current
    let text = await Task.detached { await scope.run { await nickname.resolve() } }.value
    XCTAssertEqual(text, "mock")
  }
}

final class RelaxedXCTests: XCTestCase {
  func testWithoutAScope() async {
    _ = await Task.detached { await nickname.resolve() }.value
  }
}
