/// One override: a token that rolls it back, and a record of where it was made.
///
/// Every `override(with:)` returns one. Ignore it if `rollbackOverride()` is enough. A token keeps
/// neither the override nor its instance alive.
///
/// ```swift
/// let token = weather.override(with: FixedWeather(.sunny))
/// defer { token.rollback() }
/// ```
public struct Override: Sendable {
  /// The moment by which the ledger of its place finds the override.
  private let moment: UInt64

  private let place: OverridePlace

  /// The injection that is overridden.
  public let declaration: InjectionDeclaration

  /// The line that overrode it.
  public let callSite: CallSite

  @MainActor
  init(
    _ layer: borrowing AnySlot,
    of root: borrowing AnySlot,
    in place: borrowing OverrideScope?
  ) {
    moment = layer.moment
    self.place = OverridePlace(copy place)
    declaration = root.declaration
    callSite = layer.callSite
  }

  @MainActor
  init(_ layer: AnySlot) {
    self.init(layer, of: layer, in: layer.place)
  }

  /// Whether the override can still be rolled back.
  ///
  /// It cannot after a rollback, or after its scope has ended.
  @MainActor public var isActive: Bool {
    entry != nil
  }

  /// Removes exactly this override, wherever it is in its stack.
  ///
  /// It may be called in any scope. Instances that were cached while the override was active are
  /// forgotten, in every injection and every place that could see it. Consumers keep the instances
  /// that they hold.
  ///
  /// The time grows with the logarithm of the number of overrides, and with the number of instances
  /// to forget (rule 29; benchmark “override, resolve, roll back”).
  ///
  /// - Returns: Whether the override was there to be removed; `false` the second time.
  @MainActor @discardableResult
  public func rollback() -> Bool {
    guard let entry else { return false }
    return withExtendedLifetime(entry.owner) { entry.override.rollBack() }
  }

  @MainActor private var entry: OverrideLedger.Active? {
    place.inLedger { $0.override(at: moment) } ?? nil
  }
}

// MARK: - CustomStringConvertible

extension Override: CustomStringConvertible {
  /// The injection and the line that overrode it.
  public var description: String { "\(declaration) overridden at \(callSite)" }
}
