@testable import Vial

extension Turmoil {
  /// Checks what always has to be so while nothing runs.
  func check() {
    precondition(Running.isEmpty, "Something still runs.")
    checkTraces()
    for scope in scopes where !scope.hasEnded { scope.run { checkTraces() } }
    for scope in scopes { check(scope) }
    for subject in subjects { subject.check() }
  }

  /// No mock that was rolled back is found in a cache (rule 16).
  private func checkTraces() {
    for subject in subjects {
      guard let overrides = subject.current?.overrides else { continue }
      precondition(overrides.isDisjoint(with: rolledBack), "A mock is kept that was rolled back.")
    }
  }

  /// The lists of a scope agree with each other.
  private func check(_ scope: OverrideScope) {
    var overridden: [UInt64] = []
    for stack in scope.stacks {
      for slot in stack.slots {
        precondition(slot.activity == .idle, "A slot is being filled.")
        precondition(slot.isEmpty == (slot.filled == 0), "A slot was filled at no time.")
        precondition(slot.home == scope.serial, "A slot is of another place.")
      }
      overridden += stack.overrides.map(\.moment)
    }
    precondition(
      overridden.sorted() == scope.overridden.map(\.moment),
      "An override is not in both lists."
    )
  }
}
