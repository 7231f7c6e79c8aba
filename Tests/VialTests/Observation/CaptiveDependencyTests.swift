import Testing
import Vial

/// A longer-lived instance that keeps a shorter-lived one.
@MainActor struct CaptiveDependencyTests {
  private nonisolated static let payment = InjectionScope("payment")
  private nonisolated static let checkout = InjectionScope("checkout", children: [payment])
  private nonisolated static let other = InjectionScope("other")

  /// What is said when an instance of one strategy is built from one of another.
  private func captives(
    _ holder: InjectionStrategy,
    from captive: InjectionStrategy
  ) -> [InjectionGraph.CaptiveDependency] {
    let part = Injection(strategy: captive, instance: 1, fileID: "App/Part.swift", line: 1)
    let whole = Injection(
      strategy: holder,
      instance: "\(part.resolve())",
      fileID: "App/Whole.swift",
      line: 2
    )
    return withOverrideScope(.isolated) {
      InjectionGraph.record { _ = whole.resolve() }.captiveDependencies
    }
  }

  @Test func bothDeclarationsAndStrategiesAreNamed() {
    let found = captives(.singleton, from: .onDemand)

    #expect(found.map(\.holder.description) == ["String (App/Whole.swift:2)"])
    #expect(found.map(\.captive.description) == ["Int (App/Part.swift:1)"])
    #expect(
      found.map(\.description) == [
        "String (App/Whole.swift:2), singleton, was built from Int (App/Part.swift:1), onDemand"
      ]
    )
  }

  @Test(arguments: [
    (InjectionStrategy.singleton, InjectionStrategy.onDemand),
    (.singleton, .scoped(checkout)),
    (.singleton, .expiring(after: .seconds(1))),
    (.scoped(checkout), .scoped(payment)),
    (.scoped(checkout), .scoped(other)),
    (.scoped(checkout), .onDemand),
    (.scoped(checkout), .cached { { true } }),
    (.shared, .onDemand),
    (.cached { { true } }, .onDemand),
  ])
  func captive(holder: InjectionStrategy, captive: InjectionStrategy) {
    #expect(captives(holder, from: captive).count == 1)
  }

  @Test(arguments: [
    (InjectionStrategy.singleton, InjectionStrategy.shared),
    (.singleton, .singleton),
    (.scoped(checkout), .singleton),
    (.scoped(checkout), .shared),
    (.scoped(checkout), .scoped(checkout)),
    (.scoped(payment), .scoped(checkout)),
    (.shared, .scoped(checkout)),
    (.shared, .singleton),
    (.onDemand, .onDemand),
    (.onDemand, .scoped(checkout)),
    (.onDemand, .singleton),
  ])
  func free(holder: InjectionStrategy, captive: InjectionStrategy) {
    #expect(captives(holder, from: captive).isEmpty)
  }

  @Test func whatAnInjectionProvidesForAnotherHasTheLifetimeOfTheOther() {
    let live = Injection(strategy: .singleton, instance: 1)
    let part = Injection(strategy: .singleton, instance: 2)
    let whole = Injection(strategy: .singleton, instance: "\(part.resolve())")
    part.override(with: live)
    defer { part.rollbackOverride() }

    let graph = InjectionGraph.record { _ = whole.resolve() }

    #expect(graph.edges.count == 2)
    #expect(graph.captiveDependencies.isEmpty)
  }

  @Test func anOverridesLifetimeIsWhatCounts() {
    let part = Injection(strategy: .singleton, instance: 1)
    let whole = Injection(strategy: .singleton, instance: "\(part.resolve())")
    part.override(with: { original in original.resolve() + 1 }, strategy: .onDemand)
    defer { part.rollbackOverride() }

    let graph = InjectionGraph.record { _ = whole.resolve() }

    #expect(graph.captiveDependencies.count == 1)
  }

  @Test func aTypeThatOwnsConsumersKeepsNothingCaptive() {
    let graph = InjectionGraph.record { _ = Reader().value }

    #expect(graph.edges.map(\.from.name) == ["Reader"])
    #expect(graph.captiveDependencies.isEmpty)
  }

  @Test func aConsumerMadeInAFunctionHasNoOwnerThatCouldBeKnown() {
    let part = Injection(strategy: .onDemand, instance: 1)

    let graph = InjectionGraph.record { _ = Owner(part).value }

    #expect(graph.nodes.map(\.name) == ["Int"])
    #expect(graph.edges.isEmpty)
  }
}

@MainActor private let number = Injection(strategy: .onDemand, instance: 1)

@MainActor private final class Reader {
  @Instance(number) var value
}
