import Services
import Testing
import Vial
import VialTesting

/// Tests with the trait, of which each whose name begins with "fails" fails, and with "warns" is warned, and no other test.
@Suite(.serialized) @MainActor struct ScopedTests {
  /// An override of the application does not permit the live service that it decorates.
  @Test(.overrideScope { decorateServices() }) func failsOnAnOriginalOfAComposition() {
    #expect(services[0].resolve() == "decorated live")
  }

  @Test(.overrideScope { services[0].override(with: { "decorated " + $0.resolve() }) })
  func decoratesTheOriginalOnPurpose() { #expect(services[0].resolve() == "decorated live") }

  @Test(.overrideScope { OverrideScope.global.run { _ = window } }) func failsInAScopeFromLaunch() {
    window.run { #expect(services[1].resolve() == "live") }
  }

  @Test(ComposedScope()) func failsInTheScopeOfAComposedTrait() {
    #expect(nickname.resolve() + services[2].resolve() == "livemock")
  }

  @Test(.overrideScope(live: .allowed)) func warnsOfAFakeThatNobodyRetains() {
    recorder.override(with: Recorder())
    for _ in 0..<3 { _ = recorder.resolve() }
  }

  @Test(.overrideScope(live: .allowed)) func retainsItsFake() {
    let fake = Recorder()
    recorder.override(with: fake)
    for _ in 0..<3 { #expect(recorder.resolve() === fake) }
    recorder.override(with: Recorder(), strategy: .singleton)
    for _ in 0..<3 { _ = recorder.resolve() }
    recorder.override(with: Recorder())
    let kept = recorder.resolve()
    for _ in 0..<3 { #expect(recorder.resolve() === kept) }
  }

  /// The innermost open scope decides.
  @Test(.overrideScope) func failsAfterAnInnerScopeHasEnded() async throws {
    let test = try #require(Test.current)
    try await OverrideScopeTrait.overrideScope(live: .allowed).provideScope(for: test, testCase: .current) {
      _ = await services[3].resolve()
    }
    _ = services[4].resolve()
  }
}

/// The scope of a whole suite, in which each test is named by itself.
@Suite(SuiteScope(), .serialized) @MainActor struct WholeSuiteTests {
  @Test func failsInTheScopeOfItsSuite() { _ = nickname.resolve() }

  @Test func failsInTheScopeOfItsSuiteToo() { _ = nickname.resolve() }

  @Test func usesTheOverridesOfItsSuite() { #expect(services[0].resolve() == "mock") }
}

/// A trait of the test's own that contains the trait of the library.
struct ComposedScope: TestTrait, TestScoping {
  func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await OverrideScopeTrait.overrideScope { overrideServices() }
      .provideScope(for: test, testCase: testCase, performing: function)
  }
}

/// A trait that runs a suite as a whole in one scope.
struct SuiteScope: SuiteTrait, TestScoping {
  func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await OverrideScopeTrait.overrideScope { overrideServices() }
      .provideScope(for: test, testCase: testCase, performing: function)
  }
}
