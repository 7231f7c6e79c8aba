import Testing
import Vial
import VialInspection

/// A dependency is captive if its holder lives longer than the dependency should.
@MainActor struct CaptiveDependencyTests {
  private nonisolated static let payment = InjectionFlow("payment")
  private nonisolated static let checkout = InjectionFlow("checkout", children: [payment])
  private nonisolated static let session = InjectionFlow("session", children: [checkout])
  private nonisolated static let other = InjectionFlow("other")

  /// Returns the captive dependencies of a chain of injections with the given strategies, each of which resolves the next one.
  private func captives(_ strategies: InjectionStrategy...) -> [InjectionGraph.CaptiveDependency] {
    var next: Injection<String>?
    for (index, strategy) in strategies.enumerated().reversed() {
      let part = next
      next = Injection(
        strategy: strategy,
        instance: "\(index)" + (part?.resolve() ?? ""),
        fileID: "App/Part.swift",
        line: UInt(index)
      )
    }
    return withOverrideScope(.isolated) {
      InjectionGraph.record { _ = next?.resolve() }.captiveDependencies
    }
  }

  @Test func descriptionHasBothDeclarationsAndStrategies() {
    let found = captives(.singleton, .flow(Self.checkout))

    expectEqual(found.map(\.holder.description), ["String (App/Part.swift:0)"])
    expectEqual(found.map(\.captive.description), ["String (App/Part.swift:1)"])
    expectEqual(
      found.map(\.description),
      [
        "String (App/Part.swift:0), singleton, holds String (App/Part.swift:1), flow(checkout)"
      ]
    )
  }

  @Test(arguments: [
    (InjectionStrategy.singleton, InjectionStrategy.flow(checkout)),
    (.singleton, .expiring(after: .seconds(1))),
    (.singleton, .cached(in: checkout) { { true } }),
    (.flow(checkout), .flow(payment)),
    (.flow(session), .flow(payment)),
    (.flow(checkout), .flow(other)),
    (.flow(checkout), .cached { { true } }),
    (.expiring(after: .seconds(1)), .flow(checkout)),
    (.expiring(after: .seconds(1)), .expiring(after: .seconds(1), in: checkout)),
    (.cached(in: checkout) { { true } }, .flow(payment)),
    (.cached(in: other) { { true } }, .cached(in: checkout) { { true } }),
  ])
  func shorterLivedDependencyIsCaptive(holder: InjectionStrategy, captive: InjectionStrategy) {
    expectEqual(captives(holder, captive).count, 1)
  }

  @Test(arguments: [
    (InjectionStrategy.singleton, InjectionStrategy.shared),
    (.singleton, .singleton),
    (.singleton, .onDemand),
    (.flow(checkout), .singleton),
    (.flow(checkout), .shared),
    (.flow(checkout), .onDemand),
    (.flow(checkout), .flow(checkout)),
    (.flow(payment), .flow(checkout)),
    (.flow(payment), .flow(session)),
    (.cached(in: payment) { { true } }, .flow(checkout)),
    (.cached(in: payment) { { true } }, .cached(in: checkout) { { true } }),
    (.cached { { true } }, .cached { { true } }),
    (.cached { { true } }, .onDemand),
    (.shared, .flow(checkout)),
    (.shared, .expiring(after: .seconds(1))),
    (.shared, .onDemand),
    (.onDemand, .onDemand),
    (.onDemand, .flow(checkout)),
    (.onDemand, .singleton),
  ])
  func compatibleStrategiesHaveNoCaptiveDependency(holder: InjectionStrategy, captive: InjectionStrategy) {
    expect(captives(holder, captive).isEmpty)
  }

  @Test(arguments: [InjectionStrategy.shared, .onDemand])
  func dependencyHeldThroughATransientInstanceIsCaptive(through: InjectionStrategy) {
    let found = captives(.singleton, through, .flow(Self.checkout))

    expectEqual(found.map(\.holder.callSite.line), [0])
    expectEqual(found.map(\.captive.callSite.line), [2])
    expectEqual(
      found.first?.description.hasSuffix(", through String (App/Part.swift:1), \(through)"),
      true
    )
  }

  @Test func descriptionHasThePathThroughSeveralInstances() {
    let found = captives(.singleton, .shared, .onDemand, .shared, .expiring(after: .seconds(1)))

    expectEqual(found.count, 1)
    expectEqual(
      found.first?.description.hasSuffix(
        ", through String (App/Part.swift:1), shared, through String (App/Part.swift:2), onDemand, "
          + "through String (App/Part.swift:3), shared"
      ),
      true
    )
  }

  @Test func dependenciesOfACaptiveAreReportedForTheCaptiveOnly() {
    let found = captives(.singleton, .flow(Self.checkout), .flow(Self.payment))

    expectEqual(found.map(\.holder.callSite.line), [0, 1])
    expectEqual(found.map(\.captive.callSite.line), [1, 2])
  }

  @Test func dependenciesOfASingletonAreReportedForTheSingletonOnly() {
    let found = captives(.singleton, .singleton, .flow(Self.checkout))

    expectEqual(found.map(\.holder.callSite.line), [1])
  }

  @Test func captiveIsReportedOnceWithTheShortestPath() {
    let session = Injection(strategy: .flow(Self.checkout), instance: "session")
    let shared = Injection(strategy: .shared, instance: session.resolve())
    let whole = Injection(strategy: .singleton, instance: shared.resolve() + session.resolve())

    let graph = InjectionGraph.record { _ = whole.resolve() }

    expectEqual(graph.captiveDependencies.count, 1)
    expectEqual(graph.captiveDependencies.first?.description.contains("through"), false)
  }

  @Test func strategyOfAForwardedInjectionDeterminesTheLifetime() {
    let live = Injection(strategy: .singleton, instance: 1)
    let part = Injection(strategy: .flow(Self.checkout), instance: 2)
    let whole = Injection(strategy: .singleton, instance: "\(part.resolve())")
    part.override(with: live)
    defer { part.rollbackOverride() }

    let graph = InjectionGraph.record { _ = whole.resolve() }

    expectEqual(graph.edges.count, 2)
    expect(graph.captiveDependencies.isEmpty)
  }

  @Test func strategyOfAnOverrideDeterminesTheLifetime() {
    let part = Injection(strategy: .singleton, instance: 1)
    let whole = Injection(strategy: .singleton, instance: "\(part.resolve())")
    part.override(with: { $0.resolve() + 1 }, strategy: .flow(Self.checkout))
    defer { part.rollbackOverride() }

    let graph = InjectionGraph.record { _ = whole.resolve() }

    expectEqual(graph.captiveDependencies.count, 1)
  }

  @Test func ownerThatIsNotInjectedHoldsNoCaptives() {
    let graph = InjectionGraph.record { _ = Reader().value }

    expectEqual(graph.edges.map(\.from.name), ["Reader"])
    expect(graph.captiveDependencies.isEmpty)
  }

  @Test func consumerCreatedInAnInitializerHasItsLineAsOwner() {
    let part = Injection(strategy: .onDemand, instance: 1)

    let graph = InjectionGraph.record { _ = Owner(part).value }

    expectEqual(graph.edges.count, 1)
    expectEqual(graph.edges.first?.from.name.hasPrefix("VialTests/Fixtures.swift:"), true)
    expect(graph.captiveDependencies.isEmpty)
  }

  // MARK: - Consumers

  private let session = Injection(strategy: .flow(checkout), instance: Session())

  @Test func consumerHoldsTheInstanceThatItHasRead() {
    let model = Injection(strategy: .singleton, instance: Keeper(session))

    let graph = InjectionGraph.record { _ = model.resolve().session }

    expectEqual(graph.captiveDependencies.count, 1)
  }

  @Test func factoryHoldsItsDependencyAfterTheConsumerIsDeallocated() {
    let part = Injection(strategy: .flow(Self.checkout), instance: 1)
    let whole = Injection(strategy: .singleton, instance: "\(part.resolve())")

    let graph = InjectionGraph.record { _ = Owner(whole).value }

    expectEqual(graph.captiveDependencies.count, 1)
  }

  @Test func consumerDoesNotHoldInstancesResolvedByItsExpression() {
    let isNew = Injection(strategy: .flow(Self.checkout), instance: true)
    let (old, new) = (
      Injection(strategy: .singleton, instance: Session()),
      Injection(strategy: .singleton, instance: Session())
    )
    let model = Injection(
      strategy: .singleton,
      instance: Keeper(isNew.resolve() ? new : old)
    )

    let graph = InjectionGraph.record { _ = model.resolve().session }

    expectEqual(graph.edges.count, 2)
    expect(graph.captiveDependencies.isEmpty)
  }

  @Test func resetConsumerHoldsNothing() {
    let model = Injection(strategy: .singleton, instance: Keeper(session))

    let graph = InjectionGraph.record {
      _ = model.resolve().session
      model.resolve().$session.reset()
    }

    expectEqual(graph.edges.count, 1)
    expect(graph.captiveDependencies.isEmpty)
  }

  @Test func assignedConsumerNoLongerHoldsTheInstanceThatItHasRead() {
    let model = Injection(strategy: .singleton, instance: Keeper(session))

    let graph = InjectionGraph.record {
      _ = model.resolve().session
      model.resolve().session = Session()
    }

    expect(graph.captiveDependencies.isEmpty)
  }

  @Test func resetConsumerHoldsTheInstanceOfItsNextRead() {
    let model = Injection(strategy: .singleton, instance: Keeper(session))

    let graph = InjectionGraph.record {
      _ = model.resolve().session
      model.resolve().$session.reset()
      _ = model.resolve().session
    }

    expectEqual(graph.captiveDependencies.count, 1)
  }

  @Test func deallocatedConsumerHoldsNothing() {
    let session = session
    let flow = InjectionFlow("flow")
    let model = Injection(strategy: .flow(flow), instance: Keeper(session))

    let graph = InjectionGraph.record {
      _ = model.resolve().session
      flow.clear()
    }

    expectEqual(graph.edges.count, 1)
    expect(graph.captiveDependencies.isEmpty)
  }

  @Test func oneOfTwoConsumersMakesADependencyCaptive() {
    let session = session
    let model = Injection(strategy: .singleton, instance: [Keeper(session), Keeper(session)])

    let graph = InjectionGraph.record {
      for model in model.resolve() { _ = model.session }
      model.resolve()[0].$session.reset()
    }

    expectEqual(graph.captiveDependencies.count, 1)
  }

  @Test func weakConsumerHoldsNothing() {
    let session = session
    let held = session.resolve()
    let model = Injection(strategy: .singleton, instance: Observer(session))

    let graph = InjectionGraph.record { expect(model.resolve().session === held) }

    expectEqual(graph.edges.count, 1)
    expect(graph.captiveDependencies.isEmpty)
  }

  @Test func factoryHoldsADependencyThatAWeakConsumerAlsoReads() {
    let session = session
    let model = Injection<Observer>(strategy: .singleton) {
      _ = session.resolve()
      return Observer(session)
    }

    let graph = InjectionGraph.record { _ = model.resolve().session }

    expectEqual(graph.captiveDependencies.count, 1)
  }

  @Test func dependencyOfAValidityCheckIsNotRecorded() {
    let clock = Injection(strategy: .flow(Self.payment), instance: Session())
    let family = InjectionFamily<Int, Int>(
      strategy: .cached { { clock.resolve() === clock.resolve() } }
    ) { $0 }
    let whole = Injection<Int>(strategy: .flow(Self.other)) {
      for key in 0..<50 { _ = family.resolve(key) }
      return 1
    }

    let graph = InjectionGraph.record { _ = whole.resolve() }

    expect(graph.captiveDependencies.allSatisfy { $0.captive.type != Session.self })
    expect(graph.edges.allSatisfy { $0.to.declaration?.type != Session.self })
  }
}

@MainActor private let number = Injection(strategy: .onDemand, instance: 1)

@MainActor private final class Reader {
  @Instance(number) var value
}

private final class Session {}

@MainActor private final class Keeper {
  @Instance var session: Session

  init(_ injection: @escaping @MainActor @autoclosure () -> Injection<Session>) {
    _session = Instance(injection())
  }
}

@MainActor private final class Observer {
  @WeakInstance var session: Session?

  init(_ injection: Injection<Session>) {
    _session = WeakInstance(injection)
  }
}
