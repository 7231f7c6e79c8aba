#if DEBUG
import Vial

/// Warns a test that uses an instance of another test, or one from before the test, in debug builds.
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
    TestHooks.resolveObserver = { scope, resolve in
      guard scope.hasEnded else { return StaticObjects.check(scope, resolve) }
      let resolve = resolve()
      // The receiver reports live uses.
      if !resolve.isLive { check(Use(declaration: resolve.declaration, isLive: false, scope: scope), by: nil) }
    }
  }

  /// A use of an injection in a scope that is not the scope of the code.
  private struct Use {
    let declaration: InjectionDeclaration
    let isLive: Bool
    let scope: OverrideScope

    /// The effect for a reader: a warning if an override has made the instance or should have made it, otherwise the effect of a live
    /// instance.
    @MainActor func effect(forReader test: Participant) -> LiveUse {
      let isOverridden = scope.sees(anOverrideOf: declaration) || test.scope.sees(anOverrideOf: declaration)
      let effect = isLive ? effectOfLiveInstance(for: test) : .allowed
      return effect == .allowed && isOverridden ? .warns : effect
    }

    /// The effect of a live instance, by the policy and the permissions of a test.
    @MainActor func effectOfLiveInstance(for test: Participant) -> LiveUse {
      test.permits(declaration, test.scope.permissionsOfTests) ? .allowed : min(test.policy, .fails)
    }
  }

  // MARK: Objects of other tests

  /// Checks a test that uses an injection in a scope of another test.
  ///
  /// If the other test has ended, the object has outlived it, so the report is made now. If the other test is running, its own
  /// code may have been called by this test, such as the observer of a notification that this test has posted. So the report is
  /// made when the other test ends, if the object outlives it. A scope that code has opened and not ended is shared on
  /// purpose.
  private static func check(_ use: Use, by consumer: AnyConsumer?) {
    // The common case is determined without searching the test of the code.
    guard let testScope = use.scope.testScope, TestOfTask.running !== testScope.test else { return }
    guard let reader = Participant.ofRunningCode, let owner = Participant(ownerOf: use.scope) else { return }
    if reader.isSameTest(as: owner) { return }
    if use.isLive, isReportedAsLiveUse(use, by: consumer, reader, owner) { return }
    if testScope.test.hasEnded {
      guard use.scope.hasEnded, let report = report(use, by: consumer, reader, owner) else { return }
      report.deliverOnce()
    } else if let consumer, use.scope.id == testScope.scopeID {
      if testScope.test.hasReportAtEnd(about: consumer, readBy: reader.identity) { return }
      guard let report = report(use, by: consumer, reader, owner) else { return }
      testScope.test.addReportAtEnd(about: consumer, readBy: reader.identity) { report.deliverOnce() }
    }
  }

  /// Whether the receiver reports the live use that filled the consumer, or has reported it to the same test.
  private static func isReportedAsLiveUse(
    _ use: Use,
    by consumer: AnyConsumer?,
    _ reader: Participant,
    _ owner: Participant
  ) -> Bool {
    if let consumer, Engine.readingConsumer === consumer { return true }
    let subject = Report.Subject.useOfAnotherTest(use.declaration, owner: owner.identity)
    return ReportHistory.contains(subject, atLeast: .warns, of: .two(code: reader, owner: owner))
  }

  private static func report(
    _ use: Use,
    by consumer: AnyConsumer?,
    _ reader: Participant,
    _ owner: Participant
  ) -> Report? {
    var effect = use.effect(forReader: reader)
    if use.isLive {
      // A live instance that the owner permits is a warning for a reader that forbids it.
      let effects = [effect, use.effectOfLiveInstance(for: owner)].sorted()
      effect = LiveUse.combined(effects[0], effects[1])
    }
    guard effect != .allowed else { return nil }
    let user = consumer?.nameInMessages ?? use.declaration.description
    let callSite = consumer?.callSite ?? use.declaration.callSite
    let ownerName = owner.identity == reader.identity ? "another case" : "the test \(owner.identity.name)"
    return Report(
      id: .objectOfAnotherTest,
      subject: .foreignInstance(callSite),
      effect: effect,
      attribution: use.isLive ? .two(code: reader, owner: owner) : .one(reader),
      place: use.isLive ? CallLocation(use.declaration.callSite) : nil,
      injection: use.declaration,
      event: "The test \(reader.identity.name) uses \(user) in the scope of \(ownerName), which has ended",
      facts: [
        "The instance of \(use.declaration)\(use.isLive ? ", a live one," : "") belongs to that test, whatever the current test overrides."
      ],
      fixes: [
        "Create the object in each test instead of storing it in a static property or a shared object.",
        "To hand an object to a later test on purpose, create it in a scope that does not end: OverrideScope(.isolated).",
        "If that test has left work behind, such as a block on the main queue, wait for the work in that test.",
      ]
    )
  }

  // MARK: Instances from before the test

  /// Warns a test that reads a consumer outside the scopes of all tests, which keeps an instance from before the test.
  private static func checkKeptInstance(of consumer: AnyConsumer, _ use: Use, _ moment: Moment) {
    guard let reader = Participant.ofRunningCode, !reader.identity.isExempt else { return }
    let attribution = Attribution.one(reader)
    let isOverridden = reader.scope.sees(anOverrideOf: use.declaration)
    if let run = reader.run {
      // In a test with a scope, an instance that is older than the test is reported.
      if moment >= run.startedAt { return }
      if reader.scope.reusesGlobalInstances, !isOverridden { return }
    } else {
      // In a test without a scope, a live instance of a consumer in the global scope is reported.
      guard use.isLive, use.scope.isGlobal else { return }
      // The receiver of the global scope reports the first read.
      if Engine.readingConsumer === consumer { return }
    }
    let isPermittedOutside = reader.permits(use.declaration, use.scope.allPermissions)
    if use.isLive, isPermittedOutside, !isOverridden { return }
    let effect = use.isLive && isPermittedOutside ? .warns : use.effect(forReader: reader)
    if effect == .allowed { return }
    if ReportHistory.contains(.liveUse(use.declaration), atLeast: effect, of: attribution) { return }
    Report(
      id: .keptInstance,
      subject: .foreignInstance(consumer.callSite),
      effect: effect,
      attribution: attribution,
      injection: use.declaration,
      event:
        "The test \(reader.identity.name) reads \(consumer.nameInMessages), which keeps an instance from before the test",
      facts: [
        "The instance of \(use.declaration) was resolved outside every override scope, whatever the test overrides."
      ],
      fixes: [
        "Create the object in each test, or reset the property at the beginning of the test: $property.reset().",
        "To keep the instance, allow it in the test: allowLive().",
      ]
    ).deliverOnce()
  }
}

extension Participant {
  /// Whether the module of the test publishes an injection, or permissions apply to it.
  fileprivate func permits(_ declaration: InjectionDeclaration, _ permissions: [Permissions]) -> Bool {
    identity.publishes(declaration)
      || permissions.contains { permissions in
        permissions.contain(declaration) { $0.applies(to: identity, includingDependencies: false) }
      }
  }
}

extension OverrideScope {
  /// Whether this scope sees an override of an injection or of its family.
  func sees(anOverrideOf declaration: InjectionDeclaration) -> Bool {
    run { Overrides.active.contains { $0.declaration == declaration || $0.declaration == declaration.family } }
  }
}
#endif
