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
    with implementation: Slot.Implementation
  ) {
    guard let previous = slot.replaceImplementation(with: implementation) else { return }
    implementationJournal.evict(of: previous)
    Operation.preventCaching(after: previous, removedFrom: self)
    Operation.report(.implementationRemoved(declaration, previous))
  }

  /// Withdraws the implementation of a required injection.
  ///
  /// - Returns: Whether there was one. The implementations of a scope that has ended stay.
  func withdrawImplementation(of declaration: InjectionDeclaration, in slot: Slot, at callSite: CallSite) -> Bool {
    Operation.perform {
      guard !hasEnded, slot.providedImplementation != nil else { return false }
      replaceImplementation(of: declaration, in: slot, with: .withdrawn(at: callSite))
      return true
    }
  }
}
