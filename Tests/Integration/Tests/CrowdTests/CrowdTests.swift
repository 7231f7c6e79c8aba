import Services
import Testing
import Vial
import VialTesting

/// A meeting of tests that wait for each other.
///
/// The last test that joins performs work that belongs to no test.
@MainActor final class Meeting {
  private let expected: Int
  private var scopes: [OverrideScope] = []
  private var isOver = false

  init(of expected: Int) { self.expected = expected }

  func join(_ work: @escaping @MainActor @Sendable () -> Void) async {
    scopes.append(.current)
    if scopes.count == expected {
      await escape(work)
      isOver = true
    }
    while !isOver { await Task.yield() }
  }

  func wait(for others: Int) async { while scopes.count < others { await Task.yield() } }

  /// Waits until the scopes of all other tests have ended.
  func waitForTheEndOfOtherTests() async {
    while scopes.contains(where: { $0 !== OverrideScope.current && !$0.hasEnded }) { await Task.yield() }
  }
}

/// Delays the scope of a test until other tests have joined the meeting.
struct Delay: TestTrait, TestScoping {
  let meeting: Meeting
  let others: Int

  func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    await meeting.wait(for: others)
    try await function()
  }
}

@MainActor enum Crowd {
  static let pair = Meeting(of: 3)
  static let large = Meeting(of: 5)
  static let mixed = Meeting(of: 3)
}

/// A test that overrides nothing and two cases that override, all of which forbid the live use.
@MainActor struct PairTests {
  @Test(.overrideScope) func beginsFirst() async {
    await Crowd.pair.join { _ = nickname.resolve() }
  }

  @Test(Delay(meeting: Crowd.pair, others: 1), .overrideScope { nickname.override(with: "mock") }, arguments: 0..<2)
  func beginsLater(number: Int) async {
    await Crowd.pair.join { for _ in 0..<2 { _ = nickname.resolve() } }
  }
}

/// Five tests, of which one report names some.
///
/// The fifth repeats the use when it runs on its own, which is not reported again.
@Suite(.overrideScope) @MainActor struct LargeTests {
  @Test func one() async { await Crowd.large.join { _ = city.resolve() } }
  @Test func two() async { await Crowd.large.join { _ = city.resolve() } }
  @Test func three() async { await Crowd.large.join { _ = city.resolve() } }
  @Test func four() async { await Crowd.large.join { _ = city.resolve() } }
}

@MainActor struct LastTests {
  @Test(Delay(meeting: Crowd.large, others: 4), .overrideScope) func five() async {
    await Crowd.large.join { _ = city.resolve() }
    await Crowd.large.waitForTheEndOfOtherTests()
    for _ in 0..<2 { await escape { _ = city.resolve() } }
  }
}

/// A suite that allows live uses, and its strict neighbours.
///
/// The test that has started the work is unknown.
@Suite(.overrideScope(live: .allowed)) @MainActor struct IntegrationTests {
  @Test func allowsItsEscapedWork() async { await Crowd.mixed.join { for _ in 0..<2 { _ = city.resolve() } } }
}

@Suite(.overrideScope { city.override(with: "mock") }) @MainActor struct StrictTests {
  @Test func strictNeighbour() async { await Crowd.mixed.join { _ = city.resolve() } }

  @Test func anotherStrictNeighbour() async { await Crowd.mixed.join { _ = city.resolve() } }
}

/// The suite on its own.
@Suite(.overrideScope(live: .allowed)) @MainActor struct AloneTests {
  @Test func allowsItsEscapedWork() async { await escape { _ = city.resolve() } }
}
