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

  /// The number of the most recent search that has found the flow, see `markFlows()`.
  private(set) var mark = Moment.beginning

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

  /// Marks this flow and all flows that are cleared with it, and returns the mark.
  ///
  /// So a search for the instances of the flows takes constant time for each instance.
  func markFlows() -> Moment {
    let newMark = Moment.next()
    var flows = [self]
    while let flow = flows.popLast() {
      if flow.mark == newMark { continue }
      flow.mark = newMark
      flows += flow.children?.content ?? []
    }
    return newMark
  }

  /// Returns whether clearing this flow clears another one, which can be this flow.
  package func contains(_ other: InjectionFlow) -> Bool {
    let mark = markFlows()
    return other.mark == mark
  }
}
