import Testing

@testable import Vial
@testable import VialTesting

/// The reports about overrides and live uses outside every scope.
///
/// Tests/Integration runs processes of tests that cause the reports.
@Suite(.overrideScope) @MainActor struct TestsWithoutScopeTests {
  @Test("a test with a title") func warningAboutAnOverrideNamesTheTestTheLinesAndTheCure() async throws {
    let injection = Injection(strategy: .singleton, instance: 1, fileID: app, line: 3)
    let line = #line + 3
    let found = try await warnings {
      OverrideScope.global.run {
        let override = injection.override(with: 2)
        override.rollback()
      }
    }

    expectEqual(
      found,
      [
        """
        The test “a test with a title” overrides Int (App/Services.swift:3) at \
        VialTestingTests/TestsWithoutScopeTests.swift:\(line) outside every override scope.
        Make the override in the scope of the test, or do not leave the scope with OverrideScope.global.run.

            Every test without a scope sees the override until it is rolled back. [global-override]
        """
      ]
    )
  }

  @Test func warningAboutALiveUseNamesTheTestTheInjectionAndTheFixes() async throws {
    let test = try #require(Test.current)
    let published = Injection(strategy: .singleton, instance: 1, fileID: app, line: 3)

    let found = try await TestOfTask.$running.withValue(nil) {
      try await warnings { OverrideScope.global.run { _ = published.resolve() } }
    }

    expectEqual(
      found,
      [
        """
        Int (App/Services.swift:3) was resolved live by the test \(test.name), outside every \
        override scope.
        Give the test or its suite the trait .overrideScope, and override the injection there.
        \(caller(in: found))
        - To use the live implementation, allow it in the global scope: OverrideScope.global.run { injection.allowLive() }. \
        [live-use-without-scope]
        """
      ]
    )
  }

  @Test func liveUseInTheGlobalScopeIsReportedOnceForATestAndAnInjection() async throws {
    let published = Injection(strategy: .singleton, instance: 1, fileID: app)

    let warnings = try await warnings { OverrideScope.global.run { for _ in 0..<3 { _ = published.resolve() } } }

    expectEqual(warnings.count, 1)
  }

  @Test func overrideInTheGlobalScopeIsReportedOnceForATestAndALine() async throws {
    let published = Injection(strategy: .singleton, instance: 1, fileID: app)

    let warnings = try await warnings {
      OverrideScope.global.run {
        for number in 0..<3 { published.override(with: number).rollback() }
        published.override(with: 3).rollback()
      }
    }

    expectEqual(warnings.count, 2)
  }

  @Test func injectionsOfTheModuleOfTheTestAreExempt() async throws {
    let own = Injection(strategy: .singleton, instance: 1)

    let warnings = try await warnings {
      OverrideScope.global.run {
        _ = own.resolve()
        own.override(with: 2).rollback()
      }
    }

    expect(warnings.isEmpty)
  }

  @Test func overriddenAndAllowedInjectionsAreNotReported() async throws {
    let overridden = Injection(strategy: .singleton, instance: 1, fileID: app)
    let allowed = Injection(strategy: .singleton, instance: 1, fileID: app)
    let harmless = Injection(strategy: .singleton, instance: 1, fileID: app).allowLiveInTests()

    // The override itself is the only reason for a warning.
    let warnings = try await warnings {
      OverrideScope.global.run {
        let token = overridden.override(with: 2)
        defer { token.rollback() }
        allowed.allowLive()
        expectEqual([overridden, allowed, harmless].map { $0.resolve() }, [2, 1, 1])
      }
    }

    expectEqual(warnings.count, 1)
    expectEqual(warnings.first?.contains("overrides"), true)
  }

  /// The paragraph about the caller, which requires debug information.
  private func caller(in messages: [String]) -> String {
    messages.first?.firstMatch(of: /\n    Called by: [^\n]*TestsWithoutScopeTests.swift:[0-9]*\)\n/).map {
      String($0.0)
    } ?? ""
  }

  /// Returns the messages of the warnings that work causes.
  private func warnings(of work: @MainActor @Sendable () -> Void) async throws -> [String] {
    let test = try #require(Test.current)
    let (messages, continuation) = AsyncStream<String>.makeStream()
    let handler: IssueHandlingTrait = .compactMapIssues { issue in
      continuation.yield(issue.comments.map(\.rawValue).joined())
      return nil
    }
    try await handler.provideScope(for: test, testCase: .current) { await work() }
    continuation.finish()
    var warnings: [String] = []
    for await message in messages { warnings.append(message) }
    return warnings
  }
}
