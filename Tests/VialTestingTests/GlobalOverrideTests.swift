import Testing
@testable import Vial

@testable import VialTesting

/// What a test is told that overrides outside every scope by mistake.
///
/// Tests/Integration runs a whole process of such tests; here are the words.
@Suite(.overrideScope, OwnTestsOverrideOnPurpose())
@MainActor struct GlobalOverrideTests {
  private let number = Injection(strategy: .singleton, instance: 1)

  @Test("a test with a title") func theMessageNamesTheTestTheLineAndTheCure() throws {
    let test = try #require(Test.current)
    let override = number.override(with: 2)
    let message = GlobalOverrides.message(of: override, in: test)

    #expect(message.contains("The test “a test with a title” overrides Int (VialTestingTests/"))
    #expect(message.contains("at \(override.callSite) outside every override scope"))
    #expect(message.contains("the trait .overrideScope"))
  }

  @Test func nobodyIsToldOfAnOverrideInAScopeOrOfXCTest() {
    var told: [Override] = []
    let watcher = Overrides.watcher
    defer { Overrides.watcher = watcher }
    Overrides.watcher = { told.append($0) }

    number.override(with: 2)
    OverrideScope.outside.run {
      let token = Overrides.makeForTest { number.override(with: 3) }
      token.rollback()
    }
    #expect(told.isEmpty)

    OverrideScope.outside.run {
      let token = number.override(with: 4)
      token.rollback()
    }
    #expect(told.count == 1)
  }
}

/// The tests of this package override outside every scope on purpose.
private struct OwnTestsOverrideOnPurpose: SuiteTrait {
  func prepare(for test: Test) async throws {
    await MainActor.run {
      GlobalOverrides.isExpected = { "\($0.id)".hasPrefix("Vial") }
    }
  }
}
