import Services
import Testing
import Vial
import VialTesting
import XCTest

@MainActor private final class Player {
  static let shared = Player()
  @Instance(nickname) var text
}

@MainActor private final class Worker {
  static var shared: Worker?
  let scope = OverrideScope.current
  func work() -> String { scope.run { city.resolve() } }
}

/// An object that a test hands to a later test on purpose, in a scope that does not end.
@MainActor private enum Handed {
  static let scope = OverrideScope(.isolated)
  static var model: Model?
}

/// Each test whose name begins with "warns" is warned once, and no other test.
@Suite(.serialized, .overrideScope { nickname.override(with: "mock") }) @MainActor struct ForeignTests {
  static var task: Task<Void, Never>?
  static var isOver = false

  @Test func beginsWithTheObjects() {
    #expect(Player.shared.text == "mock")
    city.override(with: "mock")
    let worker = Worker()
    Worker.shared = worker
    #expect(worker.work() == "mock")
    Handed.scope.run {
      nickname.override(with: "handed")
      Handed.model = Model()
    }
    #expect(Handed.model?.text == "handed")
    let player = Player()
    Self.task = Task {
      while !Self.isOver { await Task.yield() }
      for _ in 0..<2 { #expect(player.text == "mock") }
    }
  }

  @Test func warnsOfAStaticModel() {
    nickname.override(with: "mine")
    for _ in 0..<2 { #expect(Player.shared.text == "mock") }
  }

  @Test func warnsOfASharedWorker() {
    city.override(with: "mine")
    for _ in 0..<2 { #expect(Worker.shared?.work() == "mock") }
  }

  @Test func readsAnAssignedInstance() {
    Player.shared.text = "assigned"
    #expect(Player.shared.text == "assigned")
  }

  @Test func readsAModelThatWasHandedOver() { #expect(Handed.model?.text == "handed") }

  @Test func letsTheTaskOfTheFirstTestGoOn() async {
    Self.isOver = true
    await Self.task?.value
  }

  @Test(arguments: 0..<2) func readsItsOwnModelInEachCase(number: Int) async {
    let model = Model()
    let inner = withOverrideScope {
      nickname.override(with: "inner")
      return Model()
    }
    #expect(model.text == "mock")
    for _ in 0..<2 { #expect(inner.text == "inner") }
    await Task { _ = model.text }.value
  }
}

/// A model of the application that was read before the tests.
@MainActor private enum Application {
  static let model = Model()
  static let otherModel = Model()
  static func launch() { OverrideScope.global.run { _ = (model.text, otherModel.text) } }
}

@Suite(.serialized) @MainActor struct KeepingTests {
  @Test func beginsWithTheApplication() {
    OverrideScope.global.run { nickname.allowLive() }
    Application.launch()
  }

  @Test(.overrideScope { nickname.override(with: "mock") }) func warnsOfAModelThatKeepsItsInstance() {
    for _ in 0..<2 { #expect(Application.model.text == "live") }
  }

  @Test(.overrideScope { nickname.allowLive() }) func allowsTheInstance() {
    #expect(Application.otherModel.text == "live")
  }

  @Test(.overrideScope(.inheriting)) func reusesTheInstanceOnPurpose() {
    #expect(Application.otherModel.text == "live")
  }

  @Test(.overrideScope(live: .allowed)) func allowsEverything() { #expect(Application.otherModel.text == "live") }

  @Test func hasNoScope() { #expect(Application.otherModel.text == "live") }

  @Test(.overrideScope { nickname.override(with: "mock") }) func resetsTheConsumer() {
    OverrideScope.global.run { Application.otherModel.$text.reset() }
    #expect(Application.otherModel.text == "live")
  }
}

@MainActor final class ForeignXCTests: XCTestCase {
  override func invokeTest() { inOverrideScope { super.invokeTest() } }

  override func setUp() async throws { nickname.override(with: "mock") }

  func testAFirst() async { XCTAssertEqual(Player.shared.text, "mock") }

  func testBSecond() async { XCTAssertEqual(Player.shared.text, "mock") }

  func testCThird() async { XCTAssertEqual(Player().text, "mock") }
}
