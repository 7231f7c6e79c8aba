/// Everything that one injection has in one scope: an implementation, replacements, and cached instances.
///
/// The slot of the global scope belongs to the injection, and the slots of another scope belong to that scope.
///
/// A slot runs no code of the application. It returns removed objects, or adds them to the `Removals` of the caller. Providers are
/// added and removed with the proof that the scope of the slot has not ended, so a scope that has ended keeps its providers.
@MainActor final class Slot: Compactable {
  /// The implementation of a required injection.
  enum Implementation {
    case neverProvided
    case provided(Provider)

    /// The implementation was withdrawn. The message of a resolve that finds no implementation names the line of the withdrawal.
    case withdrawn(at: CallSite)
  }

  private(set) var implementation = Implementation.neverProvided

  /// The providers of the overrides that were made in the scope and are in force, the newest last.
  @safe @exclusivity(unchecked) private(set) var replacements = SortedList<Provider>()

  /// The entries of the cached instances, sorted by the numbers of their providers.
  ///
  /// A journal that evicts an instance does not refer to the slot, so the list can contain entries of evicted instances.
  @safe @exclusivity(unchecked) private(set) var entries = SortedList<CacheEntry>()

  var compactionThreshold = minimumThreshold

  /// The injection, which the slot of a scope retains; `nil` for the slot of the global scope, which belongs to the injection.
  ///
  /// This is a variable only because `isKnownUniquelyReferenced` has an `inout` parameter.
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

  func add(replacement: Provider, provenOpen _: OverrideScope.Open) { replacements.insert(replacement) }

  /// Removes a replacement and evicts its instance.
  func remove(replacement: Provider, provenOpen _: OverrideScope.Open, _ removals: inout Removals) {
    _ = replacements.remove(numbered: replacement.number)
    evictEntry(of: replacement, &removals)
  }

  /// Sets the implementation, and returns the one that it replaces.
  func provide(_ provider: Provider, provenOpen open: OverrideScope.Open, _ removals: inout Removals) -> Provider? {
    setImplementation(.provided(provider), provenOpen: open, &removals)
  }

  /// Removes the implementation, and returns it.
  func withdraw(at callSite: CallSite, provenOpen open: OverrideScope.Open, _ removals: inout Removals) -> Provider? {
    setImplementation(.withdrawn(at: callSite), provenOpen: open, &removals)
  }

  /// Replaces the implementation, and evicts the instances that the previous one has built, in every scope.
  ///
  /// Other instances stay, also if they have captured such an instance. Factories that are running do not cache an instance of
  /// the previous implementation.
  @inline(never) private func setImplementation(
    _ newValue: Implementation,
    provenOpen _: OverrideScope.Open,
    _ removals: inout Removals
  ) -> Provider? {
    let removed = providedImplementation
    implementation = newValue
    guard let removed else { return nil }
    guard case .implementation(let journal) = removed.role else {
      preconditionFailure("The slot has a provider that is no implementation.")
    }
    evictEntry(of: removed, &removals)
    journal.evictAll(&removals)
    removed.isWithdrawn = true
    return removed
  }

  // MARK: Cached instances

  var count: Int { entries.count }

  /// The entry of a provider, unless its instance was evicted.
  ///
  /// Inlined into the resolve, which would otherwise retain the slot.
  @inline(__always) func entry(of provider: Provider) -> CacheEntry? {
    guard let entry = entries.element(numbered: provider.number), !entry.isEvicted else { return nil }
    return entry
  }

  /// Adds the entry of a new instance.
  ///
  /// The previous entry of the provider has been evicted, because a resolve evicts it before it builds an instance.
  func add(_ entry: CacheEntry) {
    assert(!isFull, "\(self) has no room.")
    if let previous = entries.remove(numbered: entry.providerNumber) {
      assert(previous.isEvicted, "The cache has an instance of \(entry.providerNumber).")
    }
    entries.insert(entry)
  }

  @inline(never) func dropUnused(_ removals: inout Removals) {
    removals.holdWithEntries(self)
    var used: [CacheEntry] = []
    for entry in entries.elements where entry.isInUse { used.append(entry) }
    entries = SortedList(sorted: used)
  }

  private func evictEntry(of provider: Provider, _ removals: inout Removals) {
    if let entry = entries.remove(numbered: provider.number) { removals.evict(entry) }
  }

  func popEntry() -> CacheEntry? { entries.popLast() }

  /// Evicts all instances.
  func evictAll(_ removals: inout Removals) {
    while let entry = popEntry() { removals.evict(entry) }
  }

  // MARK: Use

  /// Whether the slot has a provider or an instance.
  @inline(never) var isInUse: Bool {
    if hasProvider { return true }
    for entry in entries.elements where entry.isInUse { return true }
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
    if let provided = providedImplementation {
      precondition(!provided.isReplacement, "\(self) has \(provided) as its implementation.")
      precondition(!provided.isWithdrawn, "\(self) has \(provided), which was withdrawn.")
    }
  }
}
#endif
