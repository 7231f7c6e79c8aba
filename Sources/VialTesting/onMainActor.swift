import Dispatch
import Foundation
import Vial

/// Runs work on the main actor now, wherever XCTest calls from.
///
/// XCTest calls synchronous methods on the main thread, and those of nonisolated asynchronous tests elsewhere
/// while the main thread waits in its run loop. Where `main` is asynchronous, another thread serves the main
/// queue: code of the main actor is on that queue, and not on the main thread. The main actor runs on the
/// main queue, so both are isolated to it, and so is a block on that queue.
nonisolated func onMainActor<R: Sendable>(_ work: @escaping @MainActor () -> R) -> R {
  let isOnMainQueue = DispatchQueue.getSpecific(key: mainQueue) != nil
  if isOnMainQueue || Thread.isMainThread { return MainActor.assumeIsolated(work) }
  let scope = OverrideScope.current
  return DispatchQueue.main.sync {
    MainActor.assumeIsolated {
      guard let scope else { return work() }
      return scope.run { work() }
    }
  }
}

/// What only the main queue has.
private let mainQueue: DispatchSpecificKey<Void> = {
  let key = DispatchSpecificKey<Void>()
  DispatchQueue.main.setSpecific(key: key, value: ())
  return key
}()
