public import Testing
import Vial

/// Gives each test a separate override scope.
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
/// On a suite, the trait applies to every test of the suite and of nested suites. Each case of a parameterized test has
/// its own scope. The closure runs on the main actor at the start of each scope.
///
/// The scope ends and releases its instances when the test passes, fails or throws. Work that runs after the test keeps
/// the overrides of the test. Tests that run in parallel never see each other's overrides.
///
/// Traits compose: the scope of a test is inside the scope of its suite and sees the overrides of the suite.
public struct OverrideScopeTrait: TestTrait, SuiteTrait, TestScoping {
  /// The scopes outside that the scope of a test sees, and whether the scope is strict.
  ///
  /// Without a kind, the scope of a test sees the overrides, and reuses the instances, of enclosing test scopes only,
  /// such as the scope of its suite. Every kind of scope sees provided implementations.
  public enum Kind: Sendable {
    /// Like `withOverrideScope(.isolated)`: the scope sees no override outside, not even the overrides of its suite,
    /// and builds separate instances.
    case isolated

    /// Like `withOverrideScope(.inheriting)`: the scope sees the overrides that the enclosing scope sees, and reuses
    /// the instances that the enclosing scope reuses.
    ///
    /// If the suite has a trait of another kind, the inheriting scope of a test does not see global overrides.
    case inheriting

    /// Like a scope without a kind, and resolving a live implementation records an issue of the test.
    ///
    /// An implementation is live if its injection is neither overridden nor allowed. Each injection is reported once,
    /// and the test continues with the live instance. Scopes that the test opens are strict too, and so is work that
    /// runs after the test.
    case strict
  }

  private let kind: Kind?
  private let prepare: @MainActor @Sendable () async throws -> Void

  init(_ kind: Kind?, _ prepare: @escaping @MainActor @Sendable () async throws -> Void) {
    self.kind = kind
    self.prepare = prepare
  }

  /// Always `true`, because each test of a suite receives the trait.
  public var isRecursive: Bool { true }

  /// Activates the warnings about tests in the global scope, before any test runs.
  ///
  /// In a process in which a selected test has this trait, a test in the global scope gets an issue of severity warning
  /// when it overrides an injection or resolves a live implementation. A running test with a scope gets one when code
  /// outside every scope resolves an injection live that the test overrides or, in a strict scope, does not allow.
  ///
  /// - Parameter test: The test or the suite.
  public func prepare(for test: Test) async {
    await GlobalScopeWarnings.watchTests()
  }

  /// Provides a scope for each case of a test, but not for a suite as a whole.
  ///
  /// - Parameters:
  ///   - test: The test or the suite.
  ///   - testCase: The case of the test; `nil` for a suite.
  /// - Returns: This trait for a case.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
    testCase == nil ? nil : self
  }

  /// Runs one case of a test in a separate scope.
  ///
  /// - Parameters:
  ///   - test: The test.
  ///   - testCase: The case.
  ///   - function: The body of the test.
  /// - Throws: The error of the trait's closure or of the test, after the scope has ended.
  @concurrent public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let issues = await TestIssues(of: test)
    let scope = await OverrideScope(ofTest: kind.ofTest, named: test.nameInMessages)
    if kind == .strict { await scope.becomeStrict { issues.recordStrictViolation($0) } }
    let running = await ScopedTest("\(test.id)", named: test.nameInMessages, in: scope) {
      issues.record($0, severity: .warning)
    }
    if await !GlobalScopeWarnings.isExpected(test) { await EscapedWork.didBegin(running) }
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
    await EscapedWork.didEnd(running)
    await issues.testEnds()
    await scope.end()
    try result.get()
  }
}

extension OverrideScopeTrait.Kind? {
  /// The kind of the scope of a test; `nil` for a scope that sees only the scopes of enclosing tests.
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

  /// An override scope for each test, in which a closure runs before the test.
  ///
  /// - Parameter prepare: The closure that makes the overrides, which runs once for each test case.
  /// - Returns: The trait.
  public static func overrideScope(
    _ prepare: @escaping @MainActor @Sendable () async throws -> Void
  ) -> Self {
    Self(nil, prepare)
  }

  /// An override scope of a kind for each test, in which a closure runs before the test.
  ///
  /// - Parameters:
  ///   - kind: The scopes outside that the scope sees, and whether the scope is strict.
  ///   - prepare: The closure that makes the overrides, which runs once for each test case.
  /// - Returns: The trait.
  public static func overrideScope(
    _ kind: OverrideScopeTrait.Kind,
    _ prepare: @escaping @MainActor @Sendable () async throws -> Void = {}
  ) -> Self {
    Self(kind, prepare)
  }
}
