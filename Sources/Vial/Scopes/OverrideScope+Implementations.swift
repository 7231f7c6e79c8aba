// The implementations of required injections that are provided in a scope.

extension OverrideScope {
  /// Replaces or withdraws the implementation of a required injection, and evicts the instances that it has built, in every
  /// scope.
  ///
  /// Other instances stay, also if they have captured such an instance. Factories that are running do not cache an instance
  /// of the previous implementation.
  func replaceImplementation(
    of declaration: InjectionDeclaration,
    in slot: Slot,
    with implementation: Provider?,
    withdrawnAt callSite: CallSite?
  ) {
    let previous = slot.replaceImplementation(with: implementation, withdrawnAt: callSite)
    guard let previous else { return }
    implementationJournal.evict { _, entry in entry.providerNumber == previous.number }
    Operation.preventCaching(after: previous, removedFrom: self)
    Operation.report { $0.receiveRemoval(declaration, previous) }
  }

  /// Withdraws the implementation of a required injection.
  ///
  /// - Returns: Whether there was one. The implementations of a scope that has ended stay.
  func withdrawImplementation(of declaration: InjectionDeclaration, in slot: Slot, at callSite: CallSite) -> Bool {
    Operation.perform {
      guard !hasEnded, slot.implementation != nil else { return false }
      replaceImplementation(of: declaration, in: slot, with: nil, withdrawnAt: callSite)
      return true
    }
  }
}
