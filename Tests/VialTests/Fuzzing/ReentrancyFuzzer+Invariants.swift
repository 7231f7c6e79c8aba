@testable import Vial

// The invariants of the core while no operation runs, and those of the fuzzer.

extension ReentrancyFuzzer {
  func checkInvariants() {
    precondition(Engine.frames.isEmpty, "An activity has not ended.")
    updateRolledBackOverrides()
    let allScopes = unique((scopes + livingOwnedScopes + [.global]).flatMap { Array($0.selfAndEnclosingScopes) })
    let published = (subjects + temporarySubjects).flatMap(\.records)
    let used = allScopes.flatMap { scope in
      scope.slots.values.compactMap(\.record) + scope.replacements.elements.compactMap(\.overriddenRecord)
    }
    let records = unique(published + used)
    for scope in allScopes {
      #if DEBUG
      scope.checkInvariants()
      #endif
      for record in records {
        #if DEBUG
        Invariants.check(record, in: scope)
        #endif
        for entry in record.slot(in: scope)?.entries.elements ?? [] { checkReplacements(entry) }
      }
    }
  }

  private func unique<Object: AnyObject>(_ objects: [Object]) -> [Object] {
    var identities: Set<ObjectIdentifier> = []
    return objects.filter { identities.insert(ObjectIdentifier($0)).inserted }
  }

  /// Finds the overrides that were rolled back since the last check.
  ///
  /// The end of a scope does not roll back the overrides of the scope.
  private func updateRolledBackOverrides() {
    for (id, override) in trackedOverrides where !override.token.isActive {
      trackedOverrides[id] = nil
      if override.scope.target?.hasEnded == false { rolledBackOverrides.insert(id) }
    }
  }

  private func checkReplacements(_ entry: CacheEntry) {
    guard let live = entry.loaded else { return }
    precondition(
      fuzzInstance(in: live).overrides.isDisjoint(with: rolledBackOverrides),
      "An instance is cached that was built with an override that was rolled back."
    )
  }

  private func fuzzInstance(in live: AnyBox) -> FuzzInstance {
    switch live {
    case let box as Box<FuzzInstance>: box.value
    case let box as Box<FuzzValue>: box.value.instance
    default: preconditionFailure("A cached instance has an unknown type.")
    }
  }
}
