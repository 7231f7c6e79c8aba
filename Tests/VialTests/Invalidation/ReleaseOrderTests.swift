import Testing
import Vial

/// Clearing a flow and ending a scope release instances newest first (rule 29), so that services are closed after their
/// users.
@Suite(.checksInvariants) @MainActor struct ReleaseOrderTests {
  /// Publishes injections whose instances record their numbers when they are deallocated.
  private func injections(
    _ strategy: InjectionStrategy,
    _ order: Variable<[Int]>,
    _ count: Int
  ) -> [Injection<OnDeinit>] {
    (0..<count).map { number in
      Injection(strategy: strategy, instance: OnDeinit { order.content.append(number) })
    }
  }

  @Test func clearingAFlowAndEndingAScopeReleaseInstancesNewestFirst() {
    let child = InjectionFlow("page")
    let flow = InjectionFlow("session", children: [child])
    for count in [2, 20] {
      let order = Variable<[Int]>([])
      let (own, page) = (injections(.flow(flow), order, count), injections(.flow(child), order, count))
      for (first, second) in zip(own, page) { _ = (first.resolve(), second.resolve()) }
      flow.clear()
      extendLifetime((own, page))
      expectEqual(order.content, (0..<count).reversed().flatMap { [$0, $0] })
    }
    for kind in OverrideScope.Kind.all {
      let order = Variable<[Int]>([])
      let injections = injections(.singleton, order, 20)
      withOverrideScope(kind) { for injection in injections { _ = injection.resolve() } }
      expectEqual(order.content, (0..<20).reversed(), "\(kind)")
    }
  }
}
