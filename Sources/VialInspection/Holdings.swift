import Vial

/// The identity of an instance of an injection: of the published factory, of an implementation or of an override, in the cache of a scope.
///
/// Instances that no cache owns are one instance in each scope.
struct InstanceID: Hashable {
  let declaration: InjectionDeclaration
  let overriddenAt: CallSite?
  let scope: OverrideScope.ID
}

extension InjectionResolution {
  var instanceID: InstanceID { InstanceID(declaration: declaration, overriddenAt: overriddenAt, scope: scope) }
}

/// The instances that other instances retain, and the captive dependencies among them.
@MainActor final class Holdings {
  /// A holder, and an instance that it retains.
  struct Edge: Hashable {
    let holder: InstanceID
    let held: InstanceID
  }

  /// A cached instance that retains a chain of instances, of which a cache owns only the last one at most.
  private struct Path {
    let holder: InstanceID
    var resolves: [InjectionResolution]
  }

  private struct Place: Hashable {
    let declaration: InjectionDeclaration
    let scope: OverrideScope.ID
  }

  /// The last resolve of each instance.
  private var resolutions: [InstanceID: InjectionResolution] = [:]

  /// The instance of an injection that was resolved last in each scope.
  private var latest: [Place: InstanceID] = [:]

  /// The instances that each instance retains.
  private var held: [InstanceID: [InstanceID: HeldResolves]] = [:]

  /// The instances that retain an instance which no cache owns.
  private var holders: [InstanceID: Set<InstanceID>] = [:]

  /// The instances that have resolved an instance of an implementation.
  private var holdersOfProvisions: [ProviderNumber: Set<Edge>] = [:]

  nonisolated init() {}

  // MARK: Changes

  func add(_ resolution: InjectionResolution) {
    let instance = resolution.instanceID
    resolutions[instance] = resolution
    latest[Place(declaration: instance.declaration, scope: instance.scope)] = instance
  }

  /// The instance that a consumer belongs to, which a factory has created.
  func latestInstance(of declaration: InjectionDeclaration, in scope: OverrideScope.ID) -> InstanceID {
    latest[Place(declaration: declaration, scope: scope)]
      ?? InstanceID(declaration: declaration, overriddenAt: nil, scope: scope)
  }

  /// Adds a resolve by an instance.
  ///
  /// - Returns: The edge, if the holder is not known to retain an instance of the same provider.
  func add(_ resolve: InjectionResolution, heldBy holder: InstanceID) -> Edge? {
    let target = resolve.instanceID
    if target == holder { return nil }
    let isNew = held[holder, default: [:]][target, default: HeldResolves()].add(resolve)
    guard isNew else { return nil }
    let edge = Edge(holder: holder, held: target)
    if !resolve.strategy.ownsInstances { holders[target, default: []].insert(holder) }
    if let number = resolve.provisionNumber { holdersOfProvisions[number, default: []].insert(edge) }
    #if DEBUG
    if Invariants.areChecked { checkInvariants() }
    #endif
    return edge
  }

  /// Forgets the instances that an instance has retained.
  func release(_ instance: InstanceID) {
    resolutions[instance] = nil
    let place = Place(declaration: instance.declaration, scope: instance.scope)
    if latest[place] == instance { latest[place] = nil }
    for (target, resolves) in held.removeValue(forKey: instance) ?? [:] {
      holders[target]?.remove(instance)
      if holders[target]?.isEmpty == true { holders[target] = nil }
      for number in resolves.provisionNumbers {
        holdersOfProvisions[number]?.remove(Edge(holder: instance, held: target))
      }
    }
    #if DEBUG
    if Invariants.areChecked { checkInvariants() }
    #endif
  }

  // MARK: Captive dependencies

  /// The captive dependencies that edges have made.
  func captives(through edges: [Edge]) -> [InjectionGraph.CaptiveDependency] {
    var captives: [InjectionGraph.CaptiveDependency] = []
    var ownersOf: [InstanceID: [Path]] = [:]
    for edge in edges {
      let owners = ownersOf[edge.holder] ?? self.owners(of: edge.holder)
      ownersOf[edge.holder] = owners
      for owner in owners { captives += self.captives(of: owner, through: edge.held, from: edge.holder) }
    }
    return captives
  }

  /// All captive dependencies, sorted, with one path each.
  var allCaptives: [InjectionGraph.CaptiveDependency] {
    var found: [InjectionGraph.CaptiveDependency] = []
    for (instance, targets) in held where owns(instance) {
      let owner = Path(holder: instance, resolves: [])
      for target in targets.keys { found += captives(of: owner, through: target, from: instance) }
    }
    var known: Set<[InjectionDeclaration]> = []
    let sorted = found.sorted { ($0.description.count, $0.description) < ($1.description.count, $1.description) }
    let unique = sorted.filter { known.insert([$0.holder, $0.captive]).inserted }
    return unique.sorted { $0.description < $1.description }
  }

  /// Returns the cached instances that still retain an instance of an implementation which is no longer provided, and forgets them.
  func takeHolders(of number: ProviderNumber) -> [InjectionGraph.CaptiveDependency] {
    var found: [InjectionGraph.CaptiveDependency] = []
    for edge in holdersOfProvisions.removeValue(forKey: number) ?? [] {
      let resolves = held[edge.holder]?[edge.held]?.retained ?? []
      guard let captive = resolves.first(where: { $0.provisionNumber == number }) else { continue }
      for owner in owners(of: edge.holder) {
        if let dependency = dependency(on: captive, of: owner) { found.append(dependency) }
      }
    }
    return found.sorted { $0.description < $1.description }
  }

  private func owns(_ instance: InstanceID) -> Bool { resolutions[instance]?.strategy.ownsInstances == true }

  /// The cached instances that retain an instance, by the shortest paths; the instance itself if a cache owns it.
  private func owners(of instance: InstanceID) -> [Path] {
    if owns(instance) { return [Path(holder: instance, resolves: [])] }
    var owners: [Path] = []
    var visited: Set = [instance]
    // The breadth-first search appends to the list that it traverses.
    var paths = [Path(holder: instance, resolves: [])]
    var index = 0
    while index < paths.count {
      let path = paths[index]
      index += 1
      for holder in holders[path.holder] ?? [] where !visited.contains(holder) {
        guard let resolve = held[holder]?[path.holder]?.retained.first else { continue }
        visited.insert(holder)
        let longer = Path(holder: holder, resolves: [resolve] + path.resolves)
        if owns(holder) { owners.append(longer) } else { paths.append(longer) }
      }
    }
    return owners
  }

  /// The captives of a cached instance that it retains through an instance, by the shortest paths.
  private func captives(
    of owner: Path,
    through first: InstanceID,
    from holder: InstanceID
  ) -> [InjectionGraph.CaptiveDependency] {
    guard let ownerStrategy = resolutions[owner.holder]?.strategy else { return [] }
    var captives: [InjectionGraph.CaptiveDependency] = []
    var visited: Set = [owner.holder, holder]
    var steps = [(from: holder, to: first, path: owner)]
    var index = 0
    while index < steps.count {
      let step = steps[index]
      index += 1
      let resolves = held[step.from]?[step.to]?.retained ?? []
      guard !resolves.isEmpty, visited.insert(step.to).inserted else { continue }
      let isOriginal = step.to.declaration == owner.holder.declaration
      if !isOriginal, let captive = resolves.first(where: { ownerStrategy.outlives($0.strategy) }) {
        if let dependency = dependency(on: captive, of: step.path) { captives.append(dependency) }
      }
      guard let next = resolves.first(where: { !$0.strategy.ownsInstances }) else { continue }
      var path = step.path
      path.resolves.append(next)
      for target in (held[step.to] ?? [:]).keys { steps.append((from: step.to, to: target, path: path)) }
    }
    return captives
  }

  private func dependency(on captive: InjectionResolution, of path: Path) -> InjectionGraph.CaptiveDependency? {
    guard let holder = resolutions[path.holder] else { return nil }
    return InjectionGraph.CaptiveDependency(of: holder, captive, through: path.resolves)
  }
}

/// The resolves of one instance by one holder.
///
/// The instance that a factory resolved is retained, so of each provider the last resolve by a factory is kept. A consumer
/// can release its instance later, so each resolve by a consumer is kept. When their number exceeds a limit, those whose
/// instances were released are removed.
@MainActor private struct HeldResolves {
  private var byFactories: [ProviderNumber?: InjectionResolution] = [:]
  private var byConsumers: [InjectionResolution] = []
  private var limit = 8

  /// Adds a resolve, and returns whether no known resolve has an instance of the same provider.
  mutating func add(_ resolution: InjectionResolution) -> Bool {
    let number = resolution.provisionNumber
    let isKnown = byFactories[number] != nil || byConsumers.contains { $0.provisionNumber == number }
    switch resolution.origin {
    case .code: byFactories[number] = resolution
    case .expression, .consumer: addByConsumer(resolution)
    }
    return !isKnown
  }

  private mutating func addByConsumer(_ resolution: InjectionResolution) {
    if byConsumers.count == limit {
      byConsumers.removeAll { !$0.isRetained }
      limit = max(8, 2 * byConsumers.count)
    }
    byConsumers.append(resolution)
  }

  /// The numbers of the provided implementations that have built the instances.
  var provisionNumbers: [ProviderNumber] {
    byFactories.keys.compactMap(\.self) + byConsumers.compactMap(\.provisionNumber)
  }

  /// The resolves whose instances are retained.
  var retained: [InjectionResolution] { byFactories.values + byConsumers.filter(\.isRetained) }
}

#if DEBUG
extension Holdings: @MainActor CustomDebugStringConvertible {
  var debugDescription: String {
    "Holdings(\(resolutions.count) instances, \(held.count) holders, \(holders.count) instances that no cache owns)"
  }

  /// Checks that both directions agree: what each instance retains, and what retains each instance.
  func checkInvariants() {
    for (holder, targets) in held {
      for (target, resolves) in targets {
        let isOwned = resolves.retained.allSatisfy(\.strategy.ownsInstances)
        let isKnown = holders[target]?.contains(holder) == true
        precondition(isOwned || isKnown, "\(self) has no holder \(holder) of \(target).")
      }
    }
    for (target, holders) in holders {
      for holder in holders {
        let isHeld = held[holder]?[target] != nil
        precondition(isHeld, "\(self) has a holder \(holder) of \(target), which it does not retain.")
      }
    }
    for edge in holdersOfProvisions.values.joined() {
      precondition(held[edge.holder]?[edge.held] != nil, "\(self) has a holder \(edge.holder) that was released.")
    }
  }
}

extension HeldResolves: @MainActor CustomDebugStringConvertible {
  var debugDescription: String { "HeldResolves(\(byFactories.count) of factories, \(byConsumers.count) of consumers)" }
}
#endif
