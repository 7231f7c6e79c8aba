/// A flow of the application whose instances are evicted together, such as a sign-up or a checkout.
///
/// Publish a flow next to the screens that belong to it, name it in the strategies of injections, and clear it when the
/// flow ends. The next resolve builds an instance.
///
/// ```swift
/// @MainActor let payment = InjectionFlow("payment")
/// @MainActor let checkout = InjectionFlow("checkout", children: [payment])
/// @MainActor let cart = Injection(strategy: .flow(checkout), instance: Cart())
///
/// func orderPlaced() { checkout.clear() }
/// ```
///
/// A flow is isolated to the main actor. It retains its children, but no instances.
@MainActor public final class InjectionFlow {
  /// The name of the flow in descriptions and messages.
  public nonisolated let name: String

  private nonisolated let children: ReleaseChain<[InjectionFlow]>?

  nonisolated let callSite: CallSite

  /// Publishes a flow.
  ///
  /// - Parameters:
  ///   - name: The name of the flow in descriptions and messages.
  ///   - children: Flows that are cleared with this one. Each can also be cleared alone.
  ///   - fileID: The file to name in diagnostics.
  ///   - line: The line to name in diagnostics.
  ///   - function: The declaration that contains the call, for diagnostics.
  public nonisolated init(
    _ name: String,
    children: [InjectionFlow] = [],
    fileID: StaticString = #fileID,
    line: UInt = #line,
    function: StaticString = #function
  ) {
    self.name = name
    self.children = children.isEmpty ? nil : ReleaseChain(children, followedBy: children.compactMap(\.children))
    callSite = CallSite(fileID, line, publishedIn: function)
  }

  /// Evicts every instance of this flow and its children, the most recent first.
  ///
  /// Consumers keep their instances. An instance that is being built is cached afterwards, because it is more recent. In an
  /// override scope, this evicts the instances of that scope, and the instances outside that the scope reuses.
  ///
  /// The cost is proportional to the number of instances that belong to flows, or that were cached while something was
  /// overridden.
  public func clear() {
    Operation.perform {
      let flows = flowsToClear
      for scope in OverrideScope.currentOnMainActor.reusedScopes { scope.journal.evict(of: flows) }
      Operation.emit(.cleared(self, Operation.evictedDeclarations))
    }
  }

  /// The identities of this flow and of all flows that are cleared with it.
  private nonisolated var flowsToClear: Set<ObjectIdentifier> {
    var identities: Set<ObjectIdentifier> = [ObjectIdentifier(self)]
    var flows = [self]
    while let flow = flows.popLast() {
      for child in flow.children?.content ?? [] where identities.insert(ObjectIdentifier(child)).inserted {
        flows.append(child)
      }
    }
    return identities
  }

  /// Returns whether clearing this flow clears another one, which can be this flow.
  package nonisolated func contains(_ other: InjectionFlow) -> Bool { flowsToClear.contains(ObjectIdentifier(other)) }
}
