import Services
import Testing
import Vial
import VialTesting

@Suite(.serialized) @MainActor struct LateTests {
  static var isOver = false
  static var late: [Task<String, Never>] = []

  @Test(.overrideScope) func leavesWork() {
    Self.late.append(
      Task {
        while !Self.isOver { await Task.yield() }
        return Model().text
      }
    )
  }

  @Test(.overrideScope) func leavesDetachedWork() {
    let scope = OverrideScope.current
    Self.late.append(
      Task.detached {
        while await !Self.isOver { await Task.yield() }
        return await scope.run { await nickname.resolve() }
      }
    )
  }

  @Test func letsItGoOn() async throws {
    Self.isOver = true
    for task in Self.late { #expect(await task.value == "live") }
    try await Task.sleep(for: .milliseconds(100))
  }
}

/// A timer that is started in a scope, and fires outside every scope after its test.
@MainActor struct TimerTests {
  static var isOver = false
  static var scope: OverrideScope?
  static var timer: Task<Void, Never>?

  @Test(.overrideScope { nickname.override(with: "mock") }) func startsATimer() {
    Self.scope = .current
    Self.timer = Task.detached {
      while await !Self.isOver { await Task.yield() }
      for _ in 0..<2 { _ = await nickname.resolve() }
    }
  }

  @Test func timerFires() async {
    while Self.scope?.hasEnded != true { await Task.yield() }
    Self.isOver = true
    await Self.timer?.value
  }
}

/// Work that belongs to no test runs after the end of all tests with a scope, which decide whether it is reported.
@MainActor enum EndedTests {
  static var ended: [OverrideScope] = []

  static func begin() { ended.append(.current) }

  static func escapeAfterTheEnd(of count: Int, _ work: @escaping @MainActor @Sendable () -> Void) async {
    while ended.count < count || ended.contains(where: { !$0.hasEnded }) { await Task.yield() }
    await escape(work)
  }
}

/// All tests allow the injections: in the scope of a suite, in the scope of the test, and by the value of the scope.
@MainActor struct AllowedAtTheEndTests {
  @Suite(.overrideScope { allowed.allowLive() }) @MainActor struct NestedTests {
    @Test(.overrideScope { user.allowLive() }) func allowsInBothScopes() { EndedTests.begin() }

    @Test(.overrideScope { user.allowLive(includingDependencies: true) }) func allowsDependencies() {
      EndedTests.begin()
    }
  }

  @Test(.overrideScope(live: .allowed)) func allowsEverything() { EndedTests.begin() }

  @Test func escapesLater() async { await EndedTests.escapeAfterTheEnd(of: 3) { _ = user.resolve() } }
}

/// One of the tests allows the injection.
@MainActor struct MixedAtTheEndTests {
  @Test(.overrideScope { nickname.allowLive() }) func allowsTheInjection() { EndedTests.begin() }

  @Test(.overrideScope { nickname.override(with: "mock") }) func overridesTheInjection() { EndedTests.begin() }

  @Test func escapesLater() async {
    await EndedTests.escapeAfterTheEnd(of: 2) { for _ in 0..<2 { _ = nickname.resolve() + ownName.resolve() } }
  }
}

/// The tests allow the same injection, one of them with its dependencies.
@MainActor struct DependenciesAtTheEndTests {
  @Test(.overrideScope { user.allowLive() }) func allowsTheInjection() { EndedTests.begin() }

  @Test(.overrideScope { user.allowLive(includingDependencies: true) }) func allowsDependencies() { EndedTests.begin() }

  @Test func escapesLater() async { await EndedTests.escapeAfterTheEnd(of: 2) { _ = user.resolve() } }
}

@MainActor private let ownName = Injection(strategy: .singleton, instance: "live")
