import Foundation
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
  @Test func beginsWithTheApplication() async {
    await escape {
      nickname.allowLive()
      Application.launch()
    }
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

/// Two tests that meet twice: after the first meeting each has created its objects, and after the second each has read all.
@MainActor private final class Meeting {
  private var arrived = 0

  func join(_ number: Int) async {
    arrived += 1
    while arrived < number { await Task.yield() }
  }
}

@MainActor private final class Helper {
  static let shared = Helper()
  @Instance(harmless) var text
}

/// A model that observes a notification, which any test may post.
@MainActor private final class Observing {
  @Instance(city) private var text
  private(set) var texts: [String] = []
  private var observer: (any NSObjectProtocol)?

  init() {
    observer = NotificationCenter.default.addObserver(forName: .init("changed"), object: nil, queue: nil) {
      [weak self] _ in
      MainActor.assumeIsolated {
        guard let self else { return }
        self.texts.append(self.text)
      }
    }
  }

  isolated deinit { NotificationCenter.default.removeObserver(observer as Any) }
}

/// Tests that run at the same time: the one that reads the model of the other one is warned, in each run.
@Suite(.overrideScope { nickname.override(with: "mock") }) @MainActor struct ParallelTests {
  private static let meeting = Meeting()
  private static var shared: Player?

  @Test(arguments: 0..<2) func sharesAModel(number: Int) async {
    await Self.meeting.join(2)
    let player = Self.shared ?? Player()
    Self.shared = player
    #expect(player.text == "mock")
    await Self.meeting.join(4)
    #expect(player.text == "mock")
    await Self.meeting.join(6)
  }
}

/// Tests that run at the same time, and use objects of each other innocently.
@Suite(.overrideScope { city.override(with: "mock") }) @MainActor struct InnocentTests {
  private static let meeting = Meeting()
  private static let fixture = OverrideScope(.isolated)
  private static var handed: Model?

  @Test(arguments: 0..<2) func usesObjectsOfTheOtherTest(number: Int) async {
    await Self.meeting.join(2)
    let model = Observing()
    let handed =
      Self.handed
      ?? Self.fixture.run {
        nickname.override(with: "handed")
        return Model()
      }
    Self.handed = handed
    await Self.meeting.join(4)
    NotificationCenter.default.post(name: .init("changed"), object: nil)
    #expect(handed.text + Helper.shared.text == "handedlive")
    await Self.meeting.join(6)
    #expect(model.texts == ["mock", "mock"])
  }
}

/// Objects of an ended test that later tests use innocently, because no override of the later tests applies.
///
/// A further read of a live instance that the reader does not allow is a live use of the reader.
@Suite(.serialized, .overrideScope) @MainActor struct SilentTests {
  @MainActor final class Silent {
    @Instance(Services.inContext) var inContext
    @Instance(Services.harmless) var harmless
    @Instance(ownName) var own
    @Instance(Services.allowed) var allowed
  }

  static var shared = Silent()

  @Test(.overrideScope { allowed.allowLive() }) func beginsWithTheObject() {
    Self.shared = Silent()
    _ = Self.shared.inContext + Self.shared.harmless + Self.shared.own + Self.shared.allowed
  }

  @Test func readsWhatIsNotLive() { #expect(Self.shared.inContext == "test") }

  @Test func readsWhatIsHarmless() { #expect(Self.shared.harmless == "live") }

  @Test func readsTheInjectionOfItsOwnModule() { #expect(Self.shared.own == "own") }

  @Test(.overrideScope { allowed.allowLive() }) func readsWhatItAllows() { #expect(Self.shared.allowed == "live") }

  @Test(.overrideScope(live: .allowed)) func allowsEverything() { #expect(Self.shared.allowed == "live") }

  @Test func failsOnAnInstanceThatItDoesNotAllow() { #expect(Self.shared.allowed == "live") }

  @Test(.overrideScope(live: .warns)) func warnsOfAnInstanceThatItDoesNotAllow() {
    #expect(Self.shared.allowed == "live")
  }

  @Test func readsAnObjectInAnOpenScope() {
    let scope = OverrideScope(.isolated)
    scope.run { nickname.override(with: "open") }
    #expect(scope.run { Model() }.text == "open")
  }
}

@MainActor private let ownName = Injection(strategy: .singleton, instance: "own")

@MainActor final class ForeignXCTests: XCTestCase {
  override func invokeTest() { inOverrideScope { super.invokeTest() } }

  override func setUp() async throws { nickname.override(with: "mock") }

  func testAFirst() async { XCTAssertEqual(Player.shared.text, "mock") }

  func testBSecond() async { XCTAssertEqual(Player.shared.text, "mock") }

  func testCThird() async { XCTAssertEqual(Player().text, "mock") }
}

/// Test cases that use objects of each other innocently.
@MainActor final class SilentXCTests: XCTestCase {
  private static var shared = SilentTests.Silent()

  override func invokeTest() { inOverrideScope { super.invokeTest() } }

  override func setUp() async throws { city.override(with: "mock") }

  func testABeginsWithTheObject() async {
    Self.shared = SilentTests.Silent()
    allowed.allowLive()
    let shared = Self.shared
    XCTAssertEqual(shared.inContext + shared.harmless + shared.own + shared.allowed, "testliveownlive")
  }

  func testBReadsWhatIsNotLive() async { XCTAssertEqual(Self.shared.inContext + Self.shared.own, "testown") }

  func testCReadsWhatItAllows() async {
    allowed.allowLive()
    XCTAssertEqual(Self.shared.allowed, "live")
  }

  func testDFailsOnWhatItDoesNotAllow() async { XCTAssertEqual(Self.shared.allowed, "live") }
}
