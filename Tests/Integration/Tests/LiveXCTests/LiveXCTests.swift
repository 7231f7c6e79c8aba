import Services
import Vial
import VialTesting
import XCTest

final class ALiveTests: XCTestCase {
  override func invokeTest() { inOverrideScope { super.invokeTest() } }

  override func setUp() { overrideDuringTest { city.override(with: "mock") } }

  func testOverrides() {
    overrideDuringTest { nickname.override(with: "mock") }
    MainActor.assumeIsolated { XCTAssertEqual(nickname.resolve() + city.resolve(), "mockmock") }
  }

  func testOverridesLater() async {
    await Task.yield()
    overrideDuringTest { nickname.override(with: "mock") }
    let text = await Task { await Model().text }.value
    XCTAssertEqual(text, "mock")
  }

  func testAllows() async {
    await MainActor.run { nickname.allowLive() }
    let text = await nickname.resolve()
    XCTAssertEqual(text, "live")
  }

  func testFails() {
    MainActor.assumeIsolated { XCTAssertEqual(nickname.resolve() + nickname.resolve(), "livelive") }
  }

  func testFailsLater() async {
    await Task.yield()
    let text = await Model().text
    XCTAssertEqual(text, "live")
  }

  func testFailsInATask() {
    Task { @MainActor in XCTAssertEqual(nickname.resolve(), "live") }
  }
}

final class BSetUpTests: XCTestCase {
  override func invokeTest() { inOverrideScope { super.invokeTest() } }

  override func setUp() { MainActor.assumeIsolated { XCTAssertEqual(nickname.resolve(), "live") } }

  func testFailsSynchronously() {}
  func testFailsAsynchronously() async {}
}

final class CAllowedTests: XCTestCase {
  override func invokeTest() { inOverrideScope(.isolated, live: .allowed) { super.invokeTest() } }

  func testMayUseLiveImplementations() {
    MainActor.assumeIsolated { XCTAssertEqual(nickname.resolve(), "live") }
  }

  func testMayUseLiveImplementationsLater() async {
    let text = await nickname.resolve()
    XCTAssertEqual(text, "live")
  }
}

final class DWarnsTests: XCTestCase {
  override func invokeTest() { inOverrideScope(live: .warns) { super.invokeTest() } }

  func testWarns() { MainActor.assumeIsolated { XCTAssertEqual(nickname.resolve(), "live") } }
}

/// XCTest creates the test case, and so the model, before the scope of the test begins.
@MainActor final class EStoredTests: XCTestCase {
  private let model = Model()

  nonisolated override func invokeTest() { inOverrideScope { super.invokeTest() } }

  override func setUp() async throws { nickname.override(with: "mock") }

  func testFailsWithAStoredModel() async { XCTAssertEqual(model.text, "live") }

  func testReadsNothing() async {}
}

/// Test cases without a scope, of which the first one is warned.
final class FNoScopeTests: XCTestCase {
  func testAFirst() { MainActor.assumeIsolated { XCTAssertEqual(nickname.resolve(), "live") } }

  func testBSecond() async {
    let text = await nickname.resolve()
    XCTAssertEqual(text, "live")
  }
}
