import Foundation
import Vial

/// The effect of a live use in a test.
///
/// A *live use* is a resolve of a live implementation that the test neither overrides nor allows, or the first read of a
/// consumer that ends in one. The scope of a test fails on live uses unless its trait, or an enclosing one, has another
/// value:
///
/// ```swift
/// @MainActor @Test(.overrideScope(live: .warns) { Services.weather.override(with: FixedWeather(.rain)) })
/// func advisesAnUmbrella() {
///   #expect(ForecastModel().advice == "Take an umbrella")
/// }
/// ```
///
/// Except with ``stops``, the live implementation is built before the report, and the test continues with it. To protect one
/// service in all tests, publish it with `neverLiveInTests()`.
///
/// The environment variable `VIAL_LIVE`, with the value `stops`, `fails`, `warns` or `allowed`, replaces the default of a run: of
/// scopes that do not specify a value, and of tests without a scope, which warn by default. The environment variable `VIAL_REPORT`
/// names a file to which each report is appended as a JSON object in a line.
///
/// A live use of code that belongs to no test, such as a detached task or a dispatch block, never fails a test. It fails the run if
/// it would fail each running test.
public enum LiveUse: String, Sendable, Comparable {
  /// A live use does nothing.
  case allowed

  /// A live use records an issue of severity warning in Swift Testing, and writes a line to standard error in XCTest.
  case warns

  /// A live use fails the test.
  case fails

  /// A live use ends the process before the live implementation is built, with a message that names the test.
  ///
  /// No test that has no result yet gets one. Use it where a live service must not be reached even once.
  case stops

  /// The value of `VIAL_LIVE`; `nil` without a valid value.
  static let ofRun: LiveUse? = {
    guard let text = ProcessInfo.processInfo.environment["VIAL_LIVE"], !text.isEmpty else { return nil }
    if let value = LiveUse(rawValue: text) { return value }
    StandardError().write(
      "Vial: VIAL_LIVE is \"\(text)\" and is ignored. Use stops, fails, warns or allowed. [vial-live]\n"
    )
    return nil
  }()
}

extension LiveUse {
  /// The policy of tests without a scope.
  static var withoutScope: LiveUse { ofRun ?? .warns }

  /// From the mildest to the strictest.
  private var rank: Int {
    switch self {
    case .allowed: 0
    case .warns: 1
    case .fails: 2
    case .stops: 3
    }
  }

  /// Returns whether an effect is milder than another one.
  public static func < (lhs: LiveUse, rhs: LiveUse) -> Bool { lhs.rank < rhs.rank }
}

// MARK: - Overloads that explain mistakes

@_documentation(visibility: internal)
extension LiveUse {
  /// Explains that the name is `warns`.
  @available(*, unavailable, renamed: "warns") public static var warn: LiveUse { .warns }
  /// Explains that the name is `warns`.
  @available(*, unavailable, renamed: "warns") public static var warning: LiveUse { .warns }
  /// Explains that the name is `fails`.
  @available(*, unavailable, renamed: "fails") public static var fail: LiveUse { .fails }
  /// Explains that the name is `fails`.
  @available(*, unavailable, renamed: "fails") public static var strict: LiveUse { .fails }
  /// Explains that the name is `allowed`.
  @available(*, unavailable, renamed: "allowed") public static var allow: LiveUse { .allowed }
}
