import Dispatch
import Foundation
import Services
import Testing
import Vial
import VialTesting

/// Tests that use the library as they should.
///
/// Each test is the nearest innocent case of a report. No test fails or is warned: in parallel, one by one, in the reversed
/// order, alone, or repeated.
@Suite(.overrideScope { overrideEverything() }) @MainActor struct InnocentTests {
  // MARK: Live uses in the scope of a test

  @Test func ordinaryModelUsesTheOverrides() {
    #expect(Model().text + city.resolve() + names.resolve(1) == "mockmockmock")
  }

  @Test func modelOfTheTestIsReadInChildTasks() async {
    let model = Model()
    await withTaskGroup { group in for _ in 0..<3 { group.addTask { _ = await model.text } } }
    async let text = model.text
    #expect(await text == "mock")
  }

  @Test func permissionComesBeforeTheUse() {
    allowed.allowLive()
    user.allowLive()
    #expect(user.resolve() + allowed.resolve() + harmless.resolve() + inContext.resolve() == "livelivelivetest")
  }

  @Test func originalCurrentAndContextsAreNoLiveUses() {
    #expect(other.current == nil)
    other.override(with: { original in "decorated " + original.resolve() })
    #expect(other.resolve() == "decorated other")
  }

  @Test func implementationOfTheCompositionIsOverridden() {
    required.provide(with: "composed")
    required.override(with: "mock")
    #expect(required.resolve() == "mock")
    expectProvided(required)
  }

  @Test func instanceOfAModelIsReleased() {
    let box = Injection(strategy: .shared, instance: Model())
    do { _ = box.resolve().text }
    expectReleased(box)
  }

  @Test func ownInjectionNeedsNoPermission() { #expect(ownText.resolve() == "own") }

  // MARK: Work that leaves the task of the test

  @Test func dispatchBlockContinuesTheScope() async {
    let scope = OverrideScope.current
    let text = await withCheckedContinuation { done in
      DispatchQueue.main.async {
        done.resume(returning: MainActor.assumeIsolated { scope.run { nickname.resolve() } })
      }
    }
    #expect(text == "mock")
  }

  @Test func detachedTaskContinuesTheScope() async {
    let scope = OverrideScope.current
    #expect(await Task.detached { await scope.run { await nickname.resolve() } }.value == "mock")
  }

  @Test func detachedTaskReadsTheModelOfTheTest() async {
    let model = Model()
    #expect(await Task.detached { await model.text }.value == "mock")
  }

  @Test func detachedTaskHasACapturedConsumer() async {
    await escape { [name = Instance(nickname)] in #expect(name() == "mock") }
  }

  @Test func escapedWorkUsesNothingLive() async {
    await escape { _ = inContext.resolve() + harmless.resolve() + ownText.resolve() + (nickname.current ?? "") }
  }

  @Test func streamDeliversToTheTaskOfTheTest() async {
    let (numbers, continuation) = AsyncStream<Int>.makeStream()
    await Task.detached {
      for number in 0..<3 { continuation.yield(number) }
      continuation.finish()
    }.value
    for await _ in numbers { #expect(nickname.resolve() == "mock") }
  }

  @Test func sharedActorWorksForTheTestThatCallsIt() async { #expect(await Worker.shared.work() == "mock") }

  @Test func actorFinishesAfterTheTest() async { await Worker.shared.workLater() }

  @Test func notificationOfAnyTestReachesTheModel() {
    let model = Observing()
    NotificationCenter.default.post(name: .init("changed"), object: nil)
    #expect(model.texts.allSatisfy { $0 == "mock" })
    #expect(!model.texts.isEmpty)
  }

  @Test func confirmationIsConfirmedInATask() async {
    await confirmation { confirm in
      let work = Task {
        if Model().text == "mock" { confirm() }
      }
      await work.value
    }
  }

  @Test func exitTestUsesItsOwnOverrides() async {
    await #expect(processExitsWith: .success) {
      await withOverrideScope(.isolated) { @MainActor in
        nickname.override(with: "mock")
        _ = Model().text
      }
    }
  }

  @Test func sharedFakeIsRetained() {
    recorder.override(with: Recorder())
    let fake = recorder.resolve()
    for _ in 0..<3 { #expect(recorder.resolve() === fake) }
  }

  // MARK: Objects that several tests use

  @Test(arguments: 0..<3) func fixtureIsInAScopeThatDoesNotEnd(number: Int) {
    #expect(Fixture.model.text == "fixture")
  }

  @Test(arguments: 0..<3) func staticModelConsumesWhatIsHarmless(number: Int) {
    #expect(Static.shared.harmless + Static.shared.inContext + Static.shared.own == "livetestown")
  }

  // MARK: Runs of a test

  @Test(Twice(), .overrideScope { nickname.override(with: "inner") }) func runsTwiceInTwoScopes() {
    #expect(nickname.resolve() == "inner")
  }

  @Test(.overrideScope { nickname.override(with: "inner") }, Twice()) func runsTwiceInOneScope() {
    #expect(Model().text == "inner")
  }

  @Test(Detached(), .overrideScope { nickname.override(with: "inner") }) func runsInADetachedTask() async {
    await Task.yield()
    #expect(nickname.resolve() == "inner")
  }

  @Test(.timeLimit(.minutes(5))) func hasATimeLimit() async {
    await Task.yield()
    #expect(Model().text == "mock")
  }

  @Test func isCancelled() async {
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return Model().text
    }
    task.cancel()
    #expect(await task.value == "mock")
  }

  @Test func skipsTheRest() throws {
    _ = Model().text
    try Test.cancel("The rest of the test is skipped.")
  }

  @Test func hasAKnownIssue() {
    withKnownIssue { #expect(nickname.resolve() == "live") }
  }

  @Test(arguments: ["a", "b", "c"]) func eachCaseHasItsOwnOverride(text: String) async {
    nickname.override(with: text)
    let model = Model()
    for _ in 0..<5 { await Task.yield() }
    #expect(model.text == text)
  }

  @Suite(.overrideScope { nickname.override(with: "nested") }) @MainActor struct NestedTests {
    private let model = Model()

    @Test func seesTheOverridesOfBothSuites() { #expect(model.text + city.resolve() == "nestedmock") }

    @Test(.overrideScope(.isolated) { required.provide(with: "isolated") }) func isIsolated() {
      required.allowLive()
      #expect(required.resolve() == "isolated")
    }
  }
}

/// A test without a scope that uses nothing live.
@MainActor struct InnocentUnscopedTests {
  @Test func usesNothingLive() {
    #expect(inContext.resolve() + harmless.resolve() + ownText.resolve() == "testliveown")
    ownText.override(with: "mock").rollback()
    expectProvided(inContext)
  }

  @Test func opensItsOwnScope() {
    withOverrideScope(.isolated) {
      nickname.override(with: "mock")
      #expect(Model().text == "mock")
    }
  }
}

@MainActor let ownText = Injection(strategy: .singleton, instance: "own")

@MainActor func overrideEverything() {
  nickname.override(with: "mock")
  city.override(with: "mock")
  names.override(with: { _ in "mock" })
}

/// An actor that all tests use, and that works in the scope of each caller.
actor Worker {
  static let shared = Worker()

  func work() async -> String { await nickname.resolve() }

  func workLater() {
    Task {
      for _ in 0..<50 { await Task.yield() }
      _ = await nickname.resolve()
    }
  }
}

/// A model that observes a notification, which any test may post.
@MainActor final class Observing {
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

/// An object that tests share on purpose.
@MainActor enum Fixture {
  static let scope = OverrideScope(.isolated)
  static let model = scope.run {
    nickname.override(with: "fixture")
    return Model()
  }
}

/// A static object whose injections need no permission.
@MainActor final class Static {
  static let shared = Static()
  @Instance(Services.harmless) var harmless
  @Instance(Services.inContext) var inContext
  @Instance(ownText) var own
}

/// A trait of another library that runs a test again.
struct Twice: TestTrait, TestScoping {
  func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    for _ in 0..<2 { try await function() }
  }
}

/// A trait of another library that runs a test in a separate task.
struct Detached: TestTrait, TestScoping {
  @concurrent func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await withoutActuallyEscaping(function) { function in
      try await Task.detached { try await function() }.value
    }
  }
}
