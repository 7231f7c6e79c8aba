import Testing

@testable import Vial
@testable import VialTesting

/// The warnings about global overrides and live resolves outside every scope.
///
/// Tests/Integration runs a process of tests that cause the warnings.
@Suite(.overrideScope, UsesTheGlobalScope())
@MainActor struct GlobalScopeWarningTests {
  private let number = Injection(strategy: .singleton, instance: 1)

  @Test("a test with a title") func warningNamesTheTestTheLinesAndTheTrait() throws {
    let test = try #require(Test.current)
    let override = number.override(with: 2)
    let message = GlobalScopeWarnings.message(of: override, in: test)

    #expect(message.contains("“a test with a title”"))
    #expect(message.contains("Int (VialTestingTests/GlobalScopeWarningTests.swift:"))
    #expect(message.contains("\(override.callSite)"))
    #expect(message.contains(".overrideScope"))
  }

  @Test func warningIsRecordedOnceForATestAndALine() throws {
    let test = try #require(Test.current)
    let isExpected = GlobalScopeWarnings.isExpected
    defer { GlobalScopeWarnings.isExpected = isExpected }
    GlobalScopeWarnings.isExpected = { _ in false }
    let published = Injection(strategy: .singleton, instance: 1, fileID: "App/Services.swift", line: 3)

    let warnings = (0..<3).map { _ in
      GlobalScopeWarnings.shouldWarn(of: published.override(with: 2, fileID: "Tests/A.swift", line: 7), in: test)
    }
    let another = published.override(with: 2, fileID: "Tests/A.swift", line: 8)

    #expect(warnings == [true, false, false])
    #expect(GlobalScopeWarnings.shouldWarn(of: another, in: test))
  }

  @Test func injectionsOfTheModuleOfTheTestAreExempt() throws {
    let test = try #require(Test.current)
    let isExpected = GlobalScopeWarnings.isExpected
    defer { GlobalScopeWarnings.isExpected = isExpected }
    GlobalScopeWarnings.isExpected = { _ in false }

    #expect(!GlobalScopeWarnings.shouldWarn(of: number.override(with: 2), in: test))
  }

  @Test func liveResolveInTheGlobalScopeIsReportedOnceForATestAndAnInjection() throws {
    let test = try #require(Test.current)
    let warnings = try liveResolves(in: test, of: Injection(strategy: .singleton, instance: 1, fileID: "App/A.swift"))

    #expect(warnings == [true, false])
  }

  @Test func liveResolveIsNotReportedIfItIsAllowedInTheGlobalScope() throws {
    let test = try #require(Test.current)
    let published = Injection(strategy: .singleton, instance: 1, fileID: "App/A.swift")
    OverrideScope.global.run { published.allowLive() }

    #expect(try liveResolves(in: test, of: published) == [false, false])
  }

  @Test func liveResolveOfAnInjectionOfTheModuleOfTheTestIsExempt() throws {
    let test = try #require(Test.current)

    #expect(try liveResolves(in: test, of: number) == [false, false])
  }

  @Test func overriddenInjectionIsNotLive() throws {
    let test = try #require(Test.current)
    let published = Injection(strategy: .singleton, instance: 1, fileID: "App/A.swift")
    let token = OverrideScope.global.run { published.override(with: 2) }
    defer { token.rollback() }

    #expect(try liveResolves(in: test, of: published).isEmpty)
  }

  @Test func messageOfALiveResolveNamesTheTestTheInjectionAndTheFixes() throws {
    let test = try #require(Test.current)
    let published = Injection(strategy: .singleton, instance: 1, fileID: "App/A.swift", line: 3)
    var messages: [String] = []
    try observeLiveResolves(of: published) { messages.append(GlobalScopeWarnings.message(of: $0, in: test)) }

    #expect(
      messages.first == """
        Int (App/A.swift:3) was resolved live by the test \(test.nameInMessages), outside every override scope.

        - Give the test or its suite the trait .overrideScope, and override the injection.
        - To use the live implementation, allow it: injection.allowLive().
        """
    )
  }

  /// Resolves an injection twice in the global scope, and returns whether each live resolve causes a warning.
  private func liveResolves(in test: Test, of injection: Injection<Int>) throws -> [Bool] {
    let isExpected = GlobalScopeWarnings.isExpected
    defer { GlobalScopeWarnings.isExpected = isExpected }
    GlobalScopeWarnings.isExpected = { _ in false }
    var warnings: [Bool] = []
    try observeLiveResolves(of: injection) { warnings.append(GlobalScopeWarnings.shouldWarn(of: $0, in: test)) }
    return warnings
  }

  private func observeLiveResolves(
    of injection: Injection<Int>,
    _ observe: @escaping @MainActor (LiveResolve) -> Void
  ) throws {
    let check = OverrideScope.global.liveResolveCheck
    defer { OverrideScope.global.liveResolveCheck = check }
    OverrideScope.global.liveResolveCheck = observe
    OverrideScope.global.run { for _ in 0..<2 { _ = injection.resolve() } }
  }

  @Test func onlyGlobalOverridesOutsideOfXCTestAreObserved() {
    var observed: [Override] = []
    let observer = Overrides.globalOverrideObserver
    defer { Overrides.globalOverrideObserver = observer }
    Overrides.globalOverrideObserver = { observed.append($0) }

    number.override(with: 2)
    OverrideScope.global.run {
      let tokens = Overrides.recordForTest { number.override(with: 3) }
      #expect(tokens.count == 1)
      #expect(tokens.allSatisfy { $0.rollBack() })
    }
    #expect(observed.isEmpty)

    OverrideScope.global.run {
      let token = number.override(with: 4)
      token.rollback()
    }
    #expect(observed.count == 1)
  }
}

/// Prevents the warning for the tests of this package, which make global overrides on purpose.
private struct UsesTheGlobalScope: SuiteTrait {
  func prepare(for test: Test) async throws {
    await MainActor.run {
      GlobalScopeWarnings.isExpected = { "\($0.id)".hasPrefix("Vial") }
    }
  }
}
