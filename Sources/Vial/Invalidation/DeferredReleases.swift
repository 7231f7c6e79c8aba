/// The instances that the running operation has removed from caches, to be released when every list is consistent.
///
/// Deinitializers and release actions can use injections. So an operation first removes everything from its lists, and
/// calls `run()` at its end. No code of the application runs in between, so operations do not mix their releases.
@MainActor struct DeferredReleases {
  /// The releases of the running operation; `nil` if there are none.
  @safe @exclusivity(unchecked) private static var pending: DeferredReleases?

  /// The first evicted instance, kept apart because most operations evict one instance only.
  ///
  /// That saves an array, a twentieth of the cost of opening a scope, overriding and resolving in it.
  private var first: EvictedInstance?
  private var others: [EvictedInstance] = []
  private var retained: [AnyObject] = []

  /// Empties an entry.
  @inline(never) static func evict(_ entry: CacheEntry) {
    guard entry.generation > 0 else { return }
    pending = pending ?? DeferredReleases()
    pending?.add(entry.removeInstance())
  }

  @inline(never) static func evict(_ entries: [CacheEntry]) { for entry in entries { evict(entry) } }

  /// Retains an object that a list no longer needs, or that was reached by a weak reference.
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
    var known: Set<InjectionDeclaration> = []
    return (pending?.sortedInstances ?? []).reversed().map(\.declaration).filter { known.insertIfAbsent($0) }
  }

  /// Releases everything, the most recently cached instance first.
  static func run() {
    // Emptied before, because the releases may begin other operations.
    if var releases = pending.take() { ResolutionStack.release { releases.releaseAll() } }
  }

  private mutating func add(_ instance: EvictedInstance) {
    if first == nil { first = instance } else { others.append(instance) }
  }

  @inline(never) private mutating func releaseAll() {
    if others.isEmpty {
      if let instance = first.take() { instance.runReleaseAction() }
    } else {
      var instances = sortedInstances
      (first, others) = (nil, [])
      while let newest = instances.popLast() { newest.runReleaseAction() }
    }
    retained = []
  }

  /// The evicted instances, the most recently cached last.
  private var sortedInstances: [EvictedInstance] {
    sorted([first].compactMap(\.self) + others) { $0.generation < $1.generation }
  }
}

/// An instance that was removed from its entry.
///
/// It retains the scope that has cached the instance, because the release of another instance may release the last other
/// reference to the scope, and the release action runs in the scope.
struct EvictedInstance {
  let instance: CachedInstance
  let generation: UInt64
  let declaration: InjectionDeclaration
  let action: (@MainActor (AnyBox) -> Void)?
  let scope: OverrideScope?

  /// Runs the release action, if the cache was the owner of the instance, and reports the release.
  ///
  /// The instance itself is released with this structure.
  @MainActor func runReleaseAction() {
    if let action, let scope {
      switch instance {
      case .strong(let box), .validated(let box, _): scope.runIfNeeded { action(box) }
      case .empty, .weakObject, .weakBox: break
      }
    }
    if Injections.isObserved { Operation.emit(.released(declaration)) }
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
