import Testing

@testable import Vial
@testable import VialTesting

/// The warning about a global override in a test of Swift Testing.
///
/// Tests/Integration runs a process of tests that cause the warning.
@Suite(.overrideScope, ExpectsGlobalOverrides())
@MainActor struct GlobalOverrideTests {
  private let number = Injection(strategy: .singleton, instance: 1)

  @Test("a test with a title") func warningNamesTheTestTheLinesAndTheTrait() throws {
    let test = try #require(Test.current)
    let override = number.override(with: 2)
    let message = GlobalOverrides.message(of: override, in: test)

    #expect(message.contains("“a test with a title”"))
    #expect(message.contains("Int (VialTestingTests/GlobalOverrideTests.swift:"))
    #expect(message.contains("\(override.callSite)"))
    #expect(message.contains(".overrideScope"))
  }

  @Test func warningIsRecordedOnceForATestAndALine() throws {
    let test = try #require(Test.current)
    let isExpected = GlobalOverrides.isExpected
    defer { GlobalOverrides.isExpected = isExpected }
    GlobalOverrides.isExpected = { _ in false }
    let published = Injection(strategy: .singleton, instance: 1, fileID: "App/Services.swift", line: 3)

    let warnings = (0..<3).map { _ in
      GlobalOverrides.shouldWarn(of: published.override(with: 2, fileID: "Tests/A.swift", line: 7), in: test)
    }
    let another = published.override(with: 2, fileID: "Tests/A.swift", line: 8)

    #expect(warnings == [true, false, false])
    #expect(GlobalOverrides.shouldWarn(of: another, in: test))
  }

  @Test func injectionsOfTheModuleOfTheTestAreExempt() throws {
    let test = try #require(Test.current)
    let isExpected = GlobalOverrides.isExpected
    defer { GlobalOverrides.isExpected = isExpected }
    GlobalOverrides.isExpected = { _ in false }

    #expect(!GlobalOverrides.shouldWarn(of: number.override(with: 2), in: test))
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
private struct ExpectsGlobalOverrides: SuiteTrait {
  func prepare(for test: Test) async throws {
    await MainActor.run {
      GlobalOverrides.isExpected = { "\($0.id)".hasPrefix("Vial") }
    }
  }
}
