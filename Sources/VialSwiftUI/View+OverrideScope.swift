// This file is tested against stand-ins for SwiftUI's declarations and has never run in SwiftUI itself.
#if canImport(SwiftUI)
import Combine
public import SwiftUI
public import Vial

extension View {
  /// Opens an override scope for the views inside, which lives as long as the identity of this view.
  ///
  /// ```swift
  /// #Preview {
  ///   ForecastView()
  ///     .overrideScope { Services.weather.override(with: FixedWeather(.rain)) }
  /// }
  /// ```
  ///
  /// A ``ViewInstance`` inside is resolved in the scope. The scope is opened when the body is first evaluated, inside
  /// the scope of the environment. Then `overrides` runs once in the scope. The views inside read the scope from
  /// `EnvironmentValues.overrideScope`.
  ///
  /// The scope ends after the identity of the view is removed. It ends in a later job of the main actor, so that no
  /// instance is released during an update. The view keeps its scope if `kind` or `overrides` change. To open another
  /// scope, change the identity with `.id(_:)` outside the modifier.
  ///
  /// > Important: An action or a task does not run in the scope. Run it with the scope of the environment:
  /// > `Button("Sign out") { scope.run { account.signOut() } }`.
  ///
  /// - Parameters:
  ///   - kind: The overrides and instances of the scopes outside that the scope uses.
  ///   - overrides: The overrides and provided implementations of the scope.
  /// - Returns: The view, with the scope in its environment.
  @MainActor public func overrideScope(
    _ kind: OverrideScope.Kind = .inheriting,
    _ overrides: @escaping @MainActor () -> Void
  ) -> some View {
    modifier(OverrideScopeModifier(kind, overrides))
  }
}

extension EnvironmentValues {
  /// The override scope in which the views inside resolve.
  ///
  /// It is the scope of the nearest enclosing modifier, otherwise the current scope.
  ///
  /// ```swift
  /// struct SignOutButton: View {
  ///   @Environment(\.overrideScope) private var scope
  ///
  ///   var body: some View {
  ///     Button("Sign out") { scope.run { _ = Services.session.withdraw() } }
  ///   }
  /// }
  /// ```
  ///
  /// To use a scope that another object holds and ends, such as the session of a window, set the value:
  /// `.environment(\.overrideScope, session.scope)`. A view that has read an instance keeps the instance.
  public var overrideScope: OverrideScope {
    get { self[OverrideScopeKey.self] ?? .current }
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

/// The scope of one identity of a view.
///
/// SwiftUI creates and releases this object with the identity.
final class ViewScope: ObservableObject {
  private let kind: OverrideScope.Kind
  private let overrides: @MainActor () -> Void
  @MainActor private var scope: OverrideScope?

  init(_ kind: OverrideScope.Kind, _ overrides: @escaping @MainActor () -> Void) {
    self.kind = kind
    self.overrides = overrides
  }

  /// Returns the scope, opening it inside `outer` at the first call.
  @MainActor func scope(in outer: OverrideScope) -> OverrideScope {
    if let scope { return scope }
    let scope = outer.run { OverrideScope(kind) }
    self.scope = scope
    scope.run(overrides)
    return scope
  }

  /// Ends the scope, because an instance with consumers and its scope would otherwise retain each other.
  deinit {
    guard let scope else { return }
    Task { @MainActor in scope.end() }
  }
}
#endif
