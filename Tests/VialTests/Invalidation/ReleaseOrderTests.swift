import Testing
import Vial

/// Clearing a flow and ending a scope release instances newest first (rule 29), so that services are closed after their
/// users.
@MainActor struct ReleaseOrderTests {
  /// The numbers of the deinitialized instances, in order.
  private final class Died { var order: [Int] = [] }

  private func injections(
    _ strategy: InjectionStrategy,
    _ died: Died,
    _ count: Int = 20
  ) -> [Injection<OnDeinit>] {
    (0..<count).map { number in
      Injection(strategy: strategy, instance: OnDeinit { died.order.append(number) })
    }
  }

  @Test(arguments: [2, 20])
  func clearingAFlowReleasesInstancesNewestFirst(count: Int) {
    let (flow, died) = (InjectionFlow("session"), Died())
    let injections = injections(.flow(flow), died, count)
    for injection in injections { _ = injection.resolve() }

    flow.clear()

    #expect(died.order == (0..<count).reversed())
    extendLifetime(injections)
  }

  @Test func clearingAFlowWithChildrenReleasesAllInstancesNewestFirst() {
    let child = InjectionFlow("page")
    let (flow, died) = (InjectionFlow("session", children: [child]), Died())
    let (own, page) = (injections(.flow(flow), died), injections(.flow(child), died))
    for (first, second) in zip(own, page) { _ = (first.resolve(), second.resolve()) }

    flow.clear()

    #expect(died.order == (0..<20).reversed().flatMap { [$0, $0] })
    extendLifetime((own, page))
  }

  @Test(arguments: [OverrideScope.Kind.inheriting, .isolated])
  func endOfAScopeReleasesInstancesNewestFirst(kind: OverrideScope.Kind) {
    let died = Died()
    let injections = injections(.singleton, died)

    withOverrideScope(kind) { for injection in injections { _ = injection.resolve() } }

    #expect(died.order == (0..<20).reversed())
  }
}
