/// The objects that an operation has removed from lists, to be released when all lists are consistent.
///
/// The functions that remove something have this as a parameter.
@MainActor struct Removals {
  /// The entries of evicted instances.
  private(set) var entries: [CacheEntry] = []

  /// Everything else that must not be deallocated before.
  private var held: [AnyObject] = []

  nonisolated init() {}

  var isEmpty: Bool { entries.isEmpty && held.isEmpty }

  /// Evicts the instance of an entry, and holds an entry whose instance was evicted before.
  ///
  /// Inlined into its callers, this would make a program too large, as `.ci/codesize` measures it.
  @inline(never) mutating func evict(_ entry: CacheEntry) {
    if entry.evict() { entries.append(entry) } else { hold(entry) }
  }

  /// Retains an object until the lists are consistent.
  ///
  /// It is an object that a list no longer contains, or one that was reached by a weak reference. Another thread may
  /// release the last strong reference, and the deinitializer must not run before.
  @inline(never) mutating func hold(_ object: AnyObject) { held.append(object) }

  mutating func sortByAge() { entries = entries.oldestFirst }

  mutating func popEntry() -> CacheEntry? { entries.popLast() }

  /// The injections whose instances were evicted, each once, in the order of their release.
  var declarations: [InjectionDeclaration] {
    // Not a set, because the code of another kind of collection would add 2 KB to a program.
    var known = [InjectionDeclaration: Bool]()
    var declarations: [InjectionDeclaration] = []
    for entry in entries.oldestFirst.reversed() where known.updateValue(true, forKey: entry.declaration) == nil {
      declarations.append(entry.declaration)
    }
    return declarations
  }
}

extension [CacheEntry] {
  /// The entries in the order in which their instances were cached.
  nonisolated var oldestFirst: [CacheEntry] { count > 1 ? sortedByAge : self }

  /// Not inlined, because the sort is large.
  @inline(never) private nonisolated var sortedByAge: [CacheEntry] { sorted { $0.cachedAt < $1.cachedAt } }
}

#if DEBUG
extension Removals: @MainActor CustomDebugStringConvertible {
  var debugDescription: String { "Removals(\(entries.count) entries, \(held.count) held)" }
}
#endif
