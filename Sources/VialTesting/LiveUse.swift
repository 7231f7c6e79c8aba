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
/// The environment variable `VIAL_LIVE`, with the value `fails`, `warns` or `allowed`, replaces the default of a run: of
/// scopes that do not specify a value, and of tests without a scope, which warn by default.
public enum LiveUse: String, Sendable {
  /// A live use does nothing.
  case allowed

  /// A live use records an issue of severity warning in Swift Testing, and writes a line to standard error in XCTest.
  case warns

  /// A live use fails the test.
  case fails

  /// The value of `VIAL_LIVE`; `nil` without a valid value.
  static let ofRun: LiveUse? = {
    guard let text = ProcessInfo.processInfo.environment["VIAL_LIVE"], !text.isEmpty else { return nil }
    if let value = LiveUse(rawValue: text) { return value }
    StandardError().write("Vial: VIAL_LIVE is \"\(text)\" and is ignored. Use fails, warns or allowed.\n")
    return nil
  }()
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
