import Testing
import Vial
import VialTesting

@MainActor let name = Injection(strategy: .singleton, instance: "live")
@MainActor let city = Injection(strategy: .singleton, instance: "live")

/// A meeting of tests that wait for each other.
///
/// The last test that joins performs work that belongs to no test.
@MainActor final class Meeting {
  private let expected: Int
  private var count = 0
  private var isOver = false

  init(of expected: Int) { self.expected = expected }

  func join(_ work: @escaping @MainActor @Sendable () -> Void) async {
    count += 1
    if count == expected {
      await Task.detached { await MainActor.run { work() } }.value
      isOver = true
    }
    while !isOver { await Task.yield() }
  }

  func wait(for others: Int) async { while count < others { await Task.yield() } }
}

/// Delays the scope of a test until other tests have joined the meeting.
struct Delay: TestTrait, TestScoping {
  let others: Int

  func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    await Crowd.pair.wait(for: others)
    try await function()
  }
}

@MainActor enum Crowd {
  static let pair = Meeting(of: 3)
  static let large = Meeting(of: 5)
}

/// A strict test and two cases that override.
@MainActor struct PairTests {
  @Test(.overrideScope(.strict)) func beginsFirst() async {
    await Crowd.pair.join { _ = name.resolve() }
  }

  @Test(Delay(others: 1), .overrideScope { name.override(with: "mock") }, arguments: 0..<2)
  func beginsLater(number: Int) async {
    await Crowd.pair.join { for _ in 0..<2 { _ = name.resolve() } }
  }

  @Test(.overrideScope) func isNotAffected() async {
    await Crowd.pair.wait(for: 3)
  }
}

@Suite(.overrideScope(.strict)) @MainActor struct LargeTests {
  @Test func one() async { await Crowd.large.join { _ = city.resolve() } }
  @Test func two() async { await Crowd.large.join { _ = city.resolve() } }
  @Test func three() async { await Crowd.large.join { _ = city.resolve() } }
  @Test func four() async { await Crowd.large.join { _ = city.resolve() } }
  @Test func five() async { await Crowd.large.join { _ = city.resolve() } }
}
