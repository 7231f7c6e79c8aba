import Services
import Testing
import Vial
import VialTesting

/// Tests that fail in each run, also if the process has reported the injection in an earlier run.
@Suite(.serialized) @MainActor struct RepeatedTests {
  @Test(.overrideScope) func failsInItsScope() { for _ in 0..<2 { _ = nickname.resolve() } }

  @Test(.overrideScope) func failsByEscapedWork() async { await escape { _ = city.resolve() } }

  /// A test without a scope, which fails if `VIAL_LIVE` is `fails`.
  @Test func failsWithoutAScope() { for _ in 0..<2 { _ = other.resolve() } }
}

/// Tests without a scope, in a process in which no test has one.
@Suite(.serialized) @MainActor struct RepeatedUnscopedTests {
  @Test func failsWithoutAnyScope() async {
    for _ in 0..<2 { _ = nickname.resolve() }
  }
}

/// A test that another library runs twice.
@MainActor struct TwiceTests {
  @Test(Twice(), .overrideScope) func failsInEachRun() { _ = nickname.resolve() }

  @Test(.overrideScope, Twice()) func failsOnceInOneScope() { _ = city.resolve() }
}

struct Twice: TestTrait, TestScoping {
  func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    for _ in 0..<2 { try await function() }
  }
}
