/// The instances that the running operation has removed from caches, to be released when every list is consistent.
///
/// Deinitializers and release actions can use injections. So an operation first removes everything from its lists, and
/// calls `run()` at its end. No code of the application runs in between, so operations do not mix their releases.
@MainActor struct DeferredReleases {
  /// The releases of the running operation; `nil` if there are none.
  @safe @exclusivity(unchecked) private static var pending: DeferredReleases?

  /// The first evicted instance is kept apart from the array, because most operations evict one instance.
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

  /// The injections whose instances were evicted, each once, in the order of their release.
  static func declarations() -> [InjectionDeclaration] {
    pending?.sort()
    let instances = pending.map { [$0.first].compactMap(\.self) + $0.others.reversed() } ?? []
    var known: Set<InjectionDeclaration> = []
    return instances.map(\.declaration).filter { known.insertIfAbsent($0) }
  }

  /// Releases everything, the most recently cached instance first.
  static func run() {
    // Emptied before, because the releases may begin other operations.
    if var releases = pending.take() { releases.releaseAll() }
  }

  private mutating func add(_ instance: EvictedInstance) {
    if first == nil { first = instance } else { others.append(instance) }
  }

  @inline(never) private mutating func releaseAll() {
    sort()
    if let newest = first.take() { newest.release() }
    while let newest = others.popLast() { newest.release() }
    retained = []
  }

  /// Makes the newest instance the first one, and sorts the others by age.
  private mutating func sort() {
    guard !others.isEmpty, let oldFirst = first else { return }
    others = sorted(others + [oldFirst]) { $0.generation < $1.generation }
    first = others.popLast()
  }
}

/// An instance that was removed from its entry.
struct EvictedInstance {
  let instance: CachedInstance
  let generation: UInt64
  let declaration: InjectionDeclaration
  let action: ReleaseAction?

  @MainActor func release() {
    action?.run(instance)
    if Injections.isObserved { Injections.emit(.released(declaration)) }
  }
}

/// An action that the application runs with an instance when a scope releases the instance.
@MainActor final class ReleaseAction {
  private let action: @MainActor (AnyBox) -> Void
  private let scope: WeakScope

  init(_ action: @escaping @MainActor (AnyBox) -> Void, in scope: OverrideScope) {
    self.action = action
    self.scope = WeakScope(scope)
  }

  /// Runs the action in the scope that has cached the instance, if the cache was the owner of the instance.
  func run(_ instance: CachedInstance) {
    switch instance {
    case .strong(let box), .validated(let box, _): scope.scope?.runIfNeeded { action(box) }
    case .none, .weakObject, .weakBox: break
    }
  }
}

/// Determines when unused elements are removed from a list: each time the list has doubled.
///
/// So the list has at most 32 elements, or twice as many as the last compaction has kept, and adding an element takes
/// amortized constant time.
///
/// A compaction loads weak references, and another thread may release the last strong reference at the same time. So the
/// compaction retains each loaded object, the property `objectInUse`, until the list is consistent. Only then may a deinitializer
/// run, because deinitializers can use injections.
struct CompactionThreshold {
  private static let minimum = 32
  private var limit = minimum

  func isReached(by count: Int) -> Bool { count >= limit }

  mutating func reset(afterKeeping count: Int) { limit = Swift.max(Self.minimum, count * 2) }
}
