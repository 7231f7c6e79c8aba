/// Everything that runs: each use of injections that can change a list or run code of the application is an operation.
///
/// A resolve, the first read of a consumer, an override, a rollback and the end of a scope are operations. `perform` is the
/// only way to begin one. Operations are nested, because factories, deinitializers and release actions can use injections.
///
/// The body of an operation changes lists and evicts instances. The operation releases these instances when the body has
/// returned, because deinitializers and release actions then find consistent lists. The outermost operation delivers the
/// events.
@MainActor package enum InjectionOperation {
  /// The number of operations that are running.
  private(set) static var depth = 0

  /// The removals of the body that is running; `nil` if there is nothing to release.
  ///
  /// Unchecked for the row "resolve a shared instance".
  @safe @exclusivity(unchecked) private static var removals: Removals?

  /// The code of the application that is running and must not use injections.
  private(set) static var restrictedCode: RestrictedCode?

  /// Runs an operation, and returns the result of its body.
  ///
  /// The result is retained until the operation has ended. So a body can also return an object that must not be released
  /// before. This stops the program while restricted code is running.
  static func perform<R>(_ body: () -> R) -> R {
    begin()
    let result = body()
    releaseRemovals()
    end()
    return result
  }

  /// Performs a step of the running operation, at whose end the instances that the step has evicted are released.
  static func performStep<R>(_ step: () -> R) -> R { perform(step) }

  private static func begin() {
    if let restrictedCode { FatalError.restrictedCodeUsesInjections(restrictedCode) }
    assert(removals == nil, "Code of the application runs while an operation changes lists.")
    depth += 1
  }

  private static func end() {
    depth -= 1
    if depth > 0 { return }
    assert(removals == nil && frames.isEmpty, "The operation has not ended.")
    #if DEBUG
    if Invariants.areChecked { Invariants.checkCurrentScopes() }
    #endif
    if isObserved { deliverEvents() }
  }

  // MARK: Restricted code

  /// Runs code of the application that must not use injections.
  ///
  /// This stops the program if a method of a key looks up a key, because the dictionary of a family may be changing.
  static func runRestricted<R>(_ code: RestrictedCode, _ body: () -> R) -> R {
    let outer = beginRestricted(code)
    let result = body()
    restrictedCode = outer
    return result
  }

  private static func beginRestricted(_ code: RestrictedCode) -> RestrictedCode? {
    if case .keyMethod = code, case .keyMethod? = restrictedCode { FatalError.restrictedCodeUsesInjections(code) }
    let outer = restrictedCode
    restrictedCode = code
    return outer
  }

  // MARK: Releases

  /// Evicts the instance of an entry, which is released after the body of the operation.
  ///
  /// Inlined into its callers, this would make a program too large, as `.ci/codesize` measures it.
  @inline(never) static func evict(_ entry: CacheEntry) {
    if entry.isEvicted { return }
    entry.markEvicted()
    removals = removals ?? Removals()
    removals?.add(entry)
  }

  /// Keeps an object until the operation releases the evicted instances.
  ///
  /// It is an object that a list no longer contains, or that was reached by a weak reference. Another thread may release the
  /// last strong reference, and the deinitializer must not run before every list is consistent.
  static func releaseLater(_ object: AnyObject) {
    removals = removals ?? Removals()
    removals?.add(object)
  }

  /// The injections whose instances the running body has evicted, each once, in the order of their release.
  static var evictedDeclarations: [InjectionDeclaration] { removals?.declarations ?? [] }

  private static func releaseRemovals() {
    // Emptied before, because the releases begin other operations.
    guard var released = removals.take() else { return }
    if frames.isEmpty { released.releaseAll() } else { run(.releasing, in: .global) { released.releaseAll() } }
  }
}
