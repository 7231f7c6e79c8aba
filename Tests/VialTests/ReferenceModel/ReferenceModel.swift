import Vial

/// A reference implementation of the rules in `Docs/Semantics.md` that searches everything and has no fast paths.
///
/// Integers identify everything:
///
/// - An instance is its index in the order of building. It is alive if it is reachable from a cache, a consumer or a
///   running factory.
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
    /// The weakly referenced box of a shared value, which the consumers of the value retain.
    var box: Int?
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
    var isRetained = true
    var hasEnded = false
    var isReleased = false
  }

  struct Consumer {
    let target: Int
    let scope: Int
    let isWeak: Bool
    var instance: Int?
    var box: Int?
    /// Whether a weak consumer retains its instance, because the instance is an assigned value.
    var retainsValue = false
    var isReading = false
    /// Whether the consumer was assigned or reset while its first read was running.
    var isReplaced = false
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
  var providers: [Provider] = []
  /// The overrides that were not rolled back, oldest first, for each subject.
  var overridesBySubject: [[Int]]
  /// The providers that were created by providing implementations, in order, including withdrawn ones.
  var provisions: [Int] = []
  var cache: [CacheKey: CacheEntry] = [:]
  /// Scopes that were released together with others, in an order that the rules do not define.
  var releasedTogether: Set<Int> = []
  /// All scopes that were opened, after the global scope.
  var scopes = [Scope(parent: 0, visible: [], reused: [])]
  var consumers: [Int: Consumer] = [:]
  /// The providers that were created by overriding, in order, including rolled back ones.
  var tokens: [Int] = []
  var clocks = [0, 0]
  /// Every override, provision, factory call and cache fill gets a sequence number from this counter.
  var lastSequenceNumber = 0
  var lastBox = 0
  var validityCheckCount = 0
  var consumersMade = 0
  var lastFactoryID: Int

  /// The instances that each instance retains.
  var dependencies: [[Int]] = []
  var isObject: [Bool] = []
  /// The instances that running factories and callers retain.
  var temporaries: [Int] = []
  /// The frames of running factories, innermost last.
  var frames: [Frame] = []
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

  func openScope(_ kind: OverrideScope.Kind) -> Int {
    let parent = currentScope
    let visible = kind == .isolated ? [] : visibleScopes(from: parent)
    let reused = kind == .inheriting ? reusedScopes(from: parent) : []
    scopes.append(Scope(parent: parent, visible: visible, reused: reused))
    return scopes.count - 1
  }

  func endScope(_ scope: Int) {
    guard !scopes[scope].hasEnded else { return }
    scopes[scope].hasEnded = true
    evict { $0.scope == scope }
  }

  // MARK: Reachability

  var isReachabilityStale = true
  private var reachable: [Bool] = []

  func isAlive(_ instance: Int) -> Bool {
    if isReachabilityStale { markReachable() }
    return instance < reachable.count && reachable[instance]
  }

  var living: Set<Int> {
    if isReachabilityStale { markReachable() }
    return Set(reachable.indices.filter { reachable[$0] })
  }

  private func markReachable() {
    isReachabilityStale = false
    reachable = Array(repeating: false, count: dependencies.count)
    var next = temporaries
    for entry in cache.values where entry.isStrong { next.append(entry.instance) }
    for consumer in consumers.values {
      if let instance = consumer.instance, !consumer.isWeak || consumer.retainsValue { next.append(instance) }
    }
    while let instance = next.popLast() {
      if reachable[instance] { continue }
      reachable[instance] = true
      next += dependencies[instance]
    }
  }

  /// Releases unreachable scopes, and runs the deinitializer action if its instance is unreachable.
  func releaseUnreachable() {
    releaseScopes()
    isReachabilityStale = true
    guard let (instance, script) = deinitializerAction, !isAlive(instance) else { return }
    deinitializerAction = nil
    guard !hasFinished else { return }
    var constraints = OperationConstraints(kinds: Operation.inDeinitializer, targetLimit: 2)
    constraints.isInDeinitializer = true
    step(script, constraints)
  }

  private func releaseScopes() {
    guard scopes.contains(where: { !$0.isRetained && !$0.isReleased }) else { return }
    var used: Set<Int> = [0]
    var next = scopes.indices.filter { scopes[$0].isRetained } + scopeStack + consumers.values.map(\.scope)
    next += frames.map(\.scope)
    while let scope = next.popLast() {
      if used.insert(scope).inserted { next += [scopes[scope].parent] + scopes[scope].visible }
    }
    let gone = scopes.indices.filter { !used.contains($0) && !scopes[$0].isReleased }
    if gone.count > 1 { releasedTogether.formUnion(gone) }
    for scope in gone {
      scopes[scope].isReleased = true
      scopes[scope].hasEnded = true
      cache = cache.filter { $0.key.scope != scope }
    }
  }

  func make(_ isObject: Bool, _ dependencies: [Int]) -> Int {
    self.dependencies.append(dependencies)
    self.isObject.append(isObject)
    isReachabilityStale = true
    if let script = pendingDeinitializerAction, deinitializerAction == nil {
      pendingDeinitializerAction = nil
      deinitializerAction = (self.dependencies.count - 1, script)
      instancesWithDeinitializerAction.insert(self.dependencies.count - 1)
    }
    return self.dependencies.count - 1
  }

  /// Removes cache entries, all of them before the first deinitializer runs.
  func evict(where isEvicted: (CacheKey) -> Bool) {
    let keys = cache.keys.filter(isEvicted)
    guard !keys.isEmpty else { return releaseUnreachable() }
    for key in keys { cache[key] = nil }
    releaseUnreachable()
  }
}
