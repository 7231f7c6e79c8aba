import Services
import Testing
import Vial
import VialTesting
import XCTest

@MainActor let own = Injection(strategy: .singleton, instance: "live")

/// Tests without a scope, in a process in which no test has one.
@Suite(.serialized) @MainActor struct ForgottenTests {
  @Test func warnsOfALiveUse() { for _ in 0..<3 { #expect(nickname.resolve() == "live") } }

  @Test func warnsOfTheFirstReadOfAConsumer() { #expect(Model().text == "live") }

  @Test func warnsOfAnOverride() {
    let token = city.override(with: "global")
    token.rollback()
  }

  @Test func isAllowed() {
    allowed.allowLive()
    #expect(allowed.resolve() + harmless.resolve() + own.resolve() == "livelivelive")
    own.override(with: "mock").rollback()
  }

  @Test func usesNoLiveImplementation() {
    _ = nickname.current
    #expect(inContext.resolve() == "test")
  }
}

final class ForgottenXCTests: XCTestCase {
  func testAOverrides() {
    overrideDuringTest { nickname.override(with: "until the test ends") }
    MainActor.assumeIsolated { XCTAssertEqual(nickname.resolve(), "until the test ends") }
  }

  func testBUsesALiveImplementation() { MainActor.assumeIsolated { XCTAssertEqual(nickname.resolve(), "live") } }

  func testCUsesItAgain() async {
    let text = await Model().text
    XCTAssertEqual(text, "live")
  }
}

/// A test with a scope, whose warnings have another cure.
@Suite(.serialized) @MainActor struct OutsideTests {
  @Test(.overrideScope { nickname.override(with: "scoped") }) func failsOnAConsumerFromOutside() async {
    let model = await Task.detached { await MainActor.run { Model() } }.value
    #expect(model.text == "live")
  }

  @Test(.overrideScope) func overridesInItsScope() { nickname.override(with: "scoped") }

  @Test(.overrideScope) func warnsOfAnOverrideOutside() {
    OverrideScope.global.run { nickname.override(with: "global") }.rollback()
  }
}
