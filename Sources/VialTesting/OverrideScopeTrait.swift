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
/// scope for each case. The closure runs on the main actor at the start of the scope, and the
/// scope's overrides and instances are gone at its end, however the test ends. Tests that run in
/// parallel never see each other's.
public struct OverrideScopeTrait: TestTrait, SuiteTrait, TestScoping {
  /// What a test's scope sees of what is outside, and what it says about it.
  public enum Kind: Sendable {
    /// Starts empty, singletons included, and sees no override from outside: the default.
    case isolated

    /// Sees the overrides outside, those of a suite's scope included.
    case inheriting

    /// As `isolated`, and resolving what was not overridden is an issue of the test.
    ///
    /// Holds for the scopes that the test opens in it too. One issue for each injection; the test
    /// goes on with the live instance.
    case strict
  }

  private let kind: Kind
  private let prepare: @MainActor @Sendable () async throws -> Void

  init(_ kind: Kind, _ prepare: @escaping @MainActor @Sendable () async throws -> Void) {
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
    let liveResolves = kind == .strict ? LiveResolves(of: test) : nil
    do {
      try await withOverrideScope(kind == .inheriting ? .inheriting : .isolated) {
        await liveResolves?.report(in: .current)
        try await prepare()
        try await function()
      }
    } catch {
      await liveResolves?.recordRest()
      throw error
    }
    await liveResolves?.recordRest()
  }
}

// MARK: - Spellings

extension Trait where Self == OverrideScopeTrait {
  /// An isolated override scope for each test.
  public static var overrideScope: Self { overrideScope(.isolated) }

  /// An override scope for each test, with overrides to begin with.
  ///
  /// - Parameter prepare: Overrides what the tests need overridden; runs once for each test.
  /// - Returns: The trait.
  public static func overrideScope(
    _ prepare: @escaping @MainActor @Sendable () async throws -> Void
  ) -> Self {
    Self(.isolated, prepare)
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
