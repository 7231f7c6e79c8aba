/// An injection with its state in a scope.
///
/// The scope retains the injection as long as it has state.
struct ScopedInjection {
  var storage: InjectionStorage
  let state: ScopedState
}

/// The injections that have state in one scope.
///
/// Most scopes of tests have few injections, so the first one is kept apart from the dictionary. That saves the dictionary
/// and its hashing, a fifth of the cost of opening a scope, overriding and resolving in it.
@MainActor struct ScopedInjections {
  private var first: ScopedInjection?
  private var others: [ObjectIdentifier: ScopedInjection] = [:]
  private var threshold = CompactionThreshold()

  nonisolated init() {}

  subscript(storage: InjectionStorage) -> ScopedState? {
    if first?.storage === storage { return first?.state }
    return others.isEmpty ? nil : others[ObjectIdentifier(storage)]?.state
  }

  var all: [ScopedInjection] {
    guard let first else { return [] }
    return others.isEmpty ? [first] : [first] + others.values
  }

  /// Evicts the instances of all injections.
  func evictAll(_ releases: inout DeferredReleases) {
    if let state = first?.state { releases.evict(state.entries) }
    for injection in others.values { releases.evict(injection.state.entries) }
  }

  /// Adds an injection, and drops the unused ones if there are many.
  mutating func add(_ injection: ScopedInjection, _ releases: inout DeferredReleases) {
    if threshold.isReached(by: others.count) { dropUnused(&releases) }
    if first == nil { first = injection } else { others[ObjectIdentifier(injection.storage)] = injection }
  }

  /// Drops the injections that have neither a provider nor an instance in the scope.
  ///
  /// The state of a withdrawn injection is kept while the injection is referenced elsewhere, because the message of a later
  /// resolve names the line of the withdrawal.
  private mutating func dropUnused(_ releases: inout DeferredReleases) {
    var kept: [ObjectIdentifier: ScopedInjection] = [:]
    var index = others.startIndex
    while index != others.endIndex {
      // The dictionary has to be the only owner of an unused storage, so no variable may refer to it yet.
      let isReferenced = !isKnownUniquelyReferenced(&others.values[index].storage)
      let (id, injection) = others[index]
      for entry in injection.state.entries { entry.evictIfExpired(&releases) }
      let use = injection.state.objectInUse
      let isWithdrawn = injection.state.withdrawalCallSite != nil
      if use != nil || isWithdrawn && isReferenced { kept[id] = injection }
      releases.retain(injection.storage)
      if let use { releases.retain(use) }
      others.formIndex(after: &index)
    }
    others = kept
    threshold.reset(afterKeeping: others.count)
  }

  /// Drops the injections that code which runs after the end of the scope does not need.
  ///
  /// The instances of the scope were evicted before.
  mutating func dropUnneededAfterEnd(_ releases: inout DeferredReleases) {
    if let injection = first, !injection.state.isNeededAfterEnd {
      releases.retain(injection.storage)
      first = nil
    }
    for (id, injection) in others where !injection.state.isNeededAfterEnd {
      releases.retain(injection.storage)
      others[id] = nil
    }
  }
}

extension OverrideScope {
  /// The injections that have state in this scope, for a scope other than the global one.
  var scopedInjections: [ScopedInjection] { injections.all }
}
