import Dispatch
import Services
import Vial
import VialTesting
import XCTest

/// Test cases without a scope, each of which reaches a live service.
///
/// Each is reported once.
final class OwnScopeXCTests: XCTestCase {
  func testAOpensAScope() {
    MainActor.assumeIsolated { withOverrideScope(.isolated) { _ = services[0].resolve() } }
  }

  func testBHoldsAScope() {
    MainActor.assumeIsolated { OverrideScope(.fresh).run { _ = services[1].resolve() } }
  }

  func testCReachesAnOriginal() {
    MainActor.assumeIsolated {
      withOverrideScope(.isolated) {
        decorateServices()
        _ = services[2].resolve()
      }
    }
  }

  func testDAllowsForItself() {
    MainActor.assumeIsolated {
      services[3].allowLive()
      _ = services[3].resolve()
    }
  }

  func testEUsesWhatAnotherTestHasAllowed() { MainActor.assumeIsolated { _ = services[3].resolve() } }

  func testFOverridesInItsScope() {
    MainActor.assumeIsolated {
      withOverrideScope(.isolated) {
        services[4].override(with: "mock")
        XCTAssertEqual(services[4].resolve(), "mock")
      }
    }
  }
}

/// Blocks of the main queue, which run while a test case waits.
final class BlockXCTests: XCTestCase {
  override func invokeTest() { inOverrideScope { super.invokeTest() } }

  /// The block runs in the scope of the test that has enqueued it, so it gets the replacement.
  func testAWaitsForItsOwnBlock() {
    overrideDuringTest { services[0].override(with: "mock") }
    let done = expectation(description: "The block has run.")
    DispatchQueue.main.async {
      MainActor.assumeIsolated { XCTAssertEqual(services[0].resolve(), "mock") }
      done.fulfill()
    }
    wait(for: [done], timeout: 60)
  }

  /// The block runs while the next test waits.
  func testBLeavesABlock() {
    overrideDuringTest { services[1].override(with: "mock") }
    MainActor.assumeIsolated { LateBlock.work = { _ = services[1].resolve() } }
  }

  func testCWaits() {
    let done = expectation(description: "The block has run.")
    DispatchQueue.main.async {
      MainActor.assumeIsolated { LateBlock.work?() }
      done.fulfill()
    }
    wait(for: [done], timeout: 60)
  }
}

@MainActor private enum LateBlock { static var work: (@MainActor () -> Void)? }

/// A static object of the first test case, which the others use.
@MainActor private final class Dashboard {
  static let shared = Dashboard()
  @Instance(services[0]) var first
  @Instance(services[1]) var live
}

@MainActor final class StaticModelXCTests: XCTestCase {
  nonisolated override func invokeTest() { inOverrideScope { super.invokeTest() } }

  override func setUp() async throws { services[0].override(with: "mine") }

  func testAMakesTheModel() async { XCTAssertEqual(Dashboard.shared.first, "mine") }

  func testBReadsTheModel() async { XCTAssertEqual(Dashboard.shared.first, "mine") }

  func testCReadsItToo() async { XCTAssertEqual(Dashboard.shared.first, "mine") }

  func testDReadsALiveProperty() async { XCTAssertEqual(Dashboard.shared.live, "live") }
}
