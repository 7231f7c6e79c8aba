#if DEBUG
import Vial

/// Warns a test that uses an instance of another test, or one from before the test, in debug builds.
///
/// A static model, a shared worker or a stored property of a test case keeps the instances of the first test that used it.
@MainActor enum ForeignInstances {
  static func observe() {
    TestHooks.readObserver = { consumer in
      guard let declaration = consumer.lastResolve?.declaration else { return }
      if consumer.scope.isGlobal {
        checkKeptInstance(of: consumer)
      } else if let owner = consumer.scope.testScope, !isOwnedByReader(owner) {
        check(declaration, consumer.scope, owner, consumer)
      }
    }
    TestHooks.endedScopeObserver = { declaration, scope in
      if let owner = scope.testScope, !isOwnedByReader(owner) { check(declaration, scope, owner, nil) }
    }
  }

  /// The common case, which this function determines without searching the test of the code.
  private static func isOwnedByReader(_ owner: TestScope) -> Bool { TestContext.running === owner.test }

  /// Checks a test that uses an injection in a scope of another test.
  ///
  /// If the other test has ended, the object has outlived it, so the test is warned now. If the other test is running, its own
  /// code may have been called by this test, such as the observer of a notification that this test has posted. So the test is
  /// warned when the other test ends, if the object outlives it. A scope that code has opened and not ended is shared on
  /// purpose.
  private static func check(
    _ declaration: InjectionDeclaration,
    _ scope: OverrideScope,
    _ owner: TestScope,
    _ consumer: AnyConsumer?
  ) {
    let reader = Attribution.ofRunningCode
    guard let test = reader.test, !reader.isPart(of: owner.test), !isHarmless(declaration, in: scope, for: reader)
    else { return }
    let user = consumer?.nameInMessages ?? declaration.description
    let callSite = consumer?.callSite ?? declaration.callSite
    let report: @MainActor () -> Void = {
      let message = message(about: user, of: owner.test.identity, in: test)
      Reports.tell(.foreignInstance(callSite), .warns, to: reader, once: .process, message)
    }
    if owner.test.hasEnded {
      if scope.hasEnded { report() }
    } else if let consumer, scope.id == owner.scopeID {
      owner.test.whenTestEnds(with: consumer, report)
    }
  }

  /// Warns a test with a scope that reads a consumer outside of it, which keeps an instance from before the test.
  private static func checkKeptInstance(of consumer: AnyConsumer) {
    guard case .scoped(let test) = Attribution.ofRunningCode, let kept = consumer.lastResolve,
      let startedAt = test.startedAt, kept.moment < startedAt, let scope = test.scopes.last, !test.permits(kept.declaration)
    else { return }
    if scope.reusesGlobalInstances && !scope.overrides(kept.declaration) { return }
    let message = message(about: consumer, keeping: kept.declaration, in: test.identity)
    Reports.tell(.foreignInstance(consumer.callSite), .warns, to: .scoped(test), once: .process, message)
  }

  /// Whether the instance in a scope is the live one, and the reader permits the live one.
  private static func isHarmless(
    _ declaration: InjectionDeclaration,
    in scope: OverrideScope,
    for reader: Attribution
  ) -> Bool {
    if scope.overrides(declaration) { return false }
    if case .scoped(let test) = reader { return test.permits(declaration) }
    return declaration.isAllowedLiveInTests || declaration.module == reader.test?.module
      || OverrideScope.global.allowsLive(declaration)
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

extension RunningTest {
  /// Whether the test permits the use of the live implementation.
  fileprivate func permits(_ declaration: InjectionDeclaration) -> Bool {
    if liveUse == .allowed || declaration.isAllowedLiveInTests || declaration.module == identity.module { return true }
    return scopes.last?.allowsLive(declaration) ?? true
  }
}
#endif
