/// A token that withdraws an implementation of a required injection.
///
/// Every `provide` returns a token, which can be ignored. A token retains neither the implementation nor its instance.
///
/// ```swift
/// let provision = session.provide(with: Session(account))
/// provision.withdraw()
/// ```
public struct Provision: Sendable {
  let number: UInt64
  let scope: WeakScope
  weak let slot: Slot?
  let declaration: InjectionDeclaration

  /// Withdraws the implementation, unless another one has replaced it.
  ///
  /// All scopes release the instances of the implementation. Consumers keep their instances, and so do singletons that
  /// were built with such an instance. To replace these singletons too, give them a flow and clear the flow. In a scope
  /// that has ended, nothing is withdrawn.
  ///
  /// - Parameters:
  ///   - fileID: The file to name in diagnostics.
  ///   - line: The line to name in diagnostics.
  /// - Returns: Whether the implementation was withdrawn; `false` the second time.
  @MainActor @discardableResult public func withdraw(fileID: StaticString = #fileID, line: UInt = #line) -> Bool {
    guard let scope = scope.scope, let slot, slot.implementation?.number == number else { return false }
    return scope.withdrawImplementation(of: declaration, in: slot, at: CallSite(fileID, line))
  }
}
