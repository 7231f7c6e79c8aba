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
  static func didFinish(_ name: String, isSuite: Bool) {
    let remaining = remainingOverrides(of: name)
    if rollsBack {
      for override in remaining.reversed() { override.rollback() }
      return report(remaining, of: name, "now rolled back")
    }
    let unreported = remaining.filter { override in
      let subject = Report.Subject.overrideLeftBehind(override.callSite)
      guard !isSuite, Reports.isFirst(subject, .warns, .oncePerProcess) else { return false }
      Reports.remember(subject, .warns, .oncePerProcess, .nobody)
      return true
    }
    report(unreported, of: name, "in the global scope, where later tests see \(unreported.count == 1 ? "it" : "them")")
  }

  /// The overrides since the beginning of a test or a suite; none if it began before the process was watched.
  private static func remainingOverrides(of name: String) -> [Override] {
    guard let last = starts.last, last.name == name else { return [] }
    starts.removeLast()
    return globalOverrides.filter { override in last.lastOverride.map { override.number > $0 } ?? true }
  }

  private static func report(_ remaining: [Override], of name: String, _ state: String) {
    guard !remaining.isEmpty else { return }
    let list = remaining.map { "\n  \($0)" }.joined()
    let count = remaining.count == 1 ? "1 override" : "\(remaining.count) overrides"
    let advice = "Use overrideDuringTest { … }, or roll back in tearDown()."
    StandardError().write(
      "Vial: \(name) left \(count) behind, \(state). [\(Report.ID.overrideLeftBehind.rawValue)]\n\(advice)\(list)\n"
    )
  }
}
