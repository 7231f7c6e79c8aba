import Testing
import Vial

/// The events of released instances, overrides, rollbacks and scopes.
@MainActor struct LifetimeEventTests {
  @Test func overridesReleasesAndScopesAreReported() {
    let injection = Injection(strategy: .singleton, instance: 1, fileID: "App/A.swift", line: 3)
    var current: OverrideScope?

    let events = events {
      withOverrideScope(.isolated) {
        current = .current
        injection.override(with: 2, fileID: "Tests/A.swift", line: 9)
        _ = injection.resolve()
        injection.rollbackOverride()
        injection.rollbackOverride()
      }
    }

    expectEqual(
      events.summaries,
      [
        "opened isolated", "overridden Int", "built Int as Int", "released Int", "rolled back Int", "ended isolated",
      ]
    )
    guard events.count == 6, case .scopeOpened(let opened) = events[0], case .overridden(let made) = events[1],
      case .rolledBack(let undone) = events[4], case .scopeEnded(let ended) = events[5]
    else { return }
    expectEqual("\(made)", "Int (App/A.swift:3) overridden at Tests/A.swift:9")
    expectEqual("\(undone)", "\(made)")
    expect(opened === current && ended === current)
  }

  @Test func clearedFlowListsTheInstancesOfItsChildrenAndScopesNewestFirst() {
    let child = InjectionFlow("payment")
    let flow = InjectionFlow("checkout", children: [child])
    let number = Injection(strategy: .flow(flow), instance: 1)
    let text = Injection(strategy: .flow(child), instance: "text")
    let flag = Injection(strategy: .flow(flow), instance: true)

    let cleared = withOverrideScope(.isolated) {
      let outer = OverrideScope.current
      number.override(with: { $0 + 1 })
      _ = number.resolve()
      return withOverrideScope {
        _ = text.resolve()
        outer.run { _ = flag.resolve() }
        return events {
          flow.clear()
          flow.clear()
        }
      }
    }

    expectEqual(
      cleared.summaries,
      [
        "released Bool", "released String", "released Int", "released Int",
        "cleared checkout [\"Bool\", \"String\", \"Int\"]", "cleared checkout []",
      ]
    )
  }

  enum Removal: CaseIterable {
    case rollback, withdrawal, replacement, clearedFlow, end
  }

  /// The event of an operation follows the events of its releases, and of everything that its release actions do (rule 28).
  @Test(arguments: Removal.allCases) func eventOfAnOperationFollowsItsReleases(removal: Removal) {
    let flow = InjectionFlow("flow")
    let other = Injection(strategy: .onDemand, instance: "in the action")
    let required = Injection<Int>.required("a number").onRelease { _ in _ = other.resolve() }
    let inFlow = Injection(strategy: .flow(flow), instance: 1).onRelease { _ in _ = other.resolve() }
    let scope = OverrideScope(.isolated)
    let part = Injection(strategy: .singleton, instance: 1)

    let reported = scope.run {
      let token = part.override(with: 2)
      let provision = required.provide(with: 1)
      _ = (required.resolve(), inFlow.resolve())
      return events {
        switch removal {
        case .rollback: token.rollback()
        case .withdrawal: provision.withdraw()
        case .replacement: required.provide(with: 2)
        case .clearedFlow: flow.clear()
        case .end: scope.end()
        }
      }
    }

    expect(reported.summaries.contains("released Int"))
    expect(reported.summaries.contains("built String as String"))
    let isLast =
      switch (removal, reported.last) {
      case (.rollback, .rolledBack), (.withdrawal, .withdrawn), (.replacement, .provided), (.clearedFlow, .cleared),
        (.end, .scopeEnded):
        true
      default: false
      }
    expect(isLast, "\(reported.summaries)")
    scope.end()
  }

  /// An observer that a release action adds receives the event of the clearing, with the instances that were evicted before.
  @Test func observerThatAReleaseActionAddsReceivesTheInjectionsOfTheClearing() {
    let flow = InjectionFlow("flow")
    var received: [InjectionEvent] = []
    var observation: InjectionObservation?
    let number = Injection(strategy: .flow(flow), instance: 1)
      .onRelease { _ in observation = Injections.observe { received.append($0) } }
    let text = Injection(strategy: .flow(flow), instance: "")
    _ = (text.resolve(), number.resolve())

    flow.clear()
    observation?.cancel()

    expectEqual(received.summaries, ["released Int", "released String", "cleared flow [\"Int\", \"String\"]"])
  }

  /// A release action has no requester, also in a task that a factory has started.
  @Test func resolveOfAReleaseActionHasNoRequester() async {
    let other = Injection(strategy: .onDemand, instance: "in the action")
    let released = Injection(strategy: .singleton, instance: 1).onRelease { _ in _ = other.resolve() }
    let factory = Injection(strategy: .onDemand) { Task { released.clear() } }
    _ = released.resolve()

    var requesters: [InjectionResolution.Requester?] = []
    let observation = Injections.observe { event in
      // Other tests run while this one waits.
      guard case .built(let resolution, instance: _, start: _, duration: _) = event else { return }
      if resolution.declaration == other.declaration { requesters.append(resolution.requester) }
    }
    await factory.resolve().value
    observation.cancel()

    expectEqual(requesters, [nil])
  }

  /// The event of a live use in the scope of a test follows the resolve.
  @Test func observerCanOverrideTheLiveInjectionForTheNextResolve() {
    let injection = Injection(strategy: .singleton, instance: "live")
    let scope = OverrideScope()
    scope.reportLiveUses { _ in }
    let observation = Injections.observe { event in
      guard case .liveUse = event else { return }
      scope.run { _ = injection.override(with: "mock") }
    }

    expectEqual(scope.run { [injection.resolve(), injection.resolve()] }, ["live", "mock"])
    observation.cancel()
    scope.end()
  }
}
