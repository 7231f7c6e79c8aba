/// One override: a token that rolls it back, and a record of where it was made.
///
/// Every `override(with:)` returns one; ignore it where `rollbackOverride()` will do. A token keeps
/// neither the override nor its instance alive.
///
/// ```swift
/// let token = weather.override(with: FixedWeather(.sunny))
/// defer { token.rollback() }
/// ```
public struct Override: Sendable {
  private weak let layer: AnyLayer?

  /// The injection that is overridden.
  public let declaration: InjectionDeclaration

  /// The line that overrode it.
  public let callSite: CallSite

  @MainActor
  init(_ layer: AnyLayer) {
    self.layer = layer
    declaration = layer.declaration
    callSite = layer.callSite
  }

  /// Whether the override is still in its stack.
  @MainActor public var isActive: Bool {
    layer.map { !$0.hasRetired } ?? false
  }

  /// Removes exactly this override, wherever it stands in the stack and from wherever it is called.
  ///
  /// What was cached anywhere while the override was active is forgotten; what consumers hold they
  /// keep. Takes as long as there is to forget.
  ///
  /// - Returns: Whether the override was there to be removed; `false` the second time.
  @MainActor @discardableResult
  public func rollback() -> Bool {
    layer?.rollBack() ?? false
  }
}

// MARK: - CustomStringConvertible

extension Override: CustomStringConvertible {
  /// The injection and the line that overrode it.
  public var description: String { "\(declaration) overridden at \(callSite)" }
}
