import Vial

// The eviction of instances, their release actions, and the release of instances and scopes.

/// A release action that has run, with the scope in which it ran.
struct ReleaseAction: Equatable, CustomStringConvertible {
  let instance: Int
  let scope: Int

  var description: String { "\(instance) in \(scope)" }
}

extension ReferenceModel {
  /// Removes cache entries, all of them before the first release, and releases the most recent instance first.
  ///
  /// Each instance is released in the scope that has cached it, and that scope stays alive until then.
  func evict(clearing flow: Int? = nil, where isEvicted: (CacheKey, CacheEntry) -> Bool) {
    let entries = cache.merging(remains) { entry, _ in entry }
      .filter { isEvicted($0.key, $0.value) }
      .sorted { $0.value.sequenceNumber < $1.value.sequenceNumber }
      .map { (key: $0.key, entry: $0.value) }
    let cleared = flow.map { eventsOfClearing($0, evicting: entries) } ?? []
    defer { if isObserved { events += cleared } }
    guard !entries.isEmpty else { return releaseUnreferenced() }
    for (key, entry) in entries {
      remains[key] = isAlive(entry) ? nil : entry
      cache[key] = nil
      evicted.append((key, entry))
    }
    for _ in entries {
      let (key, entry) = evicted[evicted.count - 1]
      if entry.isStrong, hasReleaseAction(key) {
        releaseActions.append(ReleaseAction(instance: entry.instance, scope: key.scope))
      }
      emit(.released(target: key.target), isOptional: remains[key] != nil)
      scopeStack.append(key.scope)
      evicted.removeLast()
      releaseUnreferenced()
      scopeStack.removeLast()
      releaseUnreferenced()
    }
  }

  /// Whether the instances of a provider have a release action: instances of overrides do not.
  private func hasReleaseAction(_ key: CacheKey) -> Bool {
    let isOverride = key.provider >= targets.count && !providers[key.provider].isProvision
    return targets[key.target].hasReleaseAction && !isOverride
  }

  // MARK: Instances

  /// Builds an instance, which retains the scope that its factory opens.
  func make(_ isObject: Bool, _ dependencies: [Int], opening kind: OverrideScope.Kind? = nil) -> Int {
    self.dependencies.append(dependencies)
    self.isObject.append(isObject)
    ownedScopes.append(kind.map { openScope(.application($0), isOwned: true) })
    isDeallocated.append(false)
    areReferencesStale = true
    if let script = pendingDeinitializerAction, deinitializerAction == nil {
      pendingDeinitializerAction = nil
      deinitializerAction = (self.dependencies.count - 1, script)
      instancesWithDeinitializerAction.insert(self.dependencies.count - 1)
    }
    return self.dependencies.count - 1
  }

  func isAlive(_ instance: Int) -> Bool {
    if areReferencesStale { deallocateUnreferenced() }
    return !isDeallocated[instance]
  }

  var living: Set<Int> {
    if areReferencesStale { deallocateUnreferenced() }
    return Set(isDeallocated.indices.filter { !isDeallocated[$0] })
  }

  /// Deallocates unreferenced instances and scopes, and runs the deinitializer action if its instance is deallocated.
  func releaseUnreferenced() {
    areReferencesStale = true
    guard deinitializerAction != nil || scopes.contains(where: { !$0.isRetained && !$0.isReleased }) else { return }
    deallocateUnreferenced()
    guard let (instance, script) = deinitializerAction, !isAlive(instance) else { return }
    deinitializerAction = nil
    guard !hasFinished else { return }
    var constraints = OperationConstraints(kinds: Operation.inDeinitializer, targetLimit: 2)
    constraints.isInDeinitializer = true
    stepsInDeinitializers += 1
    step(script, constraints)
    stepsInDeinitializers -= 1
  }

  // MARK: References

  /// Deallocates all instances and scopes without references.
  ///
  /// References are counted, because instances and scopes can retain each other. Such a cycle stays alive until a scope
  /// in it ends.
  private func deallocateUnreferenced() {
    areReferencesStale = false
    var counts = ReferenceCounts(self)
    var released: [Int] = []
    while let next = counts.popUnreferenced() {
      switch next {
      case .instance(let instance):
        isDeallocated[instance] = true
        for dependency in dependencies[instance] { counts.release(.instance(dependency)) }
        if let scope = ownedScopes[instance] { counts.release(.scope(scope)) }
      case .scope(let scope):
        released.append(scope)
        scopes[scope].isReleased = true
        scopes[scope].hasEnded = true
        remains = remains.filter { $0.key.scope != scope }
        for (key, entry) in cache where key.scope == scope {
          cache[key] = nil
          if entry.isStrong { counts.release(.instance(entry.instance)) }
        }
        counts.release(.scope(scopes[scope].parent))
      }
    }
    if released.count > 1 || released.contains(where: { scopes[$0].isOwned }) { skipDeinitializerAction() }
  }

  /// Skips the deinitializer action if its instance was deallocated together with scopes, in an order that the rules do
  /// not define.
  private func skipDeinitializerAction() {
    if let action = deinitializerAction, isDeallocated[action.instance] { deinitializerAction?.script = .nothing }
  }

  /// The number of references to each living instance and each open scope.
  @MainActor private struct ReferenceCounts {
    enum Node {
      case instance(Int)
      case scope(Int)
    }

    private var instances: [Int]
    private var scopes: [Int]
    private var unreferenced: [Node] = []

    init(_ model: ReferenceModel) {
      instances = Array(repeating: 0, count: model.dependencies.count)
      scopes = Array(repeating: 0, count: model.scopes.count)
      for instance in model.temporaries { instances[instance] += 1 }
      for scope in model.scopeStack + model.frames.map(\.scope) { scopes[scope] += 1 }
      for entry in model.cache.values where entry.isStrong { instances[entry.instance] += 1 }
      for (key, entry) in model.evicted {
        if entry.isStrong { instances[entry.instance] += 1 }
        scopes[key.scope] += 1
      }
      for consumer in model.consumers.values {
        scopes[consumer.scope] += 1
        let isWeak = consumer.kind == .weakInstance && !consumer.retainsValue
        if let instance = consumer.instance, !isWeak { instances[instance] += 1 }
      }
      let livingInstances = model.isDeallocated.indices.filter { !model.isDeallocated[$0] }
      for instance in livingInstances {
        for dependency in model.dependencies[instance] { instances[dependency] += 1 }
        if let scope = model.ownedScopes[instance] { scopes[scope] += 1 }
      }
      let openScopes = model.scopes.indices.dropFirst().filter { !model.scopes[$0].isReleased }
      for scope in openScopes {
        scopes[model.scopes[scope].parent] += 1
        if model.scopes[scope].isRetained { scopes[scope] += 1 }
      }
      unreferenced = livingInstances.filter { instances[$0] == 0 }.map(Node.instance)
      unreferenced += openScopes.filter { scopes[$0] == 0 }.map(Node.scope)
    }

    mutating func popUnreferenced() -> Node? { unreferenced.popLast() }

    mutating func release(_ node: Node) {
      switch node {
      case .instance(let instance):
        instances[instance] -= 1
        if instances[instance] == 0 { unreferenced.append(node) }
      case .scope(let scope):
        scopes[scope] -= 1
        if scope > 0, scopes[scope] == 0 { unreferenced.append(node) }
      }
    }
  }
}
