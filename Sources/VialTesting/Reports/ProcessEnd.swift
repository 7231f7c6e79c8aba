import Dispatch
import Foundation
import Vial

/// The end of the process, at which the summary is written, and at which failures that no test library has recorded fail the run.
@MainActor enum ProcessEnd {
  /// Whether the process is ending, so that no test library accepts an issue.
  private(set) static var hasBegun = false

  private static var isObserved = false

  /// Observes the end of the process, at the first call.
  static func observe() {
    if isObserved { return }
    isObserved = true
    atexit { ProcessEnd.handle() }
  }

  /// The process may end on any thread, while the main queue is waiting or is blocked.
  private nonisolated static func handle() {
    if Thread.isMainThread { return MainActor.assumeIsolated { begin() } }
    let isDone = DispatchSemaphore(value: 0)
    Task { @MainActor in
      begin()
      isDone.signal()
    }
    _ = isDone.wait(timeout: .now() + 5)
  }

  private static func begin() {
    hasBegun = true
    LiveUseSummary.deliver()
    guard EarlyReports.hasFailure else { return }
    StandardError().write(
      "Vial: the run has failed, because of a live use before the first test, or without any test. [run-failed]\n"
    )
    _exit(EXIT_FAILURE)
  }
}
