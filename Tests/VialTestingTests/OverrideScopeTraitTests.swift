import Testing
import Vial
import VialTesting

@MainActor private let greeting = Injection(strategy: .singleton, instance: "live")

@MainActor private final class Model {
  @Instance(greeting) var text
}

/// The trait of a suite and its effect in the tests and suites inside.
@Suite(.overrideScope { greeting.override(with: "suite") })
@MainActor struct OverrideScopeTraitTests {
  @Test func suiteTraitOverridesInEachTest() async {
    expectEqual(greeting.resolve(), "suite")
    await Task.yield()
    expectEqual(greeting.resolve(), "suite")
    greeting.override(with: "this test only")
  }

  @Test func suiteTraitOverridesAgainInAnotherTest() async {
    expectEqual(greeting.overrideCount, 1)
    await Task.yield()
    expectEqual(greeting.resolve(), "suite")
    greeting.override(with: "that test only")
  }

  @Test(.overrideScope(.inheriting) { greeting.override(with: { $0 + "+test" }) })
  func inheritingTraitDecoratesTheOverrideOfTheSuite() {
    expectEqual(greeting.resolve(), "suite+test")
    expectEqual(OverrideScope.current.kind, .inheriting)
  }

  @Test(.overrideScope(.inheriting)) func inheritingTraitSeesTheOverrideOfTheSuite() {
    expectEqual(greeting.resolve(), "suite")
    greeting.override(with: "inner")
    expectEqual(greeting.overrideCount, 2)
  }

  @Test(.overrideScope) func traitWithoutAKindSeesTheOverrideOfTheSuite() {
    expectEqual(greeting.resolve(), "suite")
    expect(!OverrideScope.current.isGlobal)
  }

  @Test(.overrideScope(.isolated)) func isolatedTraitSeesNoOverrideOfTheSuite() {
    expectEqual(greeting.resolve(), "live")
    expectEqual(OverrideScope.current.kind, .isolated)
  }

  @Test(.overrideScope { greeting.override(with: "test") })
  func traitOfATestOverridesOnTopOfTheSuite() {
    expectEqual(greeting.resolve(), "test")
    expectEqual(greeting.overrideCount, 2)
  }

  @Test(arguments: 0..<50) func eachCaseHasAScopeOfItsSuite(number: Int) async {
    expectEqual(greeting.overrideCount, 1)
    greeting.override(with: "\(number)")
    for _ in 0..<5 {
      await Task.yield()
      expectEqual(greeting.resolve(), "\(number)")
    }
  }

  /// A suite without a trait inherits the trait of the outer suite.
  @Suite @MainActor struct Nested {
    @Test func nestedSuiteInheritsTheTrait() {
      expectEqual(greeting.resolve(), "suite")
      expectEqual(greeting.overrideCount, 1)
    }

    @Suite @MainActor struct Deeper {
      @Test(arguments: [1, 2]) func suiteInANestedSuiteInheritsTheTrait(number: Int) {
        expectEqual(greeting.resolve(), "suite")
        greeting.override(with: "\(number)")
        expectEqual(greeting.overrideCount, 2)
      }
    }
  }

  @Suite(.overrideScope(.inheriting) { greeting.override(with: { $0 + "+nested" }) })
  @MainActor struct NestedWithTrait {
    @Test func traitOfANestedSuiteDecoratesTheOverrideOfTheOuterSuite() {
      expectEqual(greeting.resolve(), "suite+nested")
    }

    @Test(.overrideScope(.inheriting) { greeting.override(with: { $0 + "+test" }) })
    func traitsRunFromTheOutermostToTheInnermost() {
      expectEqual(greeting.resolve(), "suite+nested+test")
      expectEqual(greeting.overrideCount, 3)
    }
  }
}

/// Properties of a suite.
///
/// Swift Testing creates an instance of the suite in the scope of each test.
@Suite(.overrideScope { greeting.override(with: "suite") })
@MainActor struct SuiteInstanceTests {
  private let model = Model()
  private let resolvedByProperty = greeting.resolve()
  private let resolvedByInit: String
  private let scope = OverrideScope.current

  init() async {
    await Task.yield()
    resolvedByInit = greeting.resolve()
  }

  @Test func propertiesOfASuiteAreInitializedInTheScope() {
    expectEqual(model.text, "suite")
    expectEqual(resolvedByProperty, "suite")
    expectEqual(resolvedByInit, "suite")
    expect(!scope.isGlobal)
    expect(scope === OverrideScope.current)
  }

  @Test(.overrideScope(.inheriting) { greeting.override(with: "test") })
  func propertiesOfASuiteSeeTheTraitOfTheTest() {
    expectEqual(model.text, "test")
    expectEqual(resolvedByProperty, "test")
  }

  @Test(arguments: 0..<3) func eachCaseHasItsOwnInstanceOfTheSuite(number: Int) {
    expect(!model.$text.isResolved)
    expectEqual(model.text, "suite")
  }
}

/// The end of the scope for each way in which a test can end.
@MainActor struct OverrideScopeTraitBodyTests {
  private struct Failure: Error {}

  @Test func closureOfATraitCanSuspend() async throws {
    try await run(
      .overrideScope {
        greeting.override(with: "first")
        await Task.yield()
        greeting.override(with: { $0 + ", second" })
      }
    ) {
      expectEqual(greeting.resolve(), "first, second")
    }
  }

  @Test func errorOfTheClosureIsThrownAndTheBodyDoesNotRun() async {
    var scope: OverrideScope?
    await #expect(throws: Failure.self) {
      try await run(
        .overrideScope {
          greeting.override(with: "mock")
          scope = OverrideScope.current
          throw Failure()
        }
      ) {
        Issue.record("The body ran.")
      }
    }

    expectEqual(scope?.hasEnded, true)
    expect(OverrideScope.current.isGlobal)
  }

  @Test(arguments: [OverrideScope.Kind.isolated, .inheriting, .fresh])
  func errorOfTheBodyEndsTheScope(kind: OverrideScope.Kind) async {
    var scope: OverrideScope?
    await #expect(throws: Failure.self) {
      try await run(.overrideScope(kind) { greeting.override(with: "mock") }) {
        scope = OverrideScope.current
        expectEqual(greeting.resolve(), "mock")
        throw Failure()
      }
    }

    expectEqual(scope?.hasEnded, true)
  }

  @Test func cancellationEndsTheScope() async throws {
    var scope: OverrideScope?
    let test = try #require(Test.current)
    let task = Task {
      try await OverrideScopeTrait.overrideScope.provideScope(for: test, testCase: .current) {
        await MainActor.run { scope = OverrideScope.current }
        try await Task.sleep(for: .seconds(60))
      }
    }
    while scope == nil { await Task.yield() }

    task.cancel()

    await #expect(throws: CancellationError.self) { try await task.value }
    expectEqual(scope?.hasEnded, true)
  }

  @Test func traitProvidesScopesForTestsInsteadOfTheSuite() throws {
    let test = try #require(Test.current)

    expect(OverrideScopeTrait.overrideScope.scopeProvider(for: test, testCase: nil) == nil)
    expect(OverrideScopeTrait.overrideScope.scopeProvider(for: test, testCase: .current) != nil)
    expect(OverrideScopeTrait.overrideScope.isRecursive)
  }

  private func run(
    _ trait: OverrideScopeTrait,
    _ body: @escaping @MainActor @Sendable () async throws -> Void
  ) async throws {
    let test = try #require(Test.current)
    try await trait.provideScope(for: test, testCase: .current) { try await body() }
  }
}
