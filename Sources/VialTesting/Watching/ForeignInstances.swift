#if DEBUG
import Vial

/// Tells a test that uses an instance of another test, or one from before the test, in debug builds.
///
/// A static model, a shared worker or a stored property of a test case keeps the instances of the first test that used it.
@MainActor enum ForeignInstances {
  static func observe() {
    TestHooks.readObserver = { consumer in
      guard let resolve = consumer.lastResolve else { return }
      let use = Use(declaration: resolve.declaration, isLive: resolve.isLive, scope: consumer.scope)
      if use.scope.testScope == nil {
        checkKeptInstance(of: consumer, use, resolve.moment)
      } else {
        check(use, by: consumer)
      }
    }
    TestHooks.endedScopeObserver = { declaration, isLive, scope in
      // The receiver tells live uses.
      if !isLive { check(Use(declaration: declaration, isLive: isLive, scope: scope), by: nil) }
    }
  }

  /// A use of an injection in a scope that is not the scope of the code.
  private struct Use {
    let declaration: InjectionDeclaration
    let isLive: Bool
    let scope: OverrideScope

    /// The effect for a test: a warning if an override has made the instance or should have made it, otherwise that of a live
    /// instance.
    @MainActor func effect(for test: Participant) -> LiveUse {
      let isOverridden = scope.overrides(declaration) || test.scope.overrides(declaration)
      guard isLive else { return isOverridden ? .warns : .allowed }
      if test.identity.publishes(declaration) || test.scope.livePermissions.allow(declaration) {
        return isOverridden ? .warns : .allowed
      }
      return test.policy == .allowed && isOverridden ? .warns : min(test.policy, .fails)
    }
  }

  /// Checks a test that uses an injection in a scope of another test.
  ///
  /// If the other test has ended, the object has outlived it, so the test is told now. If the other test is running, its own
  /// code may have been called by this test, such as the observer of a notification that this test has posted. So the test is
  /// told when the other test ends, if the object outlives it. A scope that code has opened and not ended is shared on
  /// purpose.
  private static func check(_ use: Use, by consumer: AnyConsumer?) {
    // The common case is determined without searching the test of the code.
    guard let testScope = use.scope.testScope, TestOfTask.running !== testScope.test else { return }
    let owner = testScope.test
    guard let reader = Participant.ofRunningCode, let ownerSide = Participant(ownerOf: use.scope) else { return }
    if reader.isSameTest(as: ownerSide) { return }
    // A live instance that the owner permits is a warning for a reader that forbids it.
    let effect =
      use.isLive
      ? LiveUse.combined([use.effect(for: reader), ownerSide.effect(ofKept: use.declaration)]) : use.effect(for: reader)
    guard effect != .allowed else { return }
    let attribution = use.isLive ? Attribution.two(code: reader, owner: ownerSide) : .one(reader)
    let user = consumer?.nameInMessages ?? use.declaration.description
    let callSite = consumer?.callSite ?? use.declaration.callSite
    let report: @MainActor () -> Void = {
      let owner = owner.identity == reader.identity ? "another case" : "the test \(owner.identity.name)"
      let report = Report(
        id: .objectOfAnotherTest,
        subject: .foreignInstance(callSite),
        effect: effect,
        attribution: attribution,
        origin: CallLocation(callSite),
        event: "The test \(reader.identity.name) uses \(user) in the scope of \(owner), which has ended",
        facts: use.isLive ? ["Live: \(use.declaration)"] : [],
        explanation: "Its overrides are the overrides of that test, whatever the current test overrides.",
        fixes: [
          "Create the object in each test instead of storing it in a static property or a shared object.",
          "To hand an object to a later test on purpose, create it in a scope that does not end: OverrideScope(.isolated).",
          "If that test has left work behind, such as a block on the main queue, wait for the work in that test.",
        ]
      )
      Reports.report(report, about: report.subject, effect, attribution)
    }
    if owner.hasEnded {
      if use.scope.hasEnded { report() }
    } else if let consumer, use.scope.id == testScope.scopeID {
      owner.whenTestEnds(with: consumer, report)
    }
  }

  /// Tells a test that reads a consumer outside the scopes of all tests, which keeps an instance from before the test.
  private static func checkKeptInstance(of consumer: AnyConsumer, _ use: Use, _ moment: Moment) {
    guard let reader = Participant.ofRunningCode, !reader.identity.isExempt else { return }
    if let run = reader.run {
      if moment >= run.startedAt { return }
      if reader.scope.reusesGlobalInstances && !reader.scope.overrides(use.declaration) { return }
    } else if !use.isLive || !use.scope.isGlobal || Engine.readingConsumer === consumer {
      // The receiver tells the first read.
      return
    }
    let isPermittedOutside = use.scope.permissionsWithoutTest.allow(use.declaration)
    if use.isLive, isPermittedOutside, !reader.scope.overrides(use.declaration) { return }
    let effect = use.isLive && isPermittedOutside ? .warns : use.effect(for: reader)
    let report = Report(
      id: .keptInstance,
      subject: .foreignInstance(consumer.callSite),
      effect: effect,
      attribution: .one(reader),
      origin: CallLocation(consumer.callSite),
      event:
        "The test \(reader.identity.name) reads \(consumer.nameInMessages), which keeps an instance from before the test",
      explanation:
        "The instance of \(use.declaration) was resolved outside every override scope, whatever the test overrides.",
      fixes: [
        "Create the object in each test, or reset the property at the beginning of the test: $property.reset().",
        "To keep the instance, allow it in the test: allowLive().",
      ]
    )
    let attribution = Attribution.one(reader)
    // A test without a scope that made the first read was told by the receiver.
    if Reports.wasMade(.liveUse(use.declaration), Reports.limit(of: .liveUse(use.declaration), effect, attribution)) {
      return
    }
    Reports.report(report, about: report.subject, effect, attribution)
  }
}

extension Participant {
  /// The effect of a live instance that a consumer of this test keeps.
  fileprivate func effect(ofKept declaration: InjectionDeclaration) -> LiveUse {
    identity.publishes(declaration) || scope.livePermissions.allow(declaration) ? .allowed : min(policy, .fails)
  }
}

extension OverrideScope {
  /// Whether this scope sees an override of an injection or of its family.
  fileprivate func overrides(_ declaration: InjectionDeclaration) -> Bool {
    run { Overrides.active.contains { $0.declaration == declaration || $0.declaration == declaration.family } }
  }
}
#endif
