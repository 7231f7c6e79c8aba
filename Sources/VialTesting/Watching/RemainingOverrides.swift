import Vial

/// Reports the global overrides that XCTest tests leave behind, and rolls them back after `OverrideRollback.afterEachTest()`.
@MainActor enum RemainingOverrides {
  /// Whether the overrides are rolled back.
  static var rollsBack = false

  /// The running tests and suites, and the number of the newest override when each began.
  private static var starts: [(name: String, lastOverride: ProviderNumber?)] = []

  private static var globalOverrides: [Override] { OverrideScope.global.run { Overrides.active } }

  /// Stores the newest override at the beginning of a test or a suite.
  static func didStart(_ name: String) { starts.append((name, globalOverrides.last?.number)) }

  /// Handles the overrides that a test or a suite has left behind.
  ///
  /// Overrides of a suite, which its `class func setUp()` makes, are made on purpose, so they are not reported.
  ///
  /// - Parameters:
  ///   - name: The name of the test or the suite.
  ///   - test: The test, or the class of the suite; `nil` for a suite of suites.
  static func didFinish(_ name: String, _ test: TestIdentity?) {
    let remaining = remainingOverrides(of: name)
    if rollsBack {
      for override in remaining.reversed() { override.rollback() }
      for override in remaining { report(override, of: name, test, "now rolled back").deliver() }
    } else if test?.isSuite == false {
      for override in remaining {
        report(override, of: name, test, "in the global scope, where later tests see it").deliverOnce()
      }
    }
  }

  /// The overrides since the beginning of a test or a suite; none if it began before the process was watched.
  private static func remainingOverrides(of name: String) -> [Override] {
    guard let last = starts.last, last.name == name else { return [] }
    starts.removeLast()
    return globalOverrides.filter { override in last.lastOverride.map { override.number > $0 } ?? true }
  }

  private static func report(_ override: Override, of name: String, _ test: TestIdentity?, _ state: String) -> Report {
    Report(
      id: .overrideLeftBehind,
      subject: .overrideLeftBehind(override.callSite),
      effect: .warns,
      attribution: test.map { .one(Participant(unscoped: $0)) } ?? .nobody,
      place: CallLocation(override.callSite),
      injection: override.declaration,
      event: "\(name) left the override of \(override.declaration) at \(override.callSite) behind, \(state)",
      fixes: ["Use overrideDuringTest { … }, or roll back in tearDown()."]
    )
  }
}
