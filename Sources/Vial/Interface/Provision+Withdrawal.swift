extension Provision {
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
    withdraw(at: CallSite(fileID, line))
  }

  @MainActor func withdraw(at callSite: CallSite) -> Bool {
    guard let scope = scope.target, let record else { return false }
    return record.withdraw(number, in: scope, at: callSite)
  }
}
