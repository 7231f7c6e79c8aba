/// A token for one override, with which the override can be rolled back.
///
/// Every `override(with:)` returns a token, which can be ignored. A token retains neither the override nor its instance.
///
/// ```swift
/// let token = Services.weather.override(with: FixedWeather(.sunny))
/// defer { token.rollback() }
/// ```
public struct Override: Sendable {
  let scope: WeakScope
  package let number: ProviderNumber

  /// The line that made the override.
  public let callSite: CallSite

  /// The injection that is overridden.
  public let declaration: InjectionDeclaration

  /// Creates the token of a replacement, which overrides the injection or family of a declaration.
  @MainActor init(_ provider: Provider, of declaration: InjectionDeclaration, in scope: OverrideScope) {
    self.scope = WeakScope(scope)
    number = provider.number
    callSite = provider.callSite
    self.declaration = declaration
  }
}

// MARK: - CustomStringConvertible

extension Override: CustomStringConvertible {
  /// The injection and the line that overrode it.
  public var description: String { "\(declaration) overridden at \(callSite)" }
}
