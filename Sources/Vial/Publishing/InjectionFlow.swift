/// A flow of the application whose instances are released together.
///
/// Publish it beside the screens of the flow, name it in the strategies of injections, and clear it when the
/// flow ends. The next resolve builds a new instance. It is no ``OverrideScope``, which says where overrides
/// hold.
///
/// ```swift
/// @MainActor let payment = InjectionFlow("payment")
/// @MainActor let checkout = InjectionFlow("checkout", children: [payment])
/// @MainActor let cart = Injection(strategy: .flow(checkout), instance: Cart())
///
/// func orderPlaced() { checkout.clear() }
/// ```
///
/// It is isolated to the main actor. It keeps nothing itself. Clearing takes as many steps as there are instances
/// that flows keep, or that were built while something was overridden.
@MainActor public final class InjectionFlow {
  /// The name that descriptions and messages show.
  public nonisolated let name: String

  private let children: [InjectionFlow]

  /// Makes a flow.
  ///
  /// - Parameters:
  ///   - name: The name that descriptions and messages show.
  ///   - children: Flows that are cleared with this one; each may also be cleared alone.
  public nonisolated init(_ name: String, children: [InjectionFlow] = []) {
    self.name = name
    self.children = children
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
    let flows = cleared
    let slots = OverrideScope.ambient.lenders.flatMap { $0.journal.takeAll(of: flows) }
    let isObserved = Injections.isObserved
    Slot.empty(slots, reporting: isObserved ? .cleared(self, declarations(of: slots)) : nil)
  }

  /// Each injection once, also one whose override has decorated it.
  private func declarations(of slots: [Slot]) -> [InjectionDeclaration] {
    var known: Set<InjectionDeclaration> = []
    return slots.map(\.declaration).filter { known.isNew($0) }
  }

  /// This flow, and all that are cleared with it.
  private nonisolated var cleared: Set<ObjectIdentifier> {
    var known: Set<ObjectIdentifier> = []
    var found = [self]
    while let flow = found.popLast() {
      if known.isNew(ObjectIdentifier(flow)) { found += flow.children }
    }
    return known
  }

  /// Whether clearing this flow clears `other`, which may be this flow.
  nonisolated func contains(_ other: InjectionFlow) -> Bool {
    cleared.contains(ObjectIdentifier(other))
  }
}
