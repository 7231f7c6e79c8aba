/// The instances that the running operation has removed from caches, to be released when every list is consistent.
///
/// Deinitializers and release actions can use injections. So an operation first removes everything from its lists, and
/// calls `run()` at its end. No code that may use injections runs in between, so operations do not mix their releases.
@MainActor struct DeferredReleases {
  /// The releases of the running operation; `nil` if there are none.
  @safe @exclusivity(unchecked) private static var pending: DeferredReleases?

  private var instances: [EvictedInstance] = []
  private var retained: [AnyObject] = []

  /// Empties an entry.
  ///
  /// Inlined into its callers, this would add 8 KB to a program.
  @inline(never) static func evict(_ entry: CacheEntry) {
    guard entry.generation > 0 else { return }
    pending = pending ?? DeferredReleases()
    pending?.instances.append(entry.removeInstance())
  }

  /// Retains an object that a list no longer needs, or that was reached by a weak reference.
  ///
  /// Inlined, this would add 3 KB to a program.
  @inline(never) static func retain(_ object: AnyObject) {
    pending = pending ?? DeferredReleases()
    pending?.retained.append(object)
  }

  /// Returns whether an element of a list that is being compacted is in use, because of an object that was found.
  ///
  /// This retains the element and the object until the operation ends. Another thread may release the last strong reference
  /// to the object at the same time, and the deinitializer must not run before the list is consistent.
  static func isInUse(_ element: AnyObject, because object: AnyObject?) -> Bool {
    retain(element)
    if let object { retain(object) }
    return object != nil
  }

  /// The injections whose instances were evicted, each once, in the order of their release.
  static func declarations() -> [InjectionDeclaration] {
    pending?.sort()
    var known = [InjectionDeclaration: Bool]()
    let declarations = (pending?.instances ?? []).reversed().map(\.entry.declaration)
    return declarations.filter { known.updateValue(true, forKey: $0) == nil }
  }

  /// Releases everything, the most recently cached instance first.
  static func run() {
    // Emptied before, because the releases may begin other operations.
    if var releases = pending.take() { ResolutionStack.release { releases.releaseAll() } }
  }

  private mutating func releaseAll() {
    sort()
    while let newest = instances.popLast() { newest.runReleaseAction() }
    retained = []
  }

  private mutating func sort() {
    if instances.count > 1 { instances.sort { $0.generation < $1.generation } }
  }
}

/// An instance that was removed from its entry.
struct EvictedInstance {
  let instance: CachedInstance
  let generation: UInt64
  let entry: CacheEntry

  /// The scope in which the release action runs; `nil` without an action, and if the scope has been deallocated.
  ///
  /// It is retained, because the release of another instance may release the last other reference to the scope.
  let scope: OverrideScope?

  /// Runs the release action, if the cache was the owner of the instance, and reports the release.
  ///
  /// The instance itself is released with this structure.
  @MainActor func runReleaseAction() {
    if let scope, let action = entry.releaseAction {
      switch instance {
      case .strong(let box), .validated(let box, _): scope.runIfNeeded { action(box) }
      case .empty, .weakObject, .weakBox: break
      }
    }
    Operation.emit(.released(entry.declaration))
  }
}

/// Determines when unused elements are removed from a list: each time the list has doubled.
///
/// So the list has at most 32 elements, or twice as many as the last compaction has kept, and adding an element takes
/// amortized constant time.
struct CompactionThreshold {
  private static let minimum = 32
  private var limit = minimum

  func isReached(by count: Int) -> Bool { count >= limit }

  mutating func reset(afterKeeping count: Int) { limit = Swift.max(Self.minimum, count * 2) }
}
