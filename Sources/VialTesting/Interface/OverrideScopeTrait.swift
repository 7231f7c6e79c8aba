public import Testing
public import Vial

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
/// A test fails if it resolves a live implementation that it neither overrides nor allows, see ``LiveUse``.
///
/// The scope ends and releases its instances when the test passes, fails or throws. Work that runs after the test keeps
/// the overrides of the test. Tests that run in parallel never see each other's overrides.
///
/// Traits compose: the scope of a test is inside the scope of its suite and sees the overrides of the suite.
public struct OverrideScopeTrait: TestTrait, SuiteTrait, TestScoping {
  let kind: OverrideScope.Kind?
  let policy: LiveUse?
  let prepare: @MainActor @Sendable () async throws -> Void

  /// Always `true`, because each test of a suite receives the trait.
  public var isRecursive: Bool { true }

  /// Begins to watch the process, if the loader of the test bundle has not done so.
  ///
  /// - Parameter test: The test or the suite.
  public func prepare(for test: Test) async {
    await ProcessWatch.begin()
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
    await ProcessWatch.begin()
    let (scope, running) = await RunningTest.openScope(kind, policy, of: TestIdentity(test))
    do {
      try await scope.run {
        try await TestOfTask.$running.withValue(running) {
          try await prepare()
          try await function()
        }
      }
    } catch {
      await running.finish()
      throw error
    }
    await running.finish()
  }
}

// MARK: - Spellings

extension Trait where Self == OverrideScopeTrait {
  /// An override scope for each test, which fails on live uses.
  public static var overrideScope: Self { Self(kind: nil, policy: nil) {} }

  /// An override scope for each test, in which a closure runs before the test.
  ///
  /// ```swift
  /// @MainActor @Test(.overrideScope { Services.weather.override(with: FixedWeather(.rain)) })
  /// func advisesAnUmbrella() {
  ///   #expect(ForecastModel().advice == "Take an umbrella")
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - kind: The visibility of the scopes outside. Without a kind, the scope sees the overrides, and reuses the instances,
  ///     that the nearest enclosing test scope sees and reuses, such as the scope of the suite.
  ///   - live: The effect of a live use. Without a value, the scope has the value of the enclosing scope of a test, and
  ///     the outermost scope the value of the environment variable `VIAL_LIVE`, or `.fails`.
  ///   - prepare: The closure that makes the overrides, which runs once for each test case.
  /// - Returns: The trait.
  public static func overrideScope(
    _ kind: OverrideScope.Kind? = nil,
    live: LiveUse? = nil,
    _ prepare: @escaping @MainActor @Sendable () async throws -> Void = {}
  ) -> Self {
    Self(kind: kind, policy: live, prepare: prepare)
  }
}

// MARK: - Overloads that explain mistakes

@_documentation(visibility: internal)
extension Trait where Self == OverrideScopeTrait {
  /// Explains that the effect of a live use has a label.
  @available(*, unavailable, message: "write the label: .overrideScope(live: …) [live-label]")
  public static func overrideScope(_ live: LiveUse, _ prepare: @MainActor () -> Void = {}) -> Self { overrideScope }

  /// Explains that overrides are made in a closure.
  @available(*, unavailable, message: "make the override in a closure: .overrideScope { … } [trait-override]")
  public static func overrideScope(_ override: Override...) -> Self { overrideScope }
}
