import Dispatch
import Vial

/// A type of instances in the fuzzer.
protocol FuzzPayload {
  @MainActor static func wrap(_ instance: FuzzInstance) -> Self
  var instance: FuzzInstance { get }
}

/// An instance that records the overrides with which it and its dependencies were built.
final class FuzzInstance: FuzzPayload {
  let overrides: Set<Int>
  private let dependencies: [FuzzInstance]
  private let scope: OverrideScope?
  private let hook: DeinitHook

  /// Whether the release action has run for this instance.
  @MainActor var isReleased = false

  init(_ dependencies: [FuzzInstance], _ overrides: Set<Int>, _ scope: OverrideScope?, _ hook: DeinitHook) {
    self.scope = scope
    self.dependencies = dependencies
    self.overrides = dependencies.reduce(into: overrides) { $0.formUnion($1.overrides) }
    self.hook = hook
  }

  static func wrap(_ instance: FuzzInstance) -> FuzzInstance { instance }
  var instance: FuzzInstance { self }
}

/// A value of several words that contains an instance.
struct FuzzValue: FuzzPayload {
  let number = 1
  let instance: FuzzInstance
  let text = "too long to be stored in the string itself"

  static func wrap(_ instance: FuzzInstance) -> FuzzValue { FuzzValue(instance: instance) }
}

/// Runs an action when it is deinitialized, unless the release queue deinitializes it.
///
/// On Linux, the main queue of an exit test does not run on the main thread, so the hook cannot check
/// for the main thread.
final class DeinitHook: Sendable {
  static let isReleaseQueue = DispatchSpecificKey<Bool>()
  private let action: @MainActor () -> Void

  init(_ action: @escaping @MainActor () -> Void) {
    self.action = action
  }

  deinit {
    guard DispatchQueue.getSpecific(key: Self.isReleaseQueue) == nil else { return }
    let action = action
    MainActor.assumeIsolated { action() }
  }
}

/// A key of a family whose hash collides with the hashes of other keys, and whose methods read consumers.
struct FuzzKey: Hashable, CustomStringConvertible {
  let number: Int
  let hook: DeinitHook
  let fuzzer: ReentrancyFuzzer

  var description: String {
    MainActor.assumeIsolated { fuzzer.runRestrictedCode() }
    return "\(number)"
  }

  static func == (lhs: FuzzKey, rhs: FuzzKey) -> Bool {
    MainActor.assumeIsolated { lhs.fuzzer.runRestrictedCode() }
    return lhs.number == rhs.number
  }

  func hash(into hasher: inout Hasher) {
    MainActor.assumeIsolated { fuzzer.runRestrictedCode() }
    hasher.combine(number % 7)
  }
}

/// A clock that reads consumers.
struct FuzzClock: Clock {
  let fuzzer: ReentrancyFuzzer
  var minimumResolution: Duration { .zero }

  var now: ContinuousClock.Instant {
    MainActor.assumeIsolated { fuzzer.runRestrictedCode() }
    return .now
  }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {}
}
