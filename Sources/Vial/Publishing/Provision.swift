/// A token that withdraws what was provided for a required injection.
///
/// Every `provide` returns one. Ignore it if you never withdraw. A token keeps nothing alive.
///
/// ```swift
/// let provision = session.provide(with: Session(account))
/// provision.withdraw()
/// ```
public struct Provision: Sendable {
  let moment: UInt64
  let place: WeakPlace

  /// `nil` also for a scope that had ended: nothing was provided.
  weak let stack: Stack?

  /// Takes back what was provided, so that it may be provided again.
  ///
  /// Every scope releases the instance that was provided. Consumers keep the instances that they hold.
  /// Singletons that were built from the instance stay too, and keep it. Give such injections a flow
  /// of their own, and clear it. In a scope that has ended, nothing is withdrawn.
  ///
  /// - Parameters:
  ///   - fileID: Where it is withdrawn; messages name it.
  ///   - line: Where it is withdrawn; messages name it.
  /// - Returns: Whether there was something to withdraw; `false` the second time.
  @MainActor @discardableResult
  public func withdraw(fileID: StaticString = #fileID, line: UInt = #line) -> Bool {
    guard let scope = place.scope, let stack, stack.provision?.moment == moment
    else { return false }
    return scope.withdraw(from: stack, at: CallSite(fileID, line))
  }
}
