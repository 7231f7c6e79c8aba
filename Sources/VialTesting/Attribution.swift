import Testing
import Vial

/// The test that code belongs to.
///
/// This type is the only source of the test that a report is about.
enum Attribution {
  /// Code in the scope of a test.
  case scoped(RunningTest)

  /// Code of a test outside of its scope, or of a test without a scope.
  case unscoped(TestIdentity)

  /// Code that belongs to no test, or whose test cannot be determined: a detached task, a dispatch block, a timer.
  case nobody

  /// The test of a live use: the test whose scope the injection is resolved in, and otherwise the test of the code.
  @MainActor static func of(_ live: LiveResolve) -> Attribution {
    live.scope.testScope.map { .scoped($0.test) } ?? ofRunningCode
  }

  /// The test of the code that is running.
  ///
  /// 1. Code whose task belongs to a test is code of that test, also after the test has ended.
  /// 2. Other code in the scope of a test, such as a dispatch block that continues the scope, is code of that test.
  /// 3. In the child process of an exit test, all code is code of the exit test.
  /// 4. While a case of XCTest without a scope is running, all other code is code of that case, because XCTest runs one case
  ///    at a time, and does not run it in a task.
  /// 5. All other code belongs to nobody.
  @MainActor static var ofRunningCode: Attribution {
    let scope = Engine.codeScope
    if let test = TestContext.running ?? scope.testScope?.test {
      return scope.isGlobal ? .unscoped(test.identity) : .scoped(test)
    }
    if let test = Test.current { return .unscoped(.swiftTesting(test)) }
    if ExitTest.current != nil { return .unscoped(.exitTest) }
    if let testCase = TestCases.running, RunningTests.count == 0 { return .unscoped(testCase) }
    return .nobody
  }

  var test: TestIdentity? {
    switch self {
    case .scoped(let test): test.identity
    case .unscoped(let test): test
    case .nobody: nil
    }
  }

  /// The scope whose overrides and permissions apply to the code.
  @MainActor var scope: OverrideScope {
    if case .scoped(let test) = self { test.scopes.last ?? .global } else { .global }
  }

  /// The effect of a live use of the code.
  @MainActor var liveUse: LiveUse { if case .scoped(let test) = self { test.liveUse } else { LiveUse.ofRun ?? .warns } }
}
