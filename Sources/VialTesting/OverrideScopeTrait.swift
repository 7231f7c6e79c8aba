public import Testing
import Vial

/// Gives each test an override scope of its own.
///
/// ```swift
/// @Suite(.overrideScope { Services.weather.override(with: FixedWeather(.rain)) })
/// @MainActor struct ForecastModelTests {
///   @Test func advisesAnUmbrella() {
///     #expect(ForecastModel().advice == "Take an umbrella")
///   }
/// }
/// ```
///
/// On a suite it applies to every test in it, nested suites included. A parameterized test has a
/// scope for each case. The closure runs on the main actor at the start of the scope.
///
/// The scope ends with the test, whether it passes, fails or throws, and releases its instances. Work
/// that runs after the test keeps the test's overrides. Tests that run in parallel never see each
/// other's overrides.
///
/// Traits compose: the scope of a test is inside the scope of its suite, and sees the suite's
/// overrides.
public struct OverrideScopeTrait: TestTrait, SuiteTrait, TestScoping {
  /// What the scope of a test sees from outside, and whether it is strict.
  ///
  /// Without a kind, a scope sees the overrides and instances of the traits around it, those of its
  /// suites, and nothing else from outside.
  public enum Kind: Sendable {
    /// Starts empty, singletons included, and sees no override from outside, not even a suite's.
    case isolated

    /// Sees every override outside, and reuses the instances that are alive there.
    case inheriting

    /// Sees what a scope without a kind sees, and makes each live resolve an issue of the test.
    ///
    /// A resolve is live when the injection is neither overridden nor allowed. There is one issue for
    /// each injection, and the test continues with the live instance. The scopes that the test opens are
    /// strict too. Work that runs after the test is checked too.
    case strict
  }

  private let kind: Kind?
  private let prepare: @MainActor @Sendable () async throws -> Void

  init(_ kind: Kind?, _ prepare: @escaping @MainActor @Sendable () async throws -> Void) {
    self.kind = kind
    self.prepare = prepare
  }

  /// Always true: each test of a suite receives the trait.
  public var isRecursive: Bool { true }

  /// Lets overrides outside every scope be reported, before any test runs.
  ///
  /// In a process where a test has this trait, an override that another test makes outside every scope is an
  /// issue of severity warning. It names the test and the line.
  ///
  /// - Parameter test: The test or the suite.
  public func prepare(for test: Test) async {
    await GlobalOverrides.watch()
  }

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
  /// - Throws: The error of the trait's closure or of the test, after the scope has ended.
  @concurrent public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let issues = kind == .strict ? await StrictIssues(of: test) : nil
    let scope = await OverrideScope(ofTest: kind.ofTest, named: test.nameInMessages)
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
  /// What the scope of a test sees from outside.
  var ofTest: OverrideScope.Kind? {
    switch self {
    case .isolated: .isolated
    case .inheriting: .inheriting
    case .strict, nil: nil
    }
  }
}

// MARK: - Spellings

extension Trait where Self == OverrideScopeTrait {
  /// An override scope for each test.
  public static var overrideScope: Self { Self(nil) {} }

  /// An override scope for each test, with overrides to begin with.
  ///
  /// - Parameter prepare: Makes the overrides that all the tests need. It runs once for each test case.
  /// - Returns: The trait.
  public static func overrideScope(
    _ prepare: @escaping @MainActor @Sendable () async throws -> Void
  ) -> Self {
    Self(nil, prepare)
  }

  /// An override scope of a kind for each test, with overrides to begin with.
  ///
  /// - Parameters:
  ///   - kind: What the scope sees from outside, and whether it is strict.
  ///   - prepare: Makes the overrides that all the tests need. It runs once for each test case.
  /// - Returns: The trait.
  public static func overrideScope(
    _ kind: OverrideScopeTrait.Kind,
    _ prepare: @escaping @MainActor @Sendable () async throws -> Void = {}
  ) -> Self {
    Self(kind, prepare)
  }
}
