import Dispatch
import Foundation
import Vial

/// Counts live uses that warn, and writes one summary to standard error when the process ends.
///
/// The summary lists all of them if `VIAL_LIVE` is `warns`, and otherwise the further ones of XCTest tests without a scope, which
/// report only the first use of an injection.
@MainActor enum LiveUseSummary {
  private static var uses: [InjectionDeclaration: (count: Int, tests: Set<TestIdentity>)] = [:]

  static func count(_ declaration: InjectionDeclaration, by test: TestIdentity?, isFurther: Bool) {
    guard isFurther || LiveUse.ofRun == .warns else { return }
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
    let title = LiveUse.ofRun == .warns ? "Live uses in this run" : "Further live uses"
    let lines = uses.map { declaration, use in
      "    \(declaration): \(use.count), by \(use.tests.count == 1 ? "1 test" : "\(use.tests.count) tests")\n"
    }
    StandardError().write("Vial, summary: \(title), not overridden, not allowed:\n\n\(lines.sorted().joined())")
  }
}
