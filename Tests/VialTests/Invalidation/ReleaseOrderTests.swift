import Testing
import Vial

/// Clearing a flow and ending a scope release instances newest first (rule 29), so that services are closed after their
/// users.
@Suite(.checksInvariants) @MainActor struct ReleaseOrderTests {
  /// The numbers of the deinitialized instances, in order.
  private final class DeinitializationLog { var order: [Int] = [] }

  private func injections(
    _ strategy: InjectionStrategy,
    _ log: DeinitializationLog,
    _ count: Int = 20
  ) -> [Injection<OnDeinit>] {
    (0..<count).map { number in
      Injection(strategy: strategy, instance: OnDeinit { log.order.append(number) })
    }
  }

  @Test(arguments: [2, 20])
  func clearingAFlowReleasesInstancesNewestFirst(count: Int) {
    let (flow, log) = (InjectionFlow("session"), DeinitializationLog())
    let injections = injections(.flow(flow), log, count)
    for injection in injections { _ = injection.resolve() }

    flow.clear()

    expect(log.order == (0..<count).reversed())
    extendLifetime(injections)
  }

  @Test func clearingAFlowWithChildrenReleasesAllInstancesNewestFirst() {
    let child = InjectionFlow("page")
    let (flow, log) = (InjectionFlow("session", children: [child]), DeinitializationLog())
    let (own, page) = (injections(.flow(flow), log), injections(.flow(child), log))
    for (first, second) in zip(own, page) { _ = (first.resolve(), second.resolve()) }

    flow.clear()

    expect(log.order == (0..<20).reversed().flatMap { [$0, $0] })
    extendLifetime((own, page))
  }

  @Test(arguments: [OverrideScope.Kind.inheriting, .isolated])
  func endOfAScopeReleasesInstancesNewestFirst(kind: OverrideScope.Kind) {
    let log = DeinitializationLog()
    let injections = injections(.singleton, log)

    withOverrideScope(kind) { for injection in injections { _ = injection.resolve() } }

    expect(log.order == (0..<20).reversed())
  }
}
