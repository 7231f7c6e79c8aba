import Testing
import Vial

/// The events of released instances, overrides, rollbacks and scopes.
@MainActor struct LifetimeEventTests {
  @Test func overrideAndItsRollbackAreReported() throws {
    let injection = Injection(strategy: .singleton, instance: 1, fileID: "App/A.swift", line: 3)

    let events = events {
      injection.override(with: 2, fileID: "Tests/A.swift", line: 9)
      _ = injection.resolve()
      injection.rollbackOverride()
      injection.rollbackOverride()
    }

    expectEqual(
      events.summaries,
      [
        "overridden Int", "built Int as Int", "released Int", "rolled back Int",
      ]
    )
    guard case .overridden(let made) = events[0], case .rolledBack(let undone) = events[3] else {
      Issue.record("The events are of other kinds")
      return
    }
    expectEqual("\(made)", "Int (App/A.swift:3) overridden at Tests/A.swift:9")
    expectEqual("\(undone)", "\(made)")
  }

  @Test func instanceThatWasNeverBuiltIsNotReportedAsReleased() {
    let injection = Injection(strategy: .singleton, instance: 1)

    let events = events {
      injection.override(with: 2)
      injection.rollbackOverride()
      injection.clear()
      withOverrideScope { _ = injection.override(with: 2) }
    }

    expectEqual(
      events.summaries,
      [
        "overridden Int", "rolled back Int", "opened inheriting", "overridden Int",
        "ended inheriting",
      ]
    )
  }

  @Test func endingAScopeTwiceReportsOneEnd() {
    let events = events {
      let scope = OverrideScope(.isolated)
      scope.end()
      scope.end()
    }

    expectEqual(events.summaries, ["opened isolated", "ended isolated"])
  }

  @Test func rollbackReportsInstancesCachedUnderTheOverrideAsReleased() {
    let part = Injection(strategy: .singleton, instance: 1)
    let whole = Injection(strategy: .singleton, instance: "\(part.resolve())")

    let events = events {
      part.override(with: 2, strategy: .onDemand)
      _ = whole.resolve()
      part.rollbackOverride()
    }

    expectEqual(events.summaries.suffix(2), ["released String", "rolled back Int"])
  }

  @Test func clearedFlowListsTheInstancesOfSeveralScopesNewestFirst() {
    let flow = InjectionFlow("checkout")
    let first = Injection(strategy: .flow(flow), instance: 1)
    let second = Injection(strategy: .flow(flow), instance: "2")
    let third = Injection(strategy: .flow(flow), instance: true)
    let outer = OverrideScope(.isolated)
    let inner = outer.run { OverrideScope(.inheriting) }
    outer.run { _ = first.resolve() }
    inner.run { _ = second.resolve() }
    outer.run { _ = third.resolve() }

    let events = events { inner.run { flow.clear() } }

    #expect(
      events.summaries == [
        "released Bool", "released String", "released Int", #"cleared checkout ["Bool", "String", "Int"]"#,
      ]
    )
    inner.end()
    outer.end()
  }

  @Test func deallocatedSharedObjectIsReportedAtTheNextResolve() {
    let counter = InstanceCounter()
    let injection = Injection(strategy: .shared, instance: CountedObject(counter))

    let events = events {
      _ = injection.resolve()
      _ = injection.resolve()
    }

    expectEqual(
      events.summaries,
      [
        "built CountedObject as CountedObject",
        "released CountedObject", "built CountedObject as CountedObject",
      ]
    )
  }

  @Test func expiredInstanceIsReportedAsReleasedBeforeItsSuccessorIsBuilt() {
    let isValid = Box(true)
    let injection = Injection(strategy: .cached { { isValid.content } }, instance: 1)

    let events = events {
      _ = injection.resolve()
      _ = injection.resolve()
      isValid.content = false
      _ = injection.resolve()
    }

    expectEqual(
      events.summaries,
      [
        "built Int as Int", "reused Int",
        "released Int", "built Int as Int",
      ]
    )
  }

  @Test func clearedFlowIsReportedWithItsEvictedInstances() {
    let child = InjectionFlow("payment")
    let scope = InjectionFlow("checkout", children: [child])
    let number = Injection(strategy: .flow(scope), instance: 1)
    let text = Injection(strategy: .flow(child), instance: "text")
    number.override(with: { $0 + 1 })
    defer { number.rollbackOverride() }
    _ = (number.resolve(), text.resolve())

    let events = events {
      scope.clear()
      scope.clear()
    }

    expectEqual(
      events.summaries,
      [
        "released String", "released Int", "released Int", "cleared checkout [\"String\", \"Int\"]",
        "cleared checkout []",
      ]
    )
  }

  @Test(arguments: [OverrideScope.Kind.inheriting, .isolated])
  func scopeReportsItsOpeningItsInstancesAndItsEnd(kind: OverrideScope.Kind) {
    let injection = Injection(strategy: .singleton, instance: 1)

    let events = events {
      withOverrideScope(kind) {
        injection.override(with: 2)
        _ = injection.resolve()
      }
    }

    expectEqual(
      events.summaries,
      [
        "opened \(kind)", "overridden Int", "built Int as Int", "released Int",
        "ended \(kind)",
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

  @Test func openingAndEndOfAScopeAreReportedWithTheSameScope() {
    var current: OverrideScope?

    let events = events { withOverrideScope { current = .current } }

    guard case .scopeOpened(let opened) = events[0], case .scopeEnded(let closed) = events[1]
    else {
      Issue.record("The events are of other kinds")
      return
    }
    expect(opened === current)
    expect(closed === current)
  }
}

/// The event of a live use in the scope of a test (rule 28).
@MainActor struct LiveUseEventTests {
  @Test func observerCanOverrideTheLiveInjectionForTheNextResolve() {
    let injection = Injection(strategy: .singleton, instance: "live")
    let scope = OverrideScope()
    scope.reportLiveUses { _ in }
    let observation = Injections.observe { event in
      guard case .liveUse = event else { return }
      scope.run { _ = injection.override(with: "mock") }
    }

    expectEqual(scope.run { injection.resolve() }, "live")
    expectEqual(scope.run { injection.resolve() }, "mock")
    observation.cancel()
    scope.end()
  }

  @Test func resolveThatStopsTheProgramDeliversNoLiveUse() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let required = Injection<Int>.required("a number")
        let scope = OverrideScope()
        scope.reportLiveUses { _ in }
        Injections.observe { event in
          if case .liveUse = event { fatalError("delivered \(event)") }
        }
        _ = scope.run { required.resolve() }
      }
    }

    let message = standardError(of: result)
    expect(message.contains("is required, and no implementation was provided"))
    expect(!message.contains("delivered"))
  }
}
