import Foundation
import Vial

/// The tests that a use of an injection belongs to.
///
/// This type is the only source of the test that a report is about. It combines two tests: the test of the running code, and the
/// test of the scope in which the injection is resolved.
///
/// 1. If there is only one, or if both are the same, the use is a use of that test.
/// 2. If they differ, the use belongs to nobody, because either of them may be wrong: code of one test has used an object
///    of the other, such as a static model or the observer of a notification.
/// 3. If there is none, the use belongs to nobody: a detached task, a dispatch block, a timer, a deinitializer.
@MainActor enum Attribution {
  case one(Participant)
  case two(code: Participant, owner: Participant)
  case nobody

  /// The attribution of a live use.
  static func of(_ live: LiveResolve) -> Attribution {
    // A block in the run loop of a waiting test sees the scope of that test, which a consumer from another scope does not have.
    let isOutermost = live.scope === Engine.outermostScope
    let seesScopeOfWaitingTest = isOutermost && live.scope.testScope?.test === TestOfTask.running
    let isInForeignScope = isCallbackOfWaitingTest && seesScopeOfWaitingTest && Engine.outermostReader == nil
    let owner = isInForeignScope ? nil : Participant(ownerOf: live.scope)
    return Attribution(code: .ofRunningCode, owner: owner)
  }

  /// The attribution of running code that resolves no injection.
  static var ofRunningCode: Attribution {
    if let code = Participant.ofRunningCode ?? Participant(ownerOf: Engine.outermostScope) { return .one(code) }
    return .nobody
  }

  private init(code: Participant?, owner: Participant?) {
    switch (code, owner) {
    case (let code?, let owner?) where !code.isSameTest(as: owner): self = .two(code: code, owner: owner)
    case (let code?, let owner?): self = .one(owner.named(as: code))
    case (let test?, nil), (nil, let test?): self = .one(test)
    case (nil, nil): self = .nobody
    }
  }

  /// The test that the use belongs to; `nil` if it belongs to nobody.
  var test: Participant? {
    if case .one(let test) = self { test } else { nil }
  }

  /// Whether code runs in the run loop of a test case of XCTest that is waiting.
  ///
  /// Such a block or timer sees the scope of the waiting test, whichever test has enqueued it.
  static var isCallbackOfWaitingTest: Bool {
    guard let running = TestOfTask.running, running.identity.framework.attributesByTime else { return false }
    return !running.beganInRunLoop && isInRunLoop
  }

  /// Whether the run loop of the main thread was running when the current test case of XCTest began, as on Apple platforms.
  static var testCaseBeganInRunLoop = false

  /// Whether code that belongs to no task runs while the run loop of the main thread is running.
  static var isInRunLoop: Bool { withUnsafeCurrentTask { $0 == nil } && RunLoop.main.currentMode != nil }
}
