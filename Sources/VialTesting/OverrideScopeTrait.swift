public import Testing
import Vial

/// Gives each test an override scope of its own.
///
/// ```swift
/// @Suite(.overrideScope { weather.override(with: FixedWeather(.rain)) })
/// @MainActor struct ForecastModelTests {
///   @Test func advisesAnUmbrella() {
///     #expect(ForecastModel().advice == "Take an umbrella")
///   }
/// }
/// ```
///
/// On a suite it applies to every test in it, nested suites included; a parameterized test has a
/// scope for each case. The closure runs on the main actor at the start of the scope. However the
/// test ends, the scope's instances are gone then; work that runs on keeps the test's overrides.
/// Tests that run in parallel never see each other's.
///
/// Traits compose: a test's scope stands inside its suite's, and sees what that has overridden.
public struct OverrideScopeTrait: TestTrait, SuiteTrait, TestScoping {
  /// What a test's scope sees of what is outside, and what it says about it.
  ///
  /// Without a kind, a scope sees what the traits around it have overridden, those of its suites, and
  /// nothing else.
  public enum Kind: Sendable {
    /// Starts empty, singletons included, and sees no override from outside, not even a suite's.
    case isolated

    /// Sees every override outside, and reuses the instances alive there.
    case inheriting

    /// As without a kind, and resolving what was neither overridden nor allowed is an issue of the
    /// test.
    ///
    /// Holds for the scopes that the test opens in it, and for work that runs on after the test. One
    /// issue for each injection; the test goes on with the live instance.
    case strict
  }

  private let kind: Kind?
  private let prepare: @MainActor @Sendable () async throws -> Void

  init(_ kind: Kind?, _ prepare: @escaping @MainActor @Sendable () async throws -> Void) {
    self.kind = kind
    self.prepare = prepare
  }

  /// Whether a suite's tests each receive the trait; always.
  public var isRecursive: Bool { true }

  /// Provides a scope for each case of a test, and none for a suite as a whole.
  ///
  /// - Parameters:
  ///   - test: The test or the suite.
  ///   - testCase: The case of the test; `nil` for a suite.
  /// - Returns: This trait for a case.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
    testCase == nil ? nil : self
  }

  /// Runs one case of a test in a scope of its own.
  ///
  /// - Parameters:
  ///   - test: The test.
  ///   - testCase: The case.
  ///   - function: The test's body.
  /// - Throws: What the trait's closure or the test throws; the scope has ended by then.
  @concurrent
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let issues = kind == .strict ? await StrictIssues(of: test) : nil
    let scope = await OverrideScope(ofTest: kind.ofTest)
    if let issues { await scope.becomeStrict { issues.record($0) } }
    let result: Result<Void, any Error>
    do {
      try await scope.run {
        try await prepare()
        try await function()
      }
      result = .success(())
    } catch {
      result = .failure(error)
    }
    await issues?.testEnds()
    await scope.end()
    try result.get()
  }
}

extension OverrideScopeTrait.Kind? {
  /// What the scope of a test sees of what is outside.
  var ofTest: OverrideScope.TestKind {
    switch self {
    case .isolated: .isolated
    case .inheriting: .inheriting
    case .strict, nil: .enclosing
    }
  }
}

// MARK: - Spellings

extension Trait where Self == OverrideScopeTrait {
  /// An override scope for each test.
  public static var overrideScope: Self { Self(nil) {} }

  /// An override scope for each test, with overrides to begin with.
  ///
  /// - Parameter prepare: Overrides what the tests need overridden; runs once for each test.
  /// - Returns: The trait.
  public static func overrideScope(
    _ prepare: @escaping @MainActor @Sendable () async throws -> Void
  ) -> Self {
    Self(nil, prepare)
  }

  /// An override scope of a kind for each test, with overrides to begin with.
  ///
  /// - Parameters:
  ///   - kind: What the scope sees of what is outside, and whether it is strict.
  ///   - prepare: Overrides what the tests need overridden; runs once for each test.
  /// - Returns: The trait.
  public static func overrideScope(
    _ kind: OverrideScopeTrait.Kind,
    _ prepare: @escaping @MainActor @Sendable () async throws -> Void = {}
  ) -> Self {
    Self(kind, prepare)
  }
}
