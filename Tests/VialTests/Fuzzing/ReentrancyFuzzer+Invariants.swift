@testable import Vial

// The invariants of the engine while no operation runs.

extension ReentrancyFuzzer {
  func checkInvariants() {
    precondition(ResolutionStack.frames.isEmpty, "An activity has not ended.")
    updateRolledBackOverrides()
    let allScopes = unique((scopes + livingOwnedScopes + [.global]).flatMap { Array($0.enclosingScopes) })
    let published = (subjects + temporarySubjects).flatMap(\.storages)
    let used = allScopes.flatMap { $0.states.all.compactMap(\.storage) + $0.overrides.compactMap(\.overridden) }
    let storages = unique(published + used)
    let implementations = allScopes.flatMap { scope in
      storages.compactMap { $0.state(in: scope)?.implementation }
    }
    let providers = allScopes.flatMap(\.overrides) + implementations
    let providerIDs = Set(providers.map(\.id))
    for scope in allScopes {
      check(scope)
      for storage in storages { check(storage, in: scope, providerIDs) }
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
      if override.scope.scope?.hasEnded == false { rolledBackOverrides.insert(id) }
    }
  }

  private func check(_ scope: OverrideScope) {
    checkOrder(scope.journal.records.map(\.generation), by: <=)
    checkOrder(scope.implementationJournal.records.map(\.generation), by: <=)
    checkOrder(scope.overrides.map(\.id), by: <)
    var newest: [ObjectIdentifier: Provider] = [:]
    for override in scope.overrides {
      precondition(override.scopeID == scope.id, "An override is in another scope.")
      guard let state = override.overridden?.state(in: scope) else {
        preconditionFailure("The state of an override is lost.")
      }
      let older = newest.updateValue(override, forKey: ObjectIdentifier(state))
      precondition(override.olderID == older?.id, "An override follows an override of another injection.")
    }
    let states = scope.states.all + scope.overrides.compactMap { $0.overridden?.state(in: scope) }
    let isNewest = states.allSatisfy { $0.newestOverride?.id == newest[ObjectIdentifier($0)]?.id }
    precondition(isNewest, "A state does not have the newest override.")
  }

  private func check(
    _ storage: InjectionStorage,
    in scope: OverrideScope,
    _ providers: Set<UInt64>
  ) {
    checkOrder(storage.state(in: scope)?.entries.map(\.providerID) ?? [], by: <)
    for entry in storage.entries(in: scope) { check(entry, in: scope, providers) }
  }

  private func checkOrder(_ numbers: [UInt64], by precedes: (UInt64, UInt64) -> Bool) {
    let isSorted = zip(numbers, numbers.dropFirst()).allSatisfy(precedes)
    precondition(isSorted, "A list is not sorted.")
  }

  private func check(_ entry: CacheEntry, in scope: OverrideScope, _ providers: Set<UInt64>) {
    switch entry.instance {
    case .empty: precondition(entry.generation == 0, "An empty entry has a generation.")
    case .strong, .validated: precondition(!scope.hasEnded, "An ended scope retains an instance.")
    case .weakObject, .weakBox: break
    }
    // The entry of an instance that was deallocated stays until a compaction.
    guard let live = entry.instance.loaded else { return }
    precondition(entry.generation > 0, "A cached instance has no generation.")
    let isProvided = entry.providerID == 0 || providers.contains(entry.providerID)
    precondition(isProvided, "The instance of a removed provider is cached.")
    let isEvictable = scope.visibleScopes.allSatisfy { place in
      isRecorded(entry, in: place, exceptFor: place === scope ? entry.providerID : 0)
    }
    precondition(isEvictable, "A rollback does not evict an instance.")
    let overrides = fuzzInstance(in: live).overrides
    precondition(
      overrides.isDisjoint(with: rolledBackOverrides),
      "An instance is cached that was built with an override that was rolled back."
    )
  }

  /// Whether a rollback of each older override in a scope evicts the instance of an entry.
  ///
  /// The rollback of the override that built the instance evicts the instance without a record.
  private func isRecorded(
    _ entry: CacheEntry,
    in scope: OverrideScope,
    exceptFor providerID: UInt64
  ) -> Bool {
    let older = scope.overrides.prefix { $0.id < entry.generation }
    if older.allSatisfy({ $0.id == providerID }) { return true }
    return scope.journal.records.element(numbered: entry.generation)?.entry === entry
  }

  private func fuzzInstance(in live: ResolvedInstance) -> FuzzInstance {
    switch live {
    case .object: live.value(as: FuzzInstance.self)
    case .boxed(let box as Vial.Box<FuzzInstance>): box.value
    case .boxed(let box as Vial.Box<FuzzValue>): box.value.instance
    case .sharedValue: live.value(as: FuzzValue.self).instance
    case .boxed: preconditionFailure("A cached instance has an unknown type.")
    }
  }
}
