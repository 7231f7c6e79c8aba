import Vial

/// A test that has a part in a use of an injection, and the policy and the permissions that apply.
@MainActor struct Participant {
  private(set) var identity: TestIdentity

  /// The run of the test; `nil` for a test without a scope, and for code that has left the scope.
  let run: RunningTest?

  /// The scope whose overrides and permissions apply.
  let scope: OverrideScope

  /// The effect of live uses in the test.
  let policy: LiveUse

  /// The test of the running code.
  ///
  /// Code whose task belongs to a test is code of that test, also after the test has ended. Otherwise a test library
  /// names the test: the test of the task, the exit test of the process, or the running case of XCTest. This also adds a test
  /// without a scope to the tests that have begun, if its library does not announce it.
  static var ofRunningCode: Participant? {
    if Attribution.isCallbackOfWaitingTest { return nil }
    if let run = TestOfTask.running {
      let scope = Engine.outermostScope
      // The scope that a trait has opened for a suite as a whole belongs to each of its tests.
      let identity = run.identity.isSuite ? currentTest?.identity ?? run.identity : run.identity
      return scope.isGlobal ? Participant(unscoped: identity) : Participant(identity, run, in: scope)
    }
    guard let current = currentTest else { return nil }
    if current.hasBegun, !current.identity.framework.announcesTests {
      RunningTests.addTestWithoutScope(current.identity)
    }
    return Participant(unscoped: current.identity)
  }

  private static var currentTest: TestFramework.CurrentTest? {
    for framework in TestFramework.all {
      if let test = framework.currentTest() { return test }
    }
    return nil
  }

  /// The test whose scope contains a scope.
  init?(ownerOf scope: OverrideScope) {
    guard let testScope = scope.testScope else { return nil }
    self.init(testScope.test.identity, testScope.test, in: scope)
  }

  private init(_ identity: TestIdentity, _ run: RunningTest, in scope: OverrideScope) {
    self.identity = identity
    self.run = run
    let testScope = scope.testScope.flatMap { $0.test === run ? $0 : nil }
    self.scope = testScope == nil ? run.scopes.last ?? scope : scope
    policy = run.policy
  }

  /// Returns this participant, with the test of the running code instead of the suite that has opened the scope.
  func named(as code: Participant) -> Participant {
    var participant = self
    participant.identity = code.identity
    return participant
  }

  /// A test without a scope.
  init(unscoped identity: TestIdentity) {
    self.identity = identity
    run = nil
    scope = .global
    policy = .withoutScope
  }

  func isSameTest(as other: Participant) -> Bool {
    if let run, let otherRun = other.run { return run === otherRun }
    return identity == other.identity
  }

  /// The permissions of the scope, or of the ended scopes of a test whose late code runs in a scope of another test.
  private var permissions: [Permissions] {
    if let run, run.hasEnded, scope.testScope?.test !== run { return [run.endedPermissions] }
    return scope.permissionsOfTests
  }

  /// The effect of a live use, if it is a use of this test.
  func effect(of candidate: LiveUseCandidate) -> LiveUse {
    let isPermitted =
      candidate.isPermitted(by: identity, permissions)
      // A scope that no test has opened.
      || candidate.scope.testScope == nil
        && candidate.isPermittedByName(by: identity, candidate.scope.allPermissions)
    return candidate.effect(policy, isPermitted: isPermitted)
  }
}
