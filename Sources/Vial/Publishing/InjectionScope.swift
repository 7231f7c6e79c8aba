/// A flow of the application whose instances are released together.
///
/// Publish it beside the screens of the flow, name it in the strategies of injections, and clear it when the
/// flow ends. The next resolve builds a new instance. It is no ``OverrideScope``, which says where overrides
/// hold.
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
@MainActor public final class InjectionScope {
  /// The name that descriptions and messages show.
  public nonisolated let name: String

  /// The flows that are cleared with it, each once.
  private let inner: [InjectionScope]

  /// What it keeps, by the serial number of the override scope.
  private var journals: [UInt64: Journal] = [:]

  /// How many entries the journals have together, or more; all are looked through at once.
  private var count = 0
  private var upkeep = Upkeep()

  /// Makes a flow.
  ///
  /// - Parameters:
  ///   - name: The name that descriptions and messages show.
  ///   - children: Flows that are cleared with this one; each may also be cleared alone.
  public nonisolated init(_ name: String, children: [InjectionScope] = []) {
    self.name = name
    var inner: [InjectionScope] = []
    for flow in children.flatMap({ [$0] + $0.inner }) where !inner.contains(where: { $0 === flow }) {
      inner.append(flow)
    }
    self.inner = inner
  }

  /// Releases every instance that this flow and its children keep.
  ///
  /// Consumers keep the instances that they hold. An instance whose factory is running while the flow
  /// is cleared is kept too, because it is newer than the clearing.
  ///
  /// In an override scope it releases the instances that this override scope sees: its own, and those
  /// outside that it inherits. Outside every override scope it releases the instances there. It never
  /// touches the instances of other override scopes, such as those of parallel tests.
  public func clear() {
    let slots = takeSlots(seenFrom: .ambient)
    if Injections.isObserved { Injections.emit(.cleared(self, declarations(of: slots))) }
    Slot.empty(slots)
  }

  /// Each injection once, also one whose override has decorated it.
  private func declarations(of slots: [Slot]) -> [InjectionDeclaration] {
    var known: Set<InjectionDeclaration> = []
    return slots.map(\.name.declaration).filter { known.isNew($0) }
  }

  private func takeSlots(seenFrom scope: OverrideScope) -> [Slot] {
    var (slots, looked): ([Slot], Looked) = ([], [])
    for flow in [self] + inner {
      for place in scope.lenders {
        guard var journal = flow.journals.removeValue(forKey: place.serial) else { continue }
        slots += journal.takeAll(after: 0, &looked)
      }
    }
    return slots
  }

  /// Whether clearing this flow clears `other`, which may be this flow.
  nonisolated func contains(_ other: InjectionScope) -> Bool {
    self === other || inner.contains { $0 === other }
  }

  func noteFilled(_ slot: Slot, in scope: OverrideScope, _ looked: inout Looked) {
    count += 1
    journals[scope.serial, default: Journal()].add(slot, &looked)
    if upkeep.isDue(at: count) { dropGone(&looked) }
  }

  /// Drops what is gone from every journal, and the journals of scopes that have nothing left in them.
  private func dropGone(_ looked: inout Looked) {
    journals = journals.compactMapValues { journal in
      var journal = journal
      journal.dropGone(&looked)
      return journal.isEmpty ? nil : journal
    }
    count = journals.values.reduce(0) { $0 + $1.count }
    upkeep.isDone(keeping: count)
  }
}
