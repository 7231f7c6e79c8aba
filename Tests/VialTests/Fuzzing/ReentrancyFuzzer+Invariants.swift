@testable import Vial

// The invariants of the engine while no operation runs.

extension ReentrancyFuzzer {
  func checkInvariants() {
    precondition(Vial.Operation.frames.isEmpty, "An activity has not ended.")
    updateRolledBackOverrides()
    let allScopes = unique((scopes + livingOwnedScopes + [.global]).flatMap { Array($0.enclosingScopes) })
    let published = (subjects + temporarySubjects).flatMap(\.storages)
    let used = allScopes.flatMap { scope in
      scope.slots.all.map(\.storage) + scope.overrides.all.elements.compactMap(\.overridden)
    }
    let storages = unique(published + used)
    let implementations = allScopes.flatMap { scope in
      storages.compactMap { $0.slot(in: scope)?.implementation }
    }
    let providers = allScopes.flatMap(\.overrides.all.elements) + implementations
    let providerNumbers = Set(providers.map(\.number))
    for scope in allScopes {
      check(scope)
      for storage in storages { check(storage, in: scope, providerNumbers) }
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
    checkOrder(scope.journal.records.map(\.cachedAt), by: <=)
    checkOrder(scope.overrides.all.elements.map(\.number), by: <)
    for provider in scope.overrides.all.elements {
      precondition(provider.scopeID == scope.id, "An override is in another scope.")
      guard let slot = provider.overridden?.slot(in: scope) else {
        preconditionFailure("The slot of an override is lost.")
      }
      let listed = slot.providers.element(numbered: provider.number)
      precondition(listed === provider, "A slot does not have an override of its scope.")
    }
    let slots = unique(scope.slots.all.map(\.slot) + scope.overrides.all.elements.compactMap { $0.overridden?.slot(in: scope) })
    let count = slots.reduce(0) { $0 + $1.overrides.count }
    precondition(count == scope.overrides.all.count, "A slot has an override that its scope does not have.")
  }

  private func check(
    _ storage: InjectionStorage,
    in scope: OverrideScope,
    _ providers: Set<ProviderNumber>
  ) {
    let entries = storage.slot(in: scope)?.entries.elements ?? []
    checkOrder(entries.map(\.providerNumber), by: <)
    for entry in entries { check(entry, in: scope, providers) }
  }

  private func checkOrder<Number>(_ numbers: [Number], by precedes: (Number, Number) -> Bool) {
    let isSorted = zip(numbers, numbers.dropFirst()).allSatisfy(precedes)
    precondition(isSorted, "A list is not sorted.")
  }

  private func check(_ entry: CacheEntry, in scope: OverrideScope, _ providers: Set<ProviderNumber>) {
    switch entry.instance {
    case .empty: precondition(entry.isEvicted, "An empty entry is not evicted.")
    case .strong, .validated: precondition(!scope.hasEnded, "An ended scope retains an instance.")
    case .weak: break
    }
    // The entry of an instance that was deallocated stays until a compaction.
    guard let live = entry.instance.loaded else { return }
    let isProvided = entry.providerNumber == .published || providers.contains(entry.providerNumber)
    precondition(isProvided, "The instance of a removed provider is cached.")
    let isEvictable = scope.visibleScopes.allSatisfy { place in
      isRecorded(entry, in: place, exceptFor: place === scope ? entry.providerNumber : .published)
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
    exceptFor providerNumber: ProviderNumber
  ) -> Bool {
    let older = scope.overrides.all.elements.prefix { $0.number.madeAt < entry.cachedAt }
    if older.allSatisfy({ $0.number == providerNumber }) { return true }
    return scope.journal.records.contains { $0.entry === entry }
  }

  private func fuzzInstance(in live: AnyBox) -> FuzzInstance {
    switch live {
    case let box as Vial.Box<FuzzInstance>: box.value
    case let box as Vial.Box<FuzzValue>: box.value.instance
    default: preconditionFailure("A cached instance has an unknown type.")
    }
  }
}
