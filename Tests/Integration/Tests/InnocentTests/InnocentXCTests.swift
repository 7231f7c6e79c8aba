import Foundation
import Services
import Vial
import VialTesting
import XCTest

/// Tests of XCTest that use the library as they should, with a scope for each test.
@MainActor final class InnocentXCTests: XCTestCase {
  private var model: Model?

  nonisolated override func invokeTest() { inOverrideScope { super.invokeTest() } }

  override func setUp() async throws {
    overrideEverything()
    model = Model()
  }

  override func tearDown() async throws { XCTAssertEqual(nickname.resolve(), "mock") }

  func testModelOfSetUpUsesTheOverrides() async { XCTAssertEqual(model?.text, "mock") }

  func testPermissionComesBeforeTheUse() async {
    user.allowLive()
    allowed.allowLive()
    XCTAssertEqual(user.resolve() + harmless.resolve() + ownText.resolve(), "liveliveown")
  }

  func testExpectationIsFulfilledByAContinuedScope() async {
    let done = expectation(description: "The block has run.")
    let scope = OverrideScope.current
    DispatchQueue.main.async {
      MainActor.assumeIsolated { scope.run { XCTAssertEqual(nickname.resolve(), "mock") } }
      done.fulfill()
    }
    await fulfillment(of: [done], timeout: 60)
  }

  func testTeardownBlockUsesTheOverrides() async {
    addTeardownBlock { @MainActor in XCTAssertEqual(nickname.resolve(), "mock") }
  }

  func testNotificationReachesTheModel() async {
    let model = Observing()
    NotificationCenter.default.post(name: .init("changed"), object: nil)
    XCTAssertEqual(model.texts, ["mock"])
  }

  func testFixtureIsInAScopeThatDoesNotEnd() async { XCTAssertEqual(Fixture.model.text, "fixture") }

  func testFixtureIsUsedAgain() async { XCTAssertEqual(Fixture.model.text, "fixture") }

  func testStaticModelConsumesWhatIsHarmless() async { XCTAssertEqual(Static.shared.harmless, "live") }

  func testStaticModelIsUsedAgain() async { XCTAssertEqual(Static.shared.inContext + Static.shared.own, "testown") }

  func testActorFinishesAfterTheTest() async { await Worker.shared.workLater() }

  func testTaskIsCancelled() async {
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return Model().text
    }
    task.cancel()
    let text = await task.value
    XCTAssertEqual(text, "mock")
  }

  func testRequiredInjectionIsOverridden() async {
    required.override(with: "mock")
    XCTAssertEqual(required.resolve(), "mock")
    expectProvided(required)
  }
}

/// Tests without a scope, whose overrides are rolled back.
final class InnocentUnscopedXCTests: XCTestCase {
  override class func setUp() { MainActor.assumeIsolated { _ = city.override(with: "of the class") } }

  override class func tearDown() { MainActor.assumeIsolated { _ = city.rollbackOverride() } }

  override func setUp() { overrideDuringTest { nickname.override(with: "mock") } }

  func testAUsesTheOverride() async {
    let text = await Model().text
    XCTAssertEqual(text, "mock")
  }

  func testBUsesNothingLive() {
    MainActor.assumeIsolated {
      XCTAssertEqual(harmless.resolve() + inContext.resolve() + ownText.resolve(), "livetestown")
    }
  }

  func testCRollsBack() {
    MainActor.assumeIsolated {
      let token = names.override(with: { _ in "mock" })
      XCTAssertEqual(names.resolve(1) + city.resolve(), "mockof the class")
      token.rollback()
    }
  }
}
