import Vial
import VialTesting
import XCTest
@MainActor let nickname = Injection(strategy: .singleton, instance: "live")
@MainActor let city = Injection(strategy: .singleton, instance: "live")
@MainActor final class Model {
  @Instance(nickname) var text
}

final class AStrictTests: XCTestCase {
  override func invokeTest() {
    inOverrideScope(.strict) { super.invokeTest() }
  }
  override func setUp() {
    overrideDuringTest { city.override(with: "mock") }
  }
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
  func testTouchesSomethingLive() {
    MainActor.assumeIsolated { XCTAssertEqual(nickname.resolve() + nickname.resolve(), "livelive") }
  }
  func testTouchesSomethingLiveLater() async {
    await Task.yield()
    let text = await Model().text
    XCTAssertEqual(text, "live")
  }
  func testStartsATask() {
    Task { @MainActor in XCTAssertEqual(nickname.resolve(), "live") }
  }
}

final class BStrictSetUpTests: XCTestCase {
  override func invokeTest() {
    inOverrideScope(.strict) { super.invokeTest() }
  }
  override func setUp() {
    MainActor.assumeIsolated { XCTAssertEqual(nickname.resolve(), "live") }
  }
  func testSynchronous() {}
  func testAsynchronous() async {}
}

final class CRelaxedTests: XCTestCase {
  override func invokeTest() {
    inOverrideScope { super.invokeTest() }
  }
  func testMayTouchSomethingLive() {
    MainActor.assumeIsolated { XCTAssertEqual(nickname.resolve(), "live") }
  }
  func testMayTouchSomethingLiveLater() async {
    let text = await nickname.resolve()
    XCTAssertEqual(text, "live")
  }
}
