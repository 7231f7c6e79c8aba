import Vial

extension TestScope: LiveResolveReceiver {
  func receive(_ live: LiveResolve) -> (@MainActor () -> Void)? { LiveUses.check(live) }

  var testName: String? { test.identity.name }
}

extension RunningTest {
  /// Opens a scope of a test that begins, or inside the scopes of the test that is running.
  ///
  /// - Parameters:
  ///   - kind: The kind of the scope; `nil` for the visibility of the nearest enclosing scope of a test.
  ///   - policy: The effect of a live use; `nil` for the value of the enclosing scope of a test, or the default of the run.
  ///   - identity: The test.
  /// - Returns: The scope, and the run of the test.
  static func openScope(
    _ kind: OverrideScope.Kind?,
    _ policy: LiveUse?,
    of identity: TestIdentity
  ) -> (OverrideScope, RunningTest) {
    SecondCopy.failRunningTest()
    let enclosing = OverrideScope.current.testScope
    let outer = TestOfTask.running.flatMap { $0.identity == identity ? $0 : nil }
    let scope = OverrideScope(ofTest: kind)
    let test = outer ?? RunningTest(identity, startedAt: scope.id.openedAt)
    let policy = policy ?? enclosing?.policy ?? LiveUse.ofRun ?? .fails
    scope.findOrAddTestSupport().receiver = TestScope(scope, of: test, policy)
    if test.scopes.isEmpty {
      if !identity.framework.announcesTests { ReportHistory.testDidBegin(identity) }
      RunningTests.add(test)
    }
    test.didOpen(scope)
    KnownDecisions.forget()
    return (scope, test)
  }

  /// Ends a scope, and with the outermost scope the test.
  ///
  /// The test ends first, because the deinitializers of released instances run after the test.
  func end(_ scope: OverrideScope) {
    remove(scope)
    KnownDecisions.forget()
    if hasEnded { RunningTests.remove(self) }
    scope.end()
    if hasEnded { makeReportsAtEnd() }
  }

  /// Ends a scope when the issues of other tasks are recorded.
  func endAfterPendingIssues(_ scope: OverrideScope) async {
    await withCheckedContinuation { done in
      performInTask { done.resume() }
    }
    end(scope)
  }
}
