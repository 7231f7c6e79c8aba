/// The state of one injection in one scope: overrides, a provided implementation and cached instances.
@MainActor final class ScopedState {
  /// The injection, which the state retains; `nil` in the global scope, where the injection retains the state.
  var storage: InjectionStorage?

  /// The most recent override of the injection in the scope.
  ///
  /// The older overrides are in the list of the scope, see `Provider.olderID`.
  var newestOverride: Provider?

  /// The implementation of a required injection.
  var implementation: Provider?

  /// Where an implementation was withdrawn most recently, for the message of a resolve that finds none.
  var withdrawalCallSite: CallSite?

  /// The cached instances of providers that do not hold their entry themselves, sorted by the number of the provider.
  @safe @exclusivity(unchecked) private(set) var entries: [CacheEntry] = []
  private var threshold = CompactionThreshold()

  init(of storage: InjectionStorage?) { self.storage = storage }

  var isOverridden: Bool { newestOverride != nil }

  // MARK: Entries

  /// Adds an entry, and drops entries without an instance if there are many entries.
  func add(_ entry: CacheEntry) {
    if threshold.isReached(by: entries.count) { dropUnusedEntries() }
    entries.insert(entry, at: entries.firstIndex(after: entry.providerID))
  }

  private func dropUnusedEntries() {
    entries = entries.filter { DeferredReleases.isInUse($0, because: $0.objectInUse) }
    threshold.reset(afterKeeping: entries.count)
  }

  private var hasProvider: Bool { isOverridden || implementation != nil }

  /// Evicts all instances at the end of the scope, except for the instances that overrides hold.
  ///
  /// - Returns: Whether code that runs after the end of the scope needs the state. A withdrawal is part of the state, because
  ///   the message of a resolve without an implementation names its line.
  func end() -> Bool {
    for entry in entries { DeferredReleases.evict(entry) }
    entries = []
    implementation?.evictOwnEntry()
    return hasProvider || withdrawalCallSite != nil
  }

  /// An object that is still in use: the state itself, if it has a provider, or a cached instance.
  ///
  /// If there is none, the state can be dropped.
  var objectInUse: AnyObject? {
    if hasProvider { return self }
    // A loop, because a lazy sequence would evaluate `objectInUse`, and so load the weak reference, twice.
    for entry in entries { if let use = entry.objectInUse { return use } }
    return nil
  }
}
