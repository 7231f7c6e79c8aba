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

  /// The number by which lists of flows are sorted, which the first use determines.
  private(set) lazy var number = Moment.next()

  /// When a search has found the flow last, see `flowsInside()`.
  private var foundAt = Moment.beginning

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

  /// Creates the flow of the instances of a family.
  nonisolated init(at callSite: CallSite) {
    name = ""
    children = nil
    self.callSite = callSite
  }

  /// This flow and all flows that are cleared with it, each once.
  ///
  /// A search marks the flows that it has found, so that it takes constant time for each flow.
  @inline(never) func flowsInside() -> [InjectionFlow] {
    let now = Moment.next()
    var found: [InjectionFlow] = []
    var pending = [self]
    while let flow = pending.popLast() {
      if flow.foundAt == now { continue }
      flow.foundAt = now
      found.append(flow)
      pending += flow.children?.content ?? []
    }
    return found
  }

  /// Returns whether clearing this flow clears another one, which can be this flow.
  package func contains(_ other: InjectionFlow) -> Bool { flowsInside().contains { $0 === other } }
}
