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

  /// Creates the token of a replacement, which overrides the injection or family of a record.
  @MainActor init(_ provider: Provider, of record: InjectionRecord, in scope: OverrideScope) {
    self.scope = WeakScope(scope)
    number = provider.number
    callSite = provider.callSite
    declaration = record.declaration
  }

  /// Creates the token of a replacement.
  @MainActor init(_ provider: Provider, in scope: OverrideScope) {
    guard let overridden = provider.overridden else { preconditionFailure("The provider is no replacement.") }
    self.init(provider, of: overridden, in: scope)
  }
}

// MARK: - CustomStringConvertible

extension Override: CustomStringConvertible {
  /// The injection and the line that overrode it.
  public var description: String { "\(declaration) overridden at \(callSite)" }
}
