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
    #expect(greeting.resolve() == "suite")
    await Task.yield()
    #expect(greeting.resolve() == "suite")
    greeting.override(with: "this test only")
  }

  @Test func suiteTraitOverridesAgainInAnotherTest() async {
    #expect(greeting.overrideCount == 1)
    await Task.yield()
    #expect(greeting.resolve() == "suite")
    greeting.override(with: "that test only")
  }

  @Test(.overrideScope(.inheriting) { greeting.override(with: { $0 + "+test" }) })
  func inheritingTraitDecoratesTheOverrideOfTheSuite() {
    #expect(greeting.resolve() == "suite+test")
    #expect(OverrideScope.current.kind == .inheriting)
  }

  @Test(.overrideScope(.inheriting)) func inheritingTraitSeesTheOverrideOfTheSuite() {
    #expect(greeting.resolve() == "suite")
    greeting.override(with: "inner")
    #expect(greeting.overrideCount == 2)
  }

  @Test(.overrideScope) func traitWithoutAKindSeesTheOverrideOfTheSuite() {
    #expect(greeting.resolve() == "suite")
    #expect(!OverrideScope.current.isGlobal)
  }

  @Test(.overrideScope(.isolated)) func isolatedTraitSeesNoOverrideOfTheSuite() {
    #expect(greeting.resolve() == "live")
    #expect(OverrideScope.current.kind == .isolated)
  }

  @Test(.overrideScope { greeting.override(with: "test") })
  func traitOfATestOverridesOnTopOfTheSuite() {
    #expect(greeting.resolve() == "test")
    #expect(greeting.overrideCount == 2)
  }

  @Test(arguments: 0..<50) func eachCaseHasAScopeOfItsSuite(number: Int) async {
    #expect(greeting.overrideCount == 1)
    greeting.override(with: "\(number)")
    for _ in 0..<5 {
      await Task.yield()
      #expect(greeting.resolve() == "\(number)")
    }
  }

  /// A suite without a trait inherits the trait of the outer suite.
  @Suite @MainActor struct Nested {
    @Test func nestedSuiteInheritsTheTrait() {
      #expect(greeting.resolve() == "suite")
      #expect(greeting.overrideCount == 1)
    }

    @Suite @MainActor struct Deeper {
      @Test(arguments: [1, 2]) func suiteInANestedSuiteInheritsTheTrait(number: Int) {
        #expect(greeting.resolve() == "suite")
        greeting.override(with: "\(number)")
        #expect(greeting.overrideCount == 2)
      }
    }
  }

  @Suite(.overrideScope(.inheriting) { greeting.override(with: { $0 + "+nested" }) })
  @MainActor struct NestedWithTrait {
    @Test func traitOfANestedSuiteDecoratesTheOverrideOfTheOuterSuite() {
      #expect(greeting.resolve() == "suite+nested")
    }

    @Test(.overrideScope(.inheriting) { greeting.override(with: { $0 + "+test" }) })
    func traitsRunFromTheOutermostToTheInnermost() {
      #expect(greeting.resolve() == "suite+nested+test")
      #expect(greeting.overrideCount == 3)
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
    #expect(model.text == "suite")
    #expect(resolvedByProperty == "suite")
    #expect(resolvedByInit == "suite")
    #expect(!scope.isGlobal)
    #expect(scope === OverrideScope.current)
  }

  @Test(.overrideScope(.inheriting) { greeting.override(with: "test") })
  func propertiesOfASuiteSeeTheTraitOfTheTest() {
    #expect(model.text == "test")
    #expect(resolvedByProperty == "test")
  }

  @Test(arguments: 0..<3) func eachCaseHasItsOwnInstanceOfTheSuite(number: Int) {
    #expect(!model.$text.isResolved)
    #expect(model.text == "suite")
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
      #expect(greeting.resolve() == "first, second")
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

    #expect(scope?.hasEnded == true)
    #expect(OverrideScope.current.isGlobal)
  }

  @Test(arguments: [OverrideScope.Kind.isolated, .inheriting, .fresh])
  func errorOfTheBodyEndsTheScope(kind: OverrideScope.Kind) async {
    var scope: OverrideScope?
    await #expect(throws: Failure.self) {
      try await run(.overrideScope(kind) { greeting.override(with: "mock") }) {
        scope = OverrideScope.current
        #expect(greeting.resolve() == "mock")
        throw Failure()
      }
    }

    #expect(scope?.hasEnded == true)
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
    #expect(scope?.hasEnded == true)
  }

  @Test func traitProvidesScopesForTestsInsteadOfTheSuite() throws {
    let test = try #require(Test.current)

    #expect(OverrideScopeTrait.overrideScope.scopeProvider(for: test, testCase: nil) == nil)
    #expect(OverrideScopeTrait.overrideScope.scopeProvider(for: test, testCase: .current) != nil)
    #expect(OverrideScopeTrait.overrideScope.isRecursive)
  }

  private func run(
    _ trait: OverrideScopeTrait,
    _ body: @escaping @MainActor @Sendable () async throws -> Void
  ) async throws {
    let test = try #require(Test.current)
    try await trait.provideScope(for: test, testCase: .current) { try await body() }
  }
}
