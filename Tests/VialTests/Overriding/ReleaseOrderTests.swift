import Testing
import Vial

/// A flow or scope that is cleared releases its instances newest first (rule 29), so that a session's
/// services close after what uses them.
@MainActor struct ReleaseOrderTests {
  /// The numbers of those that died, in order.
  private final class Died { var order: [Int] = [] }

  private func injections(
    _ strategy: InjectionStrategy,
    _ died: Died,
    _ count: Int = 20
  ) -> [Injection<Farewell>] {
    (0..<count).map { number in
      Injection(strategy: strategy, instance: Farewell { died.order.append(number) })
    }
  }

  @Test(arguments: [2, 20])
  func ofAFlow(count: Int) {
    let (flow, died) = (InjectionFlow("session"), Died())
    let injections = injections(.flow(flow), died, count)
    for injection in injections { _ = injection.resolve() }

    flow.clear()

    #expect(died.order == (0..<count).reversed())
    extendLifetime(injections)
  }

  @Test func ofAFlowWithChildren() {
    let child = InjectionFlow("page")
    let (flow, died) = (InjectionFlow("session", children: [child]), Died())
    let (own, page) = (injections(.flow(flow), died), injections(.flow(child), died))
    for (first, second) in zip(own, page) { _ = (first.resolve(), second.resolve()) }

    flow.clear()

    #expect(died.order == (0..<20).reversed().flatMap { [$0, $0] })
    extendLifetime((own, page))
  }

  @Test(arguments: [OverrideScope.Kind.inheriting, .isolated])
  func ofAScope(kind: OverrideScope.Kind) {
    let died = Died()
    let injections = injections(.singleton, died)

    withOverrideScope(kind) { for injection in injections { _ = injection.resolve() } }

    #expect(died.order == (0..<20).reversed())
  }
}
