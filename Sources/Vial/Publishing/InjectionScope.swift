/// A flow of the application whose instances are released together.
///
/// Publish the scope beside the flow, name it in the strategies of injections, and clear it when the
/// flow ends. The next resolve builds a new instance.
///
/// ```swift
/// @MainActor let payment = InjectionScope("payment")
/// @MainActor let checkout = InjectionScope("checkout", children: [payment])
/// @MainActor let cart = Injection(strategy: .scoped(checkout), instance: Cart())
///
/// func orderPlaced() { checkout.clear() }
/// ```
///
/// It is isolated to the main actor. It has one entry for each instance that is cached in it.
@MainActor
public final class InjectionScope {
  /// The name that descriptions and messages show.
  public nonisolated let name: String

  private let children: [InjectionScope]
  /// What it keeps, by the serial number of the override scope.
  private var logs: [UInt64: CacheLog] = [:]

  /// How many entries the logs have together, or more; all are looked through at once.
  private var count = 0
  private var upkeep = Upkeep()

  /// Makes a scope.
  ///
  /// - Parameters:
  ///   - name: The name that descriptions and messages show.
  ///   - children: Scopes that are cleared with this one; each may also be cleared alone.
  public nonisolated init(_ name: String, children: [InjectionScope] = []) {
    self.name = name
    self.children = children
  }

  /// Releases every instance that this scope and its children keep.
  ///
  /// Consumers keep the instances that they hold. An instance whose factory is running while the scope
  /// is cleared is kept too, because it is newer than the clearing.
  ///
  /// In an override scope it releases the instances that this override scope sees: its own, and those
  /// outside that it inherits. Outside every override scope it releases the instances there. It never
  /// touches the instances of other override scopes, such as those of parallel tests.
  public func clear() {
    let slots = takeSlots(seenFrom: .current)
    if Injections.isObserved { Injections.emit(.cleared(self, declarations(of: slots))) }
    AnySlot.empty(slots.filter { $0.cache != .empty })
  }

  /// Each injection once, also one whose override has decorated it.
  private func declarations(of slots: [AnySlot]) -> [InjectionDeclaration] {
    var known: Set<InjectionDeclaration> = []
    return slots.map(\.declaration).filter { known.insert($0).inserted }
  }

  private func takeSlots(seenFrom scope: OverrideScope?) -> [AnySlot] {
    var slots: [AnySlot] = []
    for place in OverrideScope.places(seenFrom: scope) {
      guard let log = logs.removeValue(forKey: place?.serial ?? 0) else { continue }
      slots += log.slots
      count -= log.count
    }
    upkeep.fell(to: count)
    return children.reduce(into: slots) { $0 += $1.takeSlots(seenFrom: scope) }
  }

  /// Whether clearing this scope clears `other`, which may be this scope.
  nonisolated func contains(_ other: InjectionScope) -> Bool {
    self === other || children.contains { $0.contains(other) }
  }

  func note(_ slot: AnySlot, in scope: OverrideScope?) {
    logs[scope?.serial ?? 0, default: CacheLog()].append(slot)
    count += 1
    if upkeep.isDue(at: count) { dropGone() }
  }

  /// Drops what is gone from every log, and the logs of scopes that have nothing left in them.
  private func dropGone() {
    var shared: [Alive] = []
    let kept = logs.compactMapValues { log in
      var log = log
      shared += log.dropGone()
      return log.count == 0 ? nil : log
    }
    count = kept.values.reduce(0) { $0 + $1.count }
    upkeep.isDone(logs.count, keeping: count)
    logs = kept
    extendLifetime(shared)
  }
}
