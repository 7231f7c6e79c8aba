import Testing
import Vial
import VialInspection

/// A dependency is captive if its holder lives longer than the dependency should.
@Suite(.checksInvariants) @MainActor struct CaptiveDependencyTests {
  private let payment: InjectionFlow
  private let checkout: InjectionFlow
  private let session: InjectionFlow
  private let other = InjectionFlow("other")

  init() {
    payment = InjectionFlow("payment")
    checkout = InjectionFlow("checkout", children: [payment])
    session = InjectionFlow("session", children: [checkout])
  }

  /// Returns the captive dependencies of a chain of injections with the given strategies, each of which resolves the next one.
  private func captives(_ strategies: InjectionStrategy...) -> [InjectionGraph.CaptiveDependency] {
    var next: Injection<String>?
    for (index, strategy) in strategies.enumerated().reversed() {
      let part = next
      next = Injection(strategy: strategy, fileID: "App/Part.swift", line: UInt(index)) {
        "\(index)" + (part?.resolve() ?? "")
      }
    }
    return withOverrideScope(.isolated) {
      InjectionGraph.record { _ = next?.resolve() }.captiveDependencies
    }
  }

  // MARK: Strategies

  @Test func dependencyIsCaptiveIfItShouldLiveShorterThanItsHolder() {
    let check = InjectionStrategy.cached { { true } }
    let expiring = InjectionStrategy.expiring(after: .seconds(1))
    func checked(in flow: InjectionFlow) -> InjectionStrategy { .cached(in: flow) { { true } } }

    let captives: [(InjectionStrategy, InjectionStrategy)] = [
      (.singleton, .flow(checkout)), (.singleton, expiring), (.singleton, checked(in: checkout)),
      (.flow(checkout), .flow(payment)), (.flow(session), .flow(payment)), (.flow(checkout), .flow(other)),
      (.flow(checkout), check), (expiring, .flow(checkout)), (checked(in: checkout), .flow(payment)),
      (expiring, .expiring(after: .seconds(1), in: checkout)), (checked(in: other), checked(in: checkout)),
    ]
    for (holder, captive) in captives {
      expectEqual(self.captives(holder, captive).count, 1, "\(holder) holds \(captive)")
    }
    let compatible: [(InjectionStrategy, InjectionStrategy)] = [
      (.singleton, .shared), (.singleton, .singleton), (.singleton, .onDemand), (.flow(checkout), .singleton),
      (.flow(checkout), .shared), (.flow(checkout), .onDemand), (.flow(checkout), .flow(checkout)),
      (.flow(payment), .flow(checkout)), (.flow(payment), .flow(session)), (checked(in: payment), .flow(checkout)),
      (checked(in: payment), checked(in: checkout)), (check, check), (check, .onDemand), (.shared, .flow(checkout)),
      (.shared, expiring), (.shared, .onDemand), (.onDemand, .onDemand), (.onDemand, .flow(checkout)),
      (.onDemand, .singleton),
    ]
    for (holder, dependency) in compatible {
      expect(self.captives(holder, dependency).isEmpty, "\(holder) holds \(dependency)")
    }
  }

  @Test func descriptionHasTheShortestPathFromTheHolderToTheCaptive() {
    let part = "String (App/Part.swift"
    let chains: [([InjectionGraph.CaptiveDependency], [String])] = [
      (captives(.singleton, .flow(checkout)), ["\(part):0), singleton, holds \(part):1), flow(checkout)"]),
      (
        captives(.singleton, .shared, .flow(checkout)),
        ["\(part):0), singleton, holds \(part):2), flow(checkout), through \(part):1), shared"]
      ),
      (
        captives(.singleton, .shared, .onDemand, .shared, .expiring(after: .seconds(1))),
        [
          "\(part):0), singleton, holds \(part):4), expiring(after: 1.0 seconds), through \(part):1), shared, "
            + "through \(part):2), onDemand, through \(part):3), shared"
        ]
      ),
      (
        captives(.singleton, .flow(checkout), .flow(payment)),
        [
          "\(part):0), singleton, holds \(part):1), flow(checkout)",
          "\(part):1), flow(checkout), holds \(part):2), flow(payment)",
        ]
      ),
      (
        captives(.singleton, .singleton, .flow(checkout)), ["\(part):1), singleton, holds \(part):2), flow(checkout)"]
      ),
    ]
    for (captives, descriptions) in chains { expectEqual(captives.map(\.description), descriptions) }

    let session = Injection(strategy: .flow(checkout), instance: "session")
    let shared = Injection(strategy: .shared, instance: session.resolve())
    let whole = Injection(strategy: .singleton, instance: shared.resolve() + session.resolve())
    let shortest = InjectionGraph.record { _ = whole.resolve() }.captiveDependencies
    expectEqual(shortest.map { $0.description.contains("through") }, [false])
  }

  @Test func strategyOfTheReplacementDeterminesTheLifetime() {
    let live = Injection(strategy: .singleton, instance: 1)
    let part = Injection(strategy: .flow(checkout), instance: 2)
    func graph(of part: Injection<Int>) -> InjectionGraph {
      let whole = Injection(strategy: .singleton, instance: "\(part.resolve())")
      return InjectionGraph.record { _ = whole.resolve() }
    }

    withOverrideScope(.isolated) {
      part.override(with: live)
      let forwarded = graph(of: part)
      expectEqual(forwarded.edges.count, 2)
      expect(forwarded.captiveDependencies.isEmpty)

      live.override(with: { $0.resolve() + 1 }, strategy: .flow(checkout))
      expectEqual(graph(of: live).captiveDependencies.count, 1)

      let holder = Injection(strategy: .singleton, instance: 0)
      let captive = Injection(strategy: .flow(checkout), instance: 1)
      let database = Injection(strategy: .singleton, instance: 2)
      holder.override { captive.resolve() + database.resolve() }
      expectEqual(InjectionGraph.record { _ = holder.resolve() }.captiveDependencies.count, 1)
    }
  }

  @Test func dependencyOfAValidityCheckIsNotRecorded() {
    let clock = Injection(strategy: .flow(payment), instance: Session())
    let family = InjectionFamily<Int, Int>(strategy: .cached { { clock.resolve() === clock.resolve() } }) { $0 }
    let whole = Injection<Int>(strategy: .flow(other)) {
      for key in 0..<50 { _ = family.resolve(key) }
      return 1
    }

    let graph = InjectionGraph.record { _ = whole.resolve() }

    expect(graph.captiveDependencies.allSatisfy { $0.captive.type != Session.self })
    expect(graph.edges.allSatisfy { $0.to.declaration?.type != Session.self })
  }

  // MARK: Consumers

  /// Records the work with a singleton that contains consumers of a session of a flow.
  private func graph(consumers: Int = 1, _ body: @MainActor ([Keeper]) -> Void) -> InjectionGraph {
    let session = Injection(strategy: .flow(checkout), instance: Session())
    let model = Injection(strategy: .singleton) { (0..<consumers).map { _ in Keeper(session) } }
    return InjectionGraph.record { body(model.resolve()) }
  }

  @Test func consumerHoldsTheInstanceThatItHasReadUntilItIsResetOrAssigned() {
    let works: [(String, captives: Int, consumers: Int, @MainActor ([Keeper]) -> Void)] = [
      ("read", 1, 1, { _ = $0[0].session }),
      (
        "reset", 0, 1,
        {
          _ = $0[0].session
          $0[0].$session.reset()
        }
      ),
      (
        "assigned", 0, 1,
        {
          _ = $0[0].session
          $0[0].session = Session()
        }
      ),
      (
        "read again", 1, 1,
        {
          _ = $0[0].session
          $0[0].$session.reset()
          _ = $0[0].session
        }
      ),
      (
        "one of two is reset", 1, 2,
        {
          for keeper in $0 { _ = keeper.session }
          $0[0].$session.reset()
        }
      ),
    ]
    for (name, captives, consumers, body) in works {
      let graph = graph(consumers: consumers, body)
      expectEqual(graph.edges.count, 1, name)
      expectEqual(graph.captiveDependencies.count, captives, name)
    }

    // A reset during the first read has no effect.
    let keeper = Variable<Keeper?>(nil)
    let session = Injection<Session>(strategy: .flow(checkout)) {
      keeper.content?.$session.reset()
      return Session()
    }
    let model = Injection(strategy: .singleton, instance: Keeper(session))
    let graph = InjectionGraph.record {
      keeper.content = model.resolve()
      _ = keeper.content?.session
    }
    expectEqual(graph.captiveDependencies.count, 1)
  }

  @Test func consumerHoldsNothingIfItIsDeallocatedWeakOrDynamic() {
    let session = Injection(strategy: .flow(checkout), instance: Session())
    let held = session.resolve()
    let flow = InjectionFlow("flow")
    let deallocated = Injection(strategy: .flow(flow), instance: Keeper(session))
    let observer = Injection(strategy: .singleton, instance: Observer(session))
    let reader = Injection(strategy: .singleton, instance: DynamicReader(session))

    let graph = InjectionGraph.record {
      _ = deallocated.resolve().session
      flow.clear()
      expect(observer.resolve().session === held)
      expect(reader.resolve().value === held)
    }

    expectEqual(graph.edges.count, 3)
    expect(graph.captiveDependencies.isEmpty)
  }

  @Test func factoryHoldsADependencyThatAConsumerAlsoReads() {
    let session = Injection(strategy: .flow(checkout), instance: Session())
    let observer = Injection<Observer>(strategy: .singleton) {
      _ = session.resolve()
      return Observer(session)
    }
    let whole = Injection(strategy: .singleton) { session.resolve() }

    let graph = InjectionGraph.record {
      _ = observer.resolve().session
      _ = Owner(whole).value
    }

    expectEqual(graph.captiveDependencies.count, 2)
  }

  @Test func consumerDoesNotHoldInstancesResolvedByItsExpression() {
    let isNew = Injection(strategy: .flow(checkout), instance: true)
    let (old, new) = (
      Injection(strategy: .singleton, instance: Session()), Injection(strategy: .singleton, instance: Session())
    )
    let model = Injection(strategy: .singleton, instance: Keeper(isNew.resolve() ? new : old))

    let graph = InjectionGraph.record {
      _ = model.resolve().session
      _ = Owner(isNew).value
    }

    expectEqual(graph.edges.count, 3)
    expectEqual(graph.edges.filter { $0.from.name.hasPrefix("VialTests/Fixtures.swift:") }.count, 1)
    expect(graph.captiveDependencies.isEmpty)
  }
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

  init(_ injection: Injection<Session>) { _session = WeakInstance(injection) }
}
