import Vial

/// A reference implementation of the rules in `Docs/Semantics.md` that searches everything and has no shortcuts.
///
/// Integers identify everything:
///
/// - An instance is its index in the order of building. It is alive while a cache, a consumer, a running factory or
///   another instance retains it.
/// - A scope is an index into `scopes`. Zero is the global scope.
/// - A target is an index into `targets`: an injection, or one key of a family.
/// - A subject is a target or a family, which overrides and implementations apply to. The indices of families follow
///   the indices of targets.
/// - A provider is an index into `providers`. The published factories come first, in the order of the targets.
@MainActor final class ReferenceModel {
  struct Provider {
    let subject: Int
    let scope: Int
    let factory: Factory
    /// The strategy, or `nil` if an override of a family inherits the strategy of each key.
    let lifetime: Lifetime?
    let sequenceNumber: Int
    let isProvision: Bool
    var isInForce = true
  }

  struct CacheKey: Hashable {
    let provider: Int
    let target: Int
    let scope: Int
  }

  struct CacheEntry {
    let instance: Int
    let isStrong: Bool
    var flow: Int?
    /// The clock that invalidates the instance, and the time of the clock when the instance was cached.
    var validity: (clock: Int, time: Int)?
    /// The remaining number of resolves that may return the instance, if it is limited.
    var uses: Int?
    let sequenceNumber: Int

    var isChecked: Bool { validity != nil || uses != nil }
  }

  struct Scope {
    let parent: Int
    /// The outer scopes whose overrides are visible from this scope.
    let visible: [Int]
    /// The outer scopes whose cached instances this scope reuses.
    let reused: [Int]
    let isOfTest: Bool
    /// Whether an instance retains the scope, because the factory of the instance has opened the scope.
    let isOwned: Bool
    /// Whether the injections under test retain the scope.
    var isRetained: Bool
    var hasEnded = false
    var isReleased = false

    /// Whether operations can run in the scope.
    var isReachable: Bool { isRetained || isOwned && !isReleased }
  }

  struct Consumer {
    let target: Int
    let scope: Int
    let kind: ConsumerKind
    /// The instance that was read or assigned; for a dynamic consumer, only an assigned one.
    var instance: Int?
    /// Whether a weak consumer retains its instance, because the instance is an assigned value.
    var retainsValue = false
    var isReading = false
    /// The target whose factory has created the consumer.
    let creator: Int?
  }

  struct Frame {
    let target: Int
    let scope: Int
    let sequenceNumber: Int
    /// Whether an override was rolled back during the factory call, so the instance must not be cached.
    var isInvalidated = false
  }

  /// An action, in the order in which the actions began.
  ///
  /// The injections under test replay the actions.
  struct TraceEntry {
    let action: Action
    /// The scope from which the action was performed.
    let origin: Int
    /// The scope in which the action was performed.
    let scope: Int
    var result: [Int]
  }

  let targets: [Target]
  let families: [Family]
  let hasChecks: Bool
  let isInContext: Bool
  let isObserved: Bool
  var providers: [Provider] = []
  /// The overrides that were not rolled back, oldest first, for each subject.
  var overridesBySubject: [[Int]]
  /// The providers that were created by providing implementations, in order, including withdrawn ones.
  var provisions: [Int] = []
  var cache: [CacheKey: CacheEntry] = [:]
  /// Objects that were deallocated before a rollback or a flow removed them from the cache.
  ///
  /// The injections under test may still have a reference to them, whose eviction is an event.
  var remains: [CacheKey: CacheEntry] = [:]
  /// The evicted instances that were not released yet, the most recently cached last.
  var evicted: [(key: CacheKey, entry: CacheEntry)] = []
  /// The release actions that ran since the last comparison with the injections under test.
  var releaseActions: [ReleaseAction] = []
  /// All scopes that were opened, after the global scope.
  var scopes = [Scope(parent: 0, visible: [], reused: [], isOfTest: false, isOwned: false, isRetained: true)]
  var consumers: [Int: Consumer] = [:]
  /// The providers that were created by overriding, in order, including rolled back ones.
  var tokens: [Int] = []
  var clocks = [0, 0]
  /// Every override, provision, factory call and cache fill gets a sequence number from this counter.
  var lastSequenceNumber = 0
  var validityCheckCount = 0
  var consumersMade = 0
  var lastFactoryID: Int

  /// The instances that each instance retains.
  var dependencies: [[Int]] = []
  /// The scope that each instance retains.
  var ownedScopes: [Int?] = []
  var isObject: [Bool] = []
  var isDeallocated: [Bool] = []
  /// Whether references were removed since the last search for unreferenced instances.
  var areReferencesStale = true
  /// The instances that running factories and callers retain.
  var temporaries: [Int] = []
  /// The frames of running factories, innermost last.
  var frames: [Frame] = []
  /// The requesters of resolves that would begin now, innermost last.
  var requesters: [ModelEvent.Requester] = []
  /// The events since the last comparison with the injections under test.
  var events: [PredictedEvent] = []
  /// The other observers, and for each of them the number of events before it since the last comparison.
  var observers: [Int: Int] = [:]
  var observersMade = 0
  var isSealed = false
  var stepsInDeinitializers = 0
  /// The scopes in which code runs, innermost last.
  ///
  /// Running code retains its scopes.
  var scopeStack = [0]

  var trace: [TraceEntry] = []
  var kinds: [Int]
  var executedScripts: Set<Int> = []
  /// The operation that the next instance runs in its deinitializer.
  var pendingDeinitializerAction: Operation?
  /// The instance that runs an operation in its deinitializer.
  ///
  /// At most one instance has such an action at a time.
  var deinitializerAction: (instance: Int, script: Operation)?
  var instancesWithDeinitializerAction: Set<Int> = []
  var hasFinished = false

  /// Whether a deinitializer can resolve the leaves now without causing a dependency cycle.
  var canResolveLeaves: Bool { !frames.contains { $0.target < 2 } }

  init(_ published: PublishedInjections) {
    let (targets, families) = (published.targets, published.families)
    hasChecks = published.hasChecks
    isInContext = published.isInContext
    isObserved = published.isObserved
    self.targets = targets
    self.families = families
    lastFactoryID = targets.count
    kinds = Array(repeating: 0, count: Operation.Kind.allCases.count)
    overridesBySubject = Array(repeating: [], count: targets.count + families.count)
    for (index, target) in targets.enumerated() {
      providers.append(
        Provider(
          subject: index,
          scope: 0,
          factory: target.factory,
          lifetime: target.lifetime,
          sequenceNumber: 0,
          isProvision: false
        )
      )
    }
  }

  var currentScope: Int { scopeStack[scopeStack.count - 1] }

  func family(of subject: Int) -> Family? {
    subject < targets.count ? nil : families[subject - targets.count]
  }

  func isRequired(_ subject: Int) -> Bool {
    family(of: subject)?.isRequired ?? (targets[subject].kind == .required)
  }

  // MARK: Scopes

  /// The scopes whose overrides are visible from a scope, starting with the scope.
  func visibleScopes(from scope: Int) -> [Int] {
    guard scope > 0 else { return [0] }
    return [scope] + scopes[scope].visible
  }

  /// The scopes whose cached instances a scope reuses, starting with the scope.
  func reusedScopes(from scope: Int) -> [Int] { [scope] + scopes[scope].reused }

  /// Whether overrides of `other` can influence instances that are built in `scope`.
  func isVisible(_ other: Int, from scope: Int) -> Bool { visibleScopes(from: scope).contains(other) }

  /// Opens a scope in the current scope, which only the next instance retains if the scope is owned.
  func openScope(_ kind: ScopeKind, isOwned: Bool = false) -> Int {
    let (visible, reused) = outerScopes(kind)
    scopes.append(
      Scope(
        parent: currentScope,
        visible: visible,
        reused: reused,
        isOfTest: kind.isOfTest,
        isOwned: isOwned,
        isRetained: !isOwned
      )
    )
    emit(.scopeOpened(scopes.count - 1))
    return scopes.count - 1
  }

  /// The outer scopes that a scope sees, and those whose instances it reuses, if it is opened in the current scope (rule 20).
  private func outerScopes(_ kind: ScopeKind) -> (visible: [Int], reused: [Int]) {
    switch kind {
    case .application(.isolated), .test(.isolated): return ([], [])
    case .application(.fresh), .test(.fresh): return (visibleScopes(from: currentScope), [])
    case .application(.inheriting), .test(.inheriting):
      return (visibleScopes(from: currentScope), reusedScopes(from: currentScope))
    case .test(nil):
      var enclosing = currentScope
      while enclosing > 0, !scopes[enclosing].isOfTest { enclosing = scopes[enclosing].parent }
      return enclosing == 0 ? ([], []) : (visibleScopes(from: enclosing), reusedScopes(from: enclosing))
    }
  }

  func endScope(_ scope: Int) {
    guard !scopes[scope].hasEnded else { return }
    scopes[scope].hasEnded = true
    evict { key, _ in key.scope == scope }
    emit(.scopeEnded(scope))
  }
}
