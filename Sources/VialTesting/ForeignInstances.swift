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
      if use.scope.isGlobal { checkKeptInstance(of: consumer, use, resolve.moment) } else { check(use, by: consumer) }
    }
    TestHooks.endedScopeObserver = { check(Use(declaration: $0, isLive: $1, scope: $2), by: nil) }
  }

  /// A use of an injection in a scope that is not the scope of the code.
  private struct Use {
    let declaration: InjectionDeclaration
    let isLive: Bool
    let scope: OverrideScope

    /// Whether a test may use the instance: no override has made it or should have made it, and it is not live, or the test
    /// permits the live implementation.
    @MainActor func isHarmless(for reader: Attribution) -> Bool {
      if scope.overrides(declaration) || reader.scope.overrides(declaration) { return false }
      return !isLive || reader.liveUse == .allowed || reader.test?.publishes(declaration) == true
        || reader.scope.livePermissions.allow(declaration)
    }
  }

  /// Checks a test that uses an injection in a scope of another test.
  ///
  /// If the other test has ended, the object has outlived it, so the test is warned now. If the other test is running, its own
  /// code may have been called by this test, such as the observer of a notification that this test has posted. So the test is
  /// warned when the other test ends, if the object outlives it. A scope that code has opened and not ended is shared on
  /// purpose.
  private static func check(_ use: Use, by consumer: AnyConsumer?) {
    // The common case is determined without searching the test of the code.
    guard let owner = use.scope.testScope, TestContext.running !== owner.test else { return }
    let reader = Attribution.ofRunningCode
    guard let test = reader.test, !use.isHarmless(for: reader) else { return }
    if case .unscoped(owner.test.identity) = reader { return }
    if case .scoped(let running) = reader, running === owner.test { return }
    let user = consumer?.nameInMessages ?? use.declaration.description
    let callSite = consumer?.callSite ?? use.declaration.callSite
    let report: @MainActor () -> Void = {
      let message = message(about: user, of: owner.test.identity, in: test)
      Reports.report(.foreignInstance(callSite), .warns, to: reader, message)
    }
    if owner.test.hasEnded {
      if use.scope.hasEnded { report() }
    } else if let consumer, use.scope.id == owner.scopeID {
      owner.test.whenTestEnds(with: consumer, report)
    }
  }

  /// Warns a test with a scope that reads a consumer outside of it, which keeps an instance from before the test.
  private static func checkKeptInstance(of consumer: AnyConsumer, _ use: Use, _ moment: Moment) {
    let reader = Attribution.ofRunningCode
    guard case .scoped(let test) = reader, moment < test.startedAt, !use.isHarmless(for: reader) else { return }
    if reader.scope.reusesGlobalInstances && !reader.scope.overrides(use.declaration) { return }
    let subject = Reports.Subject.foreignInstance(consumer.callSite)
    Reports.report(subject, .warns, to: reader, message(about: consumer, keeping: use.declaration, in: test.identity))
  }

  private static func message(about user: String, of owner: TestIdentity, in test: TestIdentity) -> String {
    """
    The test \(test.name) uses \(user) in the scope of \(owner == test ? "another case" : "the test \(owner.name)"), which has ended.

    Its overrides are the overrides of that test, whatever the current test overrides.

    - Create the object in each test instead of storing it in a static property or a shared object.
    - To hand an object to a later test on purpose, create it in a scope that does not end: OverrideScope(.isolated).
    - If that test has left work behind, such as a block on the main queue, wait for the work in that test.
    """
  }

  private static func message(
    about consumer: AnyConsumer,
    keeping declaration: InjectionDeclaration,
    in test: TestIdentity
  ) -> String {
    """
    The test \(test.name) reads \(consumer.nameInMessages), which keeps an instance from before the test.

    The instance of \(declaration) was resolved outside every override scope, whatever the test overrides.

    - Create the object in each test, or reset the property at the beginning of the test: $property.reset().
    - To keep the instance, allow it in the test: allowLive().
    """
  }
}

extension OverrideScope {
  /// Whether this scope sees an override of an injection or of its family.
  fileprivate func overrides(_ declaration: InjectionDeclaration) -> Bool {
    run { Overrides.active.contains { $0.declaration == declaration || $0.declaration == declaration.family } }
  }
}
#endif
