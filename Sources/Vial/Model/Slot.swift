/// Everything that one injection has in one scope: an implementation, replacements, and cached instances.
///
/// The slot of the global scope belongs to the injection, and the slots of another scope belong to that scope.
///
/// A slot only changes its lists. What it removes, it returns, or adds to the `Removals` of the caller.
@MainActor final class Slot {
  /// The implementation of a required injection.
  enum Implementation {
    case none
    case provided(Provider)

    /// There was one. The message of a resolve that finds none names the line of the withdrawal.
    case withdrawn(at: CallSite)
  }

  var implementation = Implementation.none

  /// The providers of the overrides that were made in the scope and are in force, the newest last.
  @safe @exclusivity(unchecked) private(set) var replacements = SortedList<Provider>()

  /// The entries of the cached instances, sorted by the numbers of their providers.
  ///
  /// A journal that evicts an instance does not know the slot, so there are entries of evicted instances.
  @safe @exclusivity(unchecked) private(set) var entries = SortedList<CacheEntry>()

  private var threshold = CompactionThreshold()

  /// The injection, which the slot of a scope retains; `nil` for the slot of the global scope, which belongs to the injection.
  private(set) var record: InjectionRecord?

  nonisolated init(of record: InjectionRecord? = nil) { self.record = record }

  // MARK: Providers

  var providedImplementation: Provider? {
    if case .provided(let provider) = implementation { provider } else { nil }
  }

  var withdrawalCallSite: CallSite? {
    if case .withdrawn(let callSite) = implementation { callSite } else { nil }
  }

  /// The next replacement below another one, which may have been removed.
  func replacement(below provider: Provider) -> Provider? { replacements.element(before: provider.number) }

  /// Only `OverrideScope.add` calls this function, so that the lists of the scope and of its slots agree.
  func add(replacement: Provider) { replacements.insert(replacement) }

  /// Only `OverrideScope.removeReplacement` calls this function.
  func remove(replacement: Provider) { _ = replacements.remove(numbered: replacement.number) }

  // MARK: Cached instances

  /// The entry of a provider, unless its instance was evicted.
  ///
  /// Inlined into the resolve, which would otherwise retain the slot.
  @inline(__always) func entry(of provider: Provider) -> CacheEntry? {
    guard let entry = entries.element(numbered: provider.number), !entry.isEvicted else { return nil }
    return entry
  }

  /// Adds the entry of a new instance, and drops unused entries if there are many.
  ///
  /// The previous entry of the provider has been evicted, because a resolve evicts it before it builds an instance.
  func add(_ entry: CacheEntry, _ removals: inout Removals) {
    if let previous = entries.remove(numbered: entry.number) {
      assert(previous.isEvicted, "The cache has an instance of \(entry.number).")
    }
    if threshold.isReached(by: entries.count) {
      entries.keep { $0.holdAndCheckUse(&removals) }
      threshold.reset(afterKeeping: entries.count)
    }
    entries.insert(entry)
  }

  /// Removes and returns the entry of a provider.
  func removeEntry(of provider: Provider) -> CacheEntry? { entries.remove(numbered: provider.number) }

  func popEntry() -> CacheEntry? { entries.popLast() }

  /// Evicts all instances.
  func evictAll(_ removals: inout Removals) {
    while let entry = popEntry() { removals.evict(entry) }
  }

  // MARK: Use

  /// Holds the slot during a compaction, and returns whether it has a provider or an instance.
  func holdAndCheckUse(_ removals: inout Removals) -> Bool {
    removals.hold(self)
    if hasProvider { return true }
    for entry in entries.elements where entry.holdAndCheckUse(&removals) { return true }
    return false
  }

  /// Whether code that runs after the end of the scope needs the slot.
  var isNeededAfterEnd: Bool { hasProvider || withdrawalCallSite != nil }

  private var hasProvider: Bool { !replacements.isEmpty || providedImplementation != nil }

  /// Whether something else retains the injection of the slot.
  var isInjectionReferencedElsewhere: Bool { !isKnownUniquelyReferenced(&record) }
}

#if DEBUG
extension Slot: @MainActor CustomDebugStringConvertible {
  var debugDescription: String {
    "Slot(\(implementation), \(replacements.count) replacements, \(entries.count) entries)"
  }

  func checkInvariants() {
    replacements.checkInvariants()
    entries.checkInvariants()
    for replacement in replacements.elements {
      precondition(replacement.isReplacement, "\(self) has \(replacement) among its replacements.")
    }
    if let providedImplementation {
      precondition(!providedImplementation.isReplacement, "\(self) has \(providedImplementation) as its implementation.")
    }
  }
}
#endif
