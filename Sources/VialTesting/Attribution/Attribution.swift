import Foundation
import Testing
import Vial

/// The tests that a use of an injection belongs to.
///
/// This type is the only source of the test that a report is about. Two tests are asked for: the test of the running code, and
/// the test of the scope in which the injection is resolved.
///
/// 1. If there is only one, or if both are the same, the use is a use of that test.
/// 2. If they differ, the use belongs to nobody, because nobody can tell which of the two is wrong: code of one test has used an
///    object of the other, such as a static model or the observer of a notification.
/// 3. If there is none, the use belongs to nobody: a detached task, a dispatch block, a timer, a deinitializer.
@MainActor enum Attribution {
  case one(Participant)
  case two(code: Participant, owner: Participant)
  case nobody

  /// The attribution of a live use.
  static func of(_ live: LiveResolve) -> Attribution {
    let isAccidental = isCallbackOfWaitingTest && live.scope === Engine.codeScope
    let owner = isAccidental && Engine.outermostReader == nil ? nil : Participant(ownerOf: live.scope)
    return Attribution(code: .ofRunningCode, owner: owner)
  }

  /// The attribution of running code that uses no injection.
  static var ofRunningCode: Attribution {
    let code = Participant.ofRunningCode
    return (code ?? Participant(ownerOf: Engine.codeScope)).map { .one($0) } ?? .nobody
  }

  init(code: Participant?, owner: Participant?) {
    switch (code, owner) {
    case (let code?, let owner?) where !code.isSameTest(as: owner): self = .two(code: code, owner: owner)
    case (_, let owner?): self = .one(owner)
    case (let code?, nil): self = .one(code)
    case (nil, nil): self = .nobody
    }
  }

  /// The test that the use belongs to; `nil` if it belongs to nobody.
  var test: Participant? { if case .one(let test) = self { test } else { nil } }

  /// Whether code runs in the run loop of a test case of XCTest that is waiting.
  ///
  /// Such a block or timer sees the scope of the waiting test, whichever test has enqueued it.
  static var isCallbackOfWaitingTest: Bool {
    guard let running = TestOfTask.running, running.identity.framework.attributesByTime else { return false }
    return withUnsafeCurrentTask { $0 == nil } && !running.beganInRunLoop && RunLoop.main.currentMode != nil
  }
}

/// A test that has a part in a use of an injection, and the policy and the permissions that apply.
@MainActor struct Participant {
  let identity: TestIdentity

  /// The run of the test; `nil` for a test without a scope, and for code that has left the scope.
  let run: RunningTest?

  /// The scope whose overrides and permissions apply.
  let scope: OverrideScope

  /// What the test has decided about live uses.
  let policy: LiveUse

  /// The test of the running code.
  ///
  /// 1. Code whose task belongs to a test is code of that test, also after the test has ended.
  /// 2. In the child process of an exit test, all code is code of the exit test.
  /// 3. While a case of XCTest without a scope is running, all other code is told with that case, because XCTest runs one case
  ///    at a time, and does not run it in a task.
  static var ofRunningCode: Participant? {
    if Attribution.isCallbackOfWaitingTest { return nil }
    let scope = Engine.codeScope
    if let running = TestOfTask.running {
      return scope.isGlobal ? Participant(unscoped: running.identity) : Participant(running, in: scope)
    }
    if let test = Test.current {
      let identity = TestIdentity(test)
      // Swift Testing also prepares tests, before any case begins.
      if Test.Case.current != nil { RunningTests.didSeeTestWithoutScope(identity) }
      return Participant(unscoped: identity)
    }
    if ExitTest.current != nil { return Participant(unscoped: .exitTest) }
    if let testCase = TestCases.running, RunningTests.count == 0 { return Participant(unscoped: testCase) }
    return nil
  }

  /// The test whose scope contains a scope.
  init?(ownerOf scope: OverrideScope) {
    guard let testScope = scope.testScope else { return nil }
    self.init(testScope.test, in: scope)
  }

  private init(_ run: RunningTest, in scope: OverrideScope) {
    identity = run.identity
    self.run = run
    let isOfRun = scope.testScope?.test === run
    self.scope = isOfRun ? scope : run.scopes.last ?? scope
    policy = isOfRun ? scope.testScope?.policy ?? run.policy : run.policy
  }

  private init(unscoped identity: TestIdentity) {
    self.identity = identity
    run = nil
    scope = .global
    policy = .withoutScope
  }

  func isSameTest(as other: Participant) -> Bool {
    if let run, let otherRun = other.run { return run === otherRun }
    return identity == other.identity
  }

  /// The effect of a live use, if it is a use of this test.
  func effect(of live: LiveResolve) -> LiveUse {
    live.effect(policy, isPermitted: live.isAllowed(in: scope, identity) || live.isAllowedInUnownedScope(identity))
  }
}
