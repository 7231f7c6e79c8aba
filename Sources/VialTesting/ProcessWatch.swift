import Testing
import Vial

/// Watches the global scope of a process with tests: live uses, overrides, and test cases that begin and end.
@MainActor enum ProcessWatch {
  private static let receiver = GlobalLiveResolves()

  /// The modules whose tests use the global scope on purpose, as the tests of the core do.
  static var exemptModules: Set<String> = []

  /// Begins to watch, at the first call.
  static func begin() {
    guard OverrideScope.global.liveResolveReceiver == nil else { return }
    OverrideScope.global.liveResolveReceiver = receiver
    TestHooks.overrideObserver = { override, scope in didOverride(override, in: scope) }
    TestCases.observe()
    #if DEBUG
    ForeignInstances.observe()
    #endif
    // Both are evaluated now, so that each is reported in a process in which no test uses the library.
    _ = (LiveUse.ofRun, OverrideScope.isInSecondCopy)
  }

  private static func didOverride(_ override: Override, in scope: OverrideScope) {
    let isInTest = scope.liveResolveReceiver is TestScope || TestCases.running != nil
    if isInTest { EscapedWork.testDidOverride(override.declaration) }
    if scope.isGlobal, let test = Test.current, !exemptModules.contains(test.module) {
      TestsWithoutScope.check(override, in: test)
    }
    SecondCopy.failRunningTest()
  }
}

/// Receives the live uses in the global scope, and decides who is responsible for each.
///
/// 1. Code whose task belongs to a test of Swift Testing, also after the test has ended, is code of that test.
/// 2. While a test case of XCTest without a scope is running, all other code is code of that test case.
/// 3. All other code has escaped from a test, or belongs to the application that hosts the tests.
@MainActor private final class GlobalLiveResolves: LiveResolveReceiver {
  func receive(_ live: LiveResolve) {
    SecondCopy.failRunningTest()
    if live.isPublished(in: ProcessWatch.exemptModules) { return }
    if let test = Test.current {
      if ProcessWatch.exemptModules.contains(test.module) { return }
      TestsWithoutScope.check(live, in: test)
    } else if let testCase = TestCases.running, RunningTests.count == 0 {
      TestsWithoutScope.check(live, in: testCase)
    } else {
      EscapedWork.check(live)
    }
  }
}
