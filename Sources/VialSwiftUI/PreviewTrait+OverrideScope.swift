// This file is tested against stubs of SwiftUI's declarations and has never run in SwiftUI itself.
#if canImport(SwiftUI)
public import SwiftUI
public import Vial

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, *)
extension PreviewTrait where T == Preview.ViewTraits {
  /// Opens an override scope for a preview.
  ///
  /// ```swift
  /// #Preview(traits: .overrideScope { Services.weather.override(with: FixedWeather(.rain)) }) {
  ///   ForecastView()
  /// }
  /// ```
  ///
  /// The trait is the modifier `overrideScope(_:_:)` around the content of the preview: a ``ViewInstance`` inside is
  /// resolved in the scope. On older systems, use the modifier.
  ///
  /// - Parameters:
  ///   - kind: The visibility of overrides and instances of the scopes outside.
  ///   - overrides: The overrides and provided implementations of the scope.
  /// - Returns: The trait.
  @MainActor public static func overrideScope(
    _ kind: OverrideScope.Kind = .inheriting,
    _ overrides: @escaping @MainActor () -> Void
  ) -> PreviewTrait {
    .modifier(OverrideScopePreviewModifier(kind: kind, overrides: overrides))
  }
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, *)
private struct OverrideScopePreviewModifier: PreviewModifier {
  let kind: OverrideScope.Kind
  let overrides: @MainActor () -> Void

  func body(content: Content, context: Void) -> some View { content.overrideScope(kind, overrides) }
}
#endif
