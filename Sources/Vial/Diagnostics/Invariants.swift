#if DEBUG
/// Conditions that hold whenever no operation is running, as the architecture describes them.
///
/// Tests turn the checks on. Crowds are skipped, because the checks take more than linear time.
@MainActor enum Invariants {
  /// Whether the invariants are checked at the end of each outermost operation of the task.
  @TaskLocal static var areChecked = false

  /// Checks the current scope and the scopes outside, with the injections that they refer to.
  static func checkCurrentScopes() {
    let scopes = Array(OverrideScope.current.enclosingScopes.prefix(101))
    let sizes = scopes.flatMap { [$0.slots.all.count, $0.overrides.all.count, $0.overrides.journal.records.count] }
    if sizes.reduce(scopes.count, +) > 100 { return }
    for scope in scopes {
      check(scope)
      let storages = scope.slots.all.compactMap(\.storage) + scope.overrides.all.elements.compactMap(\.overridden)
      for storage in storages { for place in scopes { check(storage, in: place) } }
    }
  }

  static func check(_ scope: OverrideScope) {
    let overrides = scope.overrides.all.elements
    require(areSorted(overrides.map(\.number), by: <), "The overrides of a scope are sorted by unique numbers.")
    require(areSorted(scope.overrides.journal.records.map(\.cachedAt), by: <=), "A journal is sorted by time.")
    let slots = Array(scope.slots.all) + (scope.isGlobal ? overrides.compactMap { $0.overridden?.globalSlot } : [])
    let inSlots = Set(slots.flatMap(\.overrides).map(\.number))
    require(inSlots == Set(overrides.map(\.number)), "A scope and its slots have the same overrides.")
    require(overrides.allSatisfy { $0.scopeID == scope.id && $0.isOverride }, "An override was made in its scope.")
  }

  static func check(_ storage: InjectionStorage, in scope: OverrideScope) {
    guard let slot = storage.slot(in: scope) else { return }
    let providers = slot.providers.elements
    require(areSorted(providers.map(\.listNumber), by: <), "The providers of a slot are sorted by unique numbers.")
    require(providers.dropFirst().allSatisfy(\.isOverride), "Only the first provider of a slot is an implementation.")
    require(areSorted(slot.entries.elements.map(\.providerNumber), by: <), "A slot has one entry for each provider.")
    require(storage.runningBuilds == 0 && providers.allSatisfy { $0.runningBuilds == 0 }, "No instance is being built.")
    for entry in slot.entries.elements { check(entry, of: storage, in: scope) }
  }

  private static func check(_ entry: CacheEntry, of storage: InjectionStorage, in scope: OverrideScope) {
    if case .empty = entry.instance {} else { require(!entry.isEvicted, "An evicted instance has been released.") }
    require(!scope.hasEnded || entry.instance.ownedBox == nil, "A scope that has ended retains no instance.")
    // The entry of an instance that was deallocated stays until a compaction.
    guard entry.loaded != nil else { return }
    for place in scope.visibleScopes {
      let older = place.overrides.all.elements.prefix { $0.number.madeAt < entry.cachedAt }
      // The rollback of the override that has built the instance finds the entry in its slot.
      let isFoundBySlot = place === scope && older.allSatisfy { $0.number == entry.providerNumber }
      let isRecorded = place.overrides.journal.records.contains { $0.entry === entry }
      require(older.isEmpty || isFoundBySlot || isRecorded, "A rollback evicts instances cached since its override.")
    }
    guard let provider = provider(of: entry, storage, in: scope) else { return }
    let isRecorded = provider.isOverride || provider.journal.records.contains { $0.entry === entry }
    require(isRecorded, "A withdrawal evicts the instances of the implementation.")
  }

  /// The provider of a cached instance; `nil` for the published one.
  private static func provider(of entry: CacheEntry, _ owner: InjectionStorage, in scope: OverrideScope) -> Provider? {
    if entry.providerNumber == .published { return nil }
    for place in scope.enclosingScopes {
      let slots = [owner.slot(in: place), owner.family?.slot(in: place)].compactMap(\.self)
      let found = slots.flatMap(\.providers.elements).first { $0.number == entry.providerNumber }
      if let found { return found }
    }
    preconditionFailure("An instance of a provider that was removed is cached.")
  }

  private static func areSorted<Number>(_ numbers: [Number], by precedes: (Number, Number) -> Bool) -> Bool {
    zip(numbers, numbers.dropFirst()).allSatisfy(precedes)
  }

  private static func require(_ condition: Bool, _ invariant: StaticString) {
    precondition(condition, "Not true: \(invariant)")
  }
}
#endif
