/// The states of the injections in one scope.
@MainActor struct ScopedStates {
  /// The first state, kept apart from the dictionary.
  ///
  /// Many scopes of tests have one injection. This saves the dictionary, a sixth of the cost of opening a scope, overriding
  /// and resolving in it.
  private var first: ScopedState?
  private var others: [ObjectIdentifier: ScopedState] = [:]
  private var threshold = CompactionThreshold()

  nonisolated init() {}

  subscript(storage: InjectionStorage) -> ScopedState? {
    if let first, first.storage === storage { return first }
    return others.isEmpty ? nil : others[ObjectIdentifier(storage)]
  }

  var all: [ScopedState] { [first].compactMap(\.self) + others.values }

  /// Adds the state of an injection, and drops the unused states if there are many.
  mutating func add(_ state: ScopedState, of storage: InjectionStorage) {
    if threshold.isReached(by: others.count) { dropUnused() }
    if first == nil { first = state } else { others[ObjectIdentifier(storage)] = state }
  }

  /// Drops the states that have neither a provider nor an instance.
  ///
  /// The state of a withdrawn injection is kept while the injection is referenced elsewhere, because the message of a later
  /// resolve names the line of the withdrawal.
  private mutating func dropUnused() {
    for (id, state) in others {
      let isReferenced = !isKnownUniquelyReferenced(&state.storage)
      for entry in state.entries { entry.evictIfExpired() }
      let isInUse = DeferredReleases.isInUse(state, because: state.objectInUse)
      let isWithdrawn = state.withdrawalCallSite != nil
      if !isInUse, !(isWithdrawn && isReferenced) { others[id] = nil }
    }
    threshold.reset(afterKeeping: others.count)
  }

  /// Evicts all instances, and drops the states that code which runs after the end of the scope does not need.
  mutating func end() {
    if let first, !first.end() {
      DeferredReleases.retain(first)
      self.first = nil
    }
    for (id, state) in others where !state.end() {
      DeferredReleases.retain(state)
      others[id] = nil
    }
  }
}
