/// The state of one injection in one scope: overrides, a provided implementation and cached instances.
@MainActor @usableFromInline final class ScopedState {
  /// The injection, which the state retains; `nil` in the global scope, where the injection retains the state.
  var storage: InjectionStorage?

  /// The most recent override of the injection in the scope.
  ///
  /// The older overrides are in the list of the scope, see `OverrideRecord.older`.
  @safe @exclusivity(unchecked) var newestOverride: Provider?

  /// The implementation of a required injection.
  private(set) var implementation: Provider?

  /// Where an implementation was withdrawn most recently, for the message of a resolve that finds none.
  private(set) var withdrawalCallSite: CallSite?

  /// The entry of the most recent provider, kept apart from the array because most states have one entry only.
  @safe @exclusivity(unchecked) private var newestEntry: CacheEntry?

  /// The other entries, sorted by the sequence number of the provider.
  @safe @exclusivity(unchecked) private var olderEntries: [CacheEntry] = []
  private var threshold = CompactionThreshold()

  init(of storage: InjectionStorage?) { self.storage = storage }

  @usableFromInline var isOverridden: Bool { newestOverride != nil }

  // MARK: Providers

  /// Sets the provided implementation and returns the previous one.
  func setImplementation(_ new: Provider?, withdrawnAt callSite: CallSite? = nil) -> Provider? {
    let previous = implementation
    implementation = new
    withdrawalCallSite = callSite
    return previous
  }

  // MARK: Entries

  /// The cached instances, the most recent provider first.
  var entries: [CacheEntry] { newestEntry.map { [$0] + olderEntries.reversed() } ?? [] }

  func entry(of provider: Provider) -> CacheEntry? {
    newestEntry?.providerID == provider.id ? newestEntry : olderEntries.element(numbered: provider.id)
  }

  /// Adds an entry, and drops entries without an instance if there are many entries.
  func add(_ entry: CacheEntry) {
    if threshold.isReached(by: olderEntries.count) { dropUnusedEntries() }
    guard let newestEntry else { return newestEntry = entry }
    if newestEntry.providerID < entry.providerID {
      olderEntries.append(newestEntry)
      self.newestEntry = entry
    } else {
      olderEntries.insert(entry, at: olderEntries.firstIndex(after: entry.providerID))
    }
  }

  func removeEntry(of provider: Provider) -> CacheEntry? {
    guard let newestEntry, newestEntry.providerID == provider.id else {
      return olderEntries.remove(numbered: provider.id)
    }
    self.newestEntry = olderEntries.popLast()
    return newestEntry
  }

  private func dropUnusedEntries() {
    olderEntries = olderEntries.filter { entry in
      let use = entry.objectInUse
      DeferredReleases.retain(entry)
      if let use { DeferredReleases.retain(use) }
      return use != nil
    }
    threshold.reset(afterKeeping: olderEntries.count)
  }

  /// Evicts all instances.
  func evictAll() {
    if let newestEntry { DeferredReleases.evict(newestEntry) }
    for entry in olderEntries { DeferredReleases.evict(entry) }
  }

  private var hasProvider: Bool { isOverridden || implementation != nil }

  /// Whether code that runs after the end of the scope needs the state.
  ///
  /// A withdrawal is part of the state, because the message of a resolve without an implementation names its line.
  var isNeededAfterEnd: Bool { hasProvider || withdrawalCallSite != nil }

  /// An object that is still in use: the state itself, if it has a provider, or a cached instance.
  ///
  /// If there is none, the state can be dropped.
  var objectInUse: AnyObject? {
    if hasProvider { return self }
    if let use = newestEntry?.objectInUse { return use }
    // A loop, because a lazy sequence would evaluate `objectInUse`, and so load the weak reference, twice.
    for entry in olderEntries { if let use = entry.objectInUse { return use } }
    return nil
  }
}
