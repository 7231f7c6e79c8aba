import Vial

/// Watches a process with tests: live uses, overrides, permissions, and test cases that begin and end.
@MainActor enum ProcessWatch {
  /// Begins to watch, at the first call.
  static func begin() {
    let support = OverrideScope.global.findOrAddTestSupport()
    guard support.receiver == nil else { return }
    support.receiver = GlobalScopeReceiver()
    TestFramework.all = [.exitTest, .xctest, .swiftTesting]
    RunningTests.firstTestObserver = { EarlyReports.deliver() }
    OverridesAndPermissions.observe()
    TestCaseObserver.begin()
    #if DEBUG
    ReadsAndResolves.observe()
    UnretainedFakes.observe()
    #endif
    // Each is evaluated now, so that it is reported in a process in which no test uses the library.
    _ = LiveUse.ofRun
    ReportFile.begin()
    _ = OverrideScope.isInSecondCopy
  }
}
