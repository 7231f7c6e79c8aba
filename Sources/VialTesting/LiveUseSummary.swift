import Dispatch
import Foundation
import Vial

/// Counts live uses that warn, and writes one summary to standard error when the process ends.
///
/// The summary lists all of them if `VIAL_LIVE` is `warns`, and otherwise those of which XCTest tests without a scope report
/// only the first.
@MainActor enum LiveUseSummary {
  private static var uses: [InjectionDeclaration: (count: Int, tests: Set<TestIdentity>)] = [:]

  static func count(_ declaration: InjectionDeclaration, by test: TestIdentity?, isReportedOnce: Bool) {
    guard isReportedOnce || LiveUse.ofRun == .warns else { return }
    if uses.isEmpty { atexit { LiveUseSummary.writeAtExit() } }
    uses[declaration, default: (0, [])].count += 1
    if let test { uses[declaration]?.tests.insert(test) }
  }

  /// The process may end on any thread, while the main queue is waiting or is blocked.
  private nonisolated static func writeAtExit() {
    if Thread.isMainThread { return MainActor.assumeIsolated { write() } }
    let done = DispatchSemaphore(value: 0)
    Task { @MainActor in
      write()
      done.signal()
    }
    _ = done.wait(timeout: .now() + 5)
  }

  private static func write() {
    let (reported, title) = LiveUse.ofRun == .warns ? (0, "Live uses in this run") : (1, "Further live uses")
    let lines = uses.filter { $0.value.count > reported }
      .map { "    \($0): \($1.count - reported), by \($1.tests.count == 1 ? "1 test" : "\($1.tests.count) tests")\n" }
    if lines.isEmpty { return }
    StandardError().write("Vial, summary: \(title), not overridden, not allowed:\n\n\(lines.sorted().joined())")
  }
}
