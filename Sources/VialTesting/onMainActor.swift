import Dispatch
import Foundation
import Vial

/// Runs work on the main actor now: XCTest calls synchronous methods on the main thread, and those
/// of nonisolated asynchronous tests elsewhere while the main thread waits in its run loop.
///
/// Both assumptions hold because the main actor runs on the main queue: the main thread under XCTest is
/// that queue's, and the block is on the queue itself.
nonisolated func onMainActor<R: Sendable>(_ work: @escaping @MainActor () -> R) -> R {
  if Thread.isMainThread { return MainActor.assumeIsolated(work) }
  let scope = OverrideScope.current
  return DispatchQueue.main.sync {
    MainActor.assumeIsolated {
      guard let scope else { return work() }
      return scope.run { work() }
    }
  }
}
