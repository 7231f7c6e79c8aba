import Dispatch
import Foundation
import Vial

/// Runs work on the main actor and returns its result, from any thread on which XCTest calls.
///
/// XCTest calls synchronous methods on the main thread. It calls nonisolated asynchronous ones on other threads, while
/// the main thread waits in its run loop. Code on the main queue and code on the main thread are isolated to the main
/// actor.
nonisolated func onMainActor<R: Sendable>(_ work: @MainActor () -> R) -> R {
  if isOnMainQueue || Thread.isMainThread { return MainActor.assumeIsolated(work) }
  let scope = OverrideScope.current
  return DispatchQueue.main.sync { MainActor.assumeIsolated { scope.run { work() } } }
}

/// Whether the code runs on the main queue, which another thread serves in a program whose `main` is asynchronous.
package nonisolated var isOnMainQueue: Bool { DispatchQueue.getSpecific(key: mainQueueKey) != nil }

/// A key that has a value on the main queue only.
private let mainQueueKey: DispatchSpecificKey<Void> = {
  let key = DispatchSpecificKey<Void>()
  DispatchQueue.main.setSpecific(key: key, value: ())
  return key
}()
