// Type-checked and tested against stand-ins for SwiftUI's declarations; never run in SwiftUI itself.
#if canImport(SwiftUI)
import Combine
public import SwiftUI
public import Vial

extension View {
  /// Gives the views inside an override scope that lives as long as this view's identity.
  ///
  /// ```swift
  /// #Preview {
  ///   ForecastView()
  ///     .overrideScope { Services.weather.override(with: FixedWeather(.rain)) }
  /// }
  /// ```
  ///
  /// What ``ViewInstance`` provides inside is resolved in the scope; what the scope is inside is that
  /// of the environment. `overrides` runs once, in the scope, when the body is first asked for. The
  /// scope is handed on in `EnvironmentValues.overrideScope`.
  ///
  /// The scope ends after the identity has gone: one turn of the main actor later, so that nothing
  /// dies in the middle of an update. Views that were given another `kind` or `overrides` keep their
  /// scope; use `.id(_:)` outside of it for another one.
  ///
  /// > Important: The scope is not that of what runs inside. A body, an action or a task that calls
  /// > `resolve()` itself, or makes a model itself, does so outside; it can enter with
  /// > `OverrideScope.run(_:)`.
  ///
  /// - Parameters:
  ///   - kind: What the scope sees of what is outside.
  ///   - overrides: What to override, provide or clear in the scope.
  /// - Returns: The view, with the scope in its environment.
  @MainActor public func overrideScope(
    _ kind: OverrideScope.Kind = .inheriting,
    _ overrides: @escaping @MainActor () -> Void
  ) -> some View {
    modifier(OverrideScopeModifier(kind, overrides))
  }
}

extension EnvironmentValues {
  /// The override scope in which the views inside resolve; `nil` where none is given.
  ///
  /// Set it to hand on a scope that something else holds and ends, such as a window's session:
  /// `.environment(\.overrideScope, session.scope)`. Views that have read an instance keep it.
  public var overrideScope: OverrideScope? {
    get { self[OverrideScopeKey.self] }
    set { self[OverrideScopeKey.self] = newValue }
  }
}

private enum OverrideScopeKey: EnvironmentKey {
  static let defaultValue: OverrideScope? = nil
}

private struct OverrideScopeModifier: ViewModifier {
  @StateObject private var owned: ViewScope
  @Environment(\.overrideScope) private var outer

  init(_ kind: OverrideScope.Kind, _ overrides: @escaping @MainActor () -> Void) {
    _owned = StateObject(wrappedValue: ViewScope(kind, overrides))
  }

  func body(content: Content) -> some View {
    content.environment(\.overrideScope, owned.scope(in: outer))
  }
}

/// The scope of one identity of a view; SwiftUI makes and releases it with the identity.
final class ViewScope: ObservableObject {
  private let kind: OverrideScope.Kind
  private let overrides: @MainActor () -> Void
  @MainActor private var scope: OverrideScope?

  init(_ kind: OverrideScope.Kind, _ overrides: @escaping @MainActor () -> Void) {
    self.kind = kind
    self.overrides = overrides
  }

  /// The scope, made inside `outer` when it is first asked for.
  @MainActor func scope(in outer: OverrideScope?) -> OverrideScope {
    if let scope { return scope }
    let scope = outer.runOrHere { OverrideScope(kind) }
    self.scope = scope
    scope.run(overrides)
    return scope
  }

  /// Without the end, an instance that consumes would keep the scope, and the scope the instance.
  deinit {
    guard let scope else { return }
    Task { @MainActor in scope.end() }
  }
}

extension OverrideScope? {
  /// Runs work in the scope, or where it is called if there is none.
  @MainActor func runOrHere<Result>(_ body: @MainActor () -> Result) -> Result {
    guard let self else { return body() }
    return self.run { body() }
  }
}
#endif
