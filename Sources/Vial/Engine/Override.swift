/// A token for one override, with which the override can be rolled back.
///
/// Every `override(with:)` returns a token, which can be ignored. A token retains neither the override nor its instance.
///
/// ```swift
/// let token = Services.weather.override(with: FixedWeather(.sunny))
/// defer { token.rollback() }
/// ```
public struct Override: Sendable {
  private let scope: WeakScope
  package let number: ProviderNumber

  /// The line that made the override.
  public let callSite: CallSite

  /// The injection that is overridden.
  public let declaration: InjectionDeclaration

  /// Creates the token of a replacement.
  @MainActor init(_ provider: Provider, in scope: OverrideScope) {
    guard let overridden = provider.overridden else { preconditionFailure("The provider is no replacement.") }
    self.scope = WeakScope(scope)
    number = provider.number
    callSite = provider.callSite
    declaration = overridden.declaration
  }

  /// Whether the override is in force and can be rolled back.
  @MainActor public var isActive: Bool { scope.scope?.canRollBack(number) == true }

  /// Rolls back this override, wherever it is in the stack of overrides, from any scope.
  ///
  /// All instances that were cached since the override was made, in its scope or in a scope that sees it, are released,
  /// because they may have captured the replacement. Consumers keep their instances.
  ///
  /// Rolling back the most recent override takes amortized constant time, plus the time to release instances.
  ///
  /// - Returns: Whether the override was rolled back; `false` the second time, and after the end of its scope.
  @MainActor @discardableResult public func rollback() -> Bool { scope.scope?.rollBack(number) == true }
}

// MARK: - CustomStringConvertible

extension Override: CustomStringConvertible {
  /// The injection and the line that overrode it.
  public var description: String { "\(declaration) overridden at \(callSite)" }
}
