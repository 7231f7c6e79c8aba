/// One override: a token that rolls it back, and a record of where it was made.
///
/// Every `override(with:)` returns one. Ignore it if `rollbackOverride()` is enough. A token keeps
/// neither the override nor its instance alive.
///
/// ```swift
/// let token = Services.weather.override(with: FixedWeather(.sunny))
/// defer { token.rollback() }
/// ```
public struct Override: Sendable {
  fileprivate let place: WeakPlace
  let moment: UInt64

  /// The line that overrode it.
  public let callSite: CallSite

  /// The injection that is overridden.
  public let declaration: InjectionDeclaration

  /// Whether the override can still be rolled back.
  ///
  /// It cannot after a rollback, or after its scope has ended.
  @MainActor public var isActive: Bool { place.scope?.canRollBack(overrideAt: moment) == true }

  /// Removes exactly this override, wherever it is in its stack.
  ///
  /// It may be called in any scope. Instances that were cached while the override was active are
  /// forgotten, in every injection and every place that could see it. Consumers keep the instances
  /// that they hold.
  ///
  /// The newest override takes constant time, and the time to forget instances; another one as many
  /// steps as its place has entries (rule 29; benchmark “override, resolve, roll back”).
  ///
  /// - Returns: Whether the override was there to be removed; `false` the second time.
  @MainActor @discardableResult public func rollback() -> Bool {
    place.scope?.rollBack(overrideAt: moment) == true
  }
}

extension Layer {
  /// The token of an override, which was made in a scope.
  final func token(in scope: OverrideScope) -> Override {
    Override(place: WeakPlace(scope), moment: moment, callSite: callSite, declaration: declaration)
  }
}

// MARK: - CustomStringConvertible

extension Override: CustomStringConvertible {
  /// The injection and the line that overrode it.
  public var description: String { "\(declaration) overridden at \(callSite)" }
}
