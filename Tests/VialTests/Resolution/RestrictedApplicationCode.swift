import Vial

/// A place where code of the application runs and may not use injections.
///
/// Such a use stops the program, or has its effect.
enum RestrictedApplicationCode: String, CaseIterable, Codable {
  case validityCheck, validityCheckOfAnOverride, validityCheckInAScope
  case clock, clockAtTheEndOfABuild, clockDuringACompactionOfKeys, clockDuringACompactionOfAScope
  case keyEquality, keyHash, keyHashOfPublish, keyHashDuringACompaction, keyDescription, keyDescriptionInAText
  case keyDescriptionOfAnOverride, keyDescriptionWithAnObserver
  case contextOfABuild, contextOfARequirement, contextOfADescription, contextInACallOfIsProvided
}

extension RestrictedApplicationCode {
  /// Runs an action once in this place, and returns when everything that was running is complete.
  @MainActor func run(_ action: @escaping @MainActor () -> Void) {
    let hook = ActionHook(action)
    switch self {
    case .validityCheck, .validityCheckOfAnOverride, .validityCheckInAScope: runInACheck(hook)
    case .clock, .clockAtTheEndOfABuild, .clockDuringACompactionOfKeys, .clockDuringACompactionOfAScope:
      runInAClock(hook)
    case .keyEquality, .keyHash, .keyHashOfPublish, .keyHashDuringACompaction, .keyDescription,
      .keyDescriptionInAText, .keyDescriptionOfAnOverride, .keyDescriptionWithAnObserver:
      runInAKey(hook)
    case .contextOfABuild, .contextOfARequirement, .contextOfADescription, .contextInACallOfIsProvided:
      runInAContext(hook)
    }
    if hook.isArmed { fatalError("The action did not run in \(rawValue).") }
  }

  @MainActor private func runInACheck(_ hook: ActionHook) {
    let strategy = InjectionStrategy.cached {
      {
        hook.fire()
        return true
      }
    }
    let checked = Injection(strategy: self == .validityCheckOfAnOverride ? .singleton : strategy, instance: 1)
    if self == .validityCheckOfAnOverride { checked.override(with: 2, strategy: strategy) }
    let resolveTwice: @MainActor () -> Void = {
      _ = checked.resolve()
      hook.arm()
      _ = checked.resolve()
    }
    if self == .validityCheckInAScope { withOverrideScope { resolveTwice() } } else { resolveTwice() }
    checked.rollbackAllOverrides()
  }

  @MainActor private func runInAClock(_ hook: ActionHook) {
    let strategy = InjectionStrategy.expiring(after: .seconds(100), clock: ActingClock(hook: hook))
    let expiring = Injection(strategy: strategy, instance: OnDeinit {})
    let family = InjectionFamily<Int, OnDeinit>(strategy: strategy) { _ in OnDeinit {} }
    switch self {
    case .clock:
      _ = expiring.resolve()
      hook.arm()
      _ = expiring.resolve()
    case .clockDuringACompactionOfKeys:
      for key in 0..<20 { _ = family.resolve(key) }
      hook.arm()
      for key in 20..<100 { family[key].override(with: OnDeinit {}).rollback() }
    case .clockDuringACompactionOfAScope:
      withOverrideScope(.isolated) {
        for _ in 0..<20 { _ = Injection(strategy: strategy, instance: OnDeinit {}).resolve() }
        hook.arm()
        for number in 0..<100 { _ = Injection(strategy: .singleton, instance: number).resolve() }
      }
    default:
      hook.arm()
      _ = expiring.resolve()
    }
  }

  @MainActor private func runInAKey(_ hook: ActionHook) {
    let family = InjectionFamily<ActingKey, Int>(strategy: .singleton) { $0.number }
    func key(_ number: Int) -> ActingKey { ActingKey(number: number, code: self, hook: hook) }
    _ = family.resolve(key(1))
    hook.arm()
    switch self {
    case .keyHashOfPublish: family.publish(key(2)) { 3 }
    case .keyHashDuringACompaction:
      hook.disarm()
      let keys = (2..<32).map { family[key($0)] }
      for number in 32..<200 {
        _ = family[ActingKey(number: number, code: .keyDescription, hook: hook)]
        if number == 32 { hook.arm() }
      }
      extendLifetime(keys)
    case .keyDescription: _ = family.resolve(key(2))
    case .keyDescriptionOfAnOverride: family[key(2)].override(with: 3)
    case .keyDescriptionInAText: _ = family[key(2)].debugDescription
    case .keyDescriptionWithAnObserver:
      let observation = Injections.observe { _ in }
      _ = family.resolve(key(2))
      observation.cancel()
    default: _ = family.resolve(key(1))
    }
  }

  @MainActor private func runInAContext(_ hook: ActionHook) {
    let context = InjectionContext("acting") {
      MainActor.assumeIsolated { hook.fire() }
      return false
    }
    let published = Injection(strategy: .singleton, instance: 1).when(context, instance: 2)
    let required = Injection<Int>.required("a number").when(context, instance: 2)
    required.provide(with: 1)
    hook.arm()
    switch self {
    case .contextOfARequirement: _ = required.resolve()
    case .contextOfADescription: _ = required.debugDescription
    case .contextInACallOfIsProvided: _ = required.isProvided
    default: _ = published.resolve()
    }
  }
}

/// An action that runs once, when a place is reached after the hook was armed.
@MainActor final class ActionHook {
  var action: @MainActor () -> Void
  private(set) var isArmed = false

  init(_ action: @escaping @MainActor () -> Void) { self.action = action }

  func arm() { isArmed = true }
  func disarm() { isArmed = false }

  func fire() {
    guard isArmed else { return }
    isArmed = false
    action()
  }
}

/// A clock that runs an action when it is read.
struct ActingClock: Clock {
  let hook: ActionHook
  var minimumResolution: Duration { .zero }

  var now: ContinuousClock.Instant {
    MainActor.assumeIsolated { hook.fire() }
    return ContinuousClock.now
  }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {}
}

/// A key whose methods run an action.
private struct ActingKey: Hashable, CustomStringConvertible {
  let number: Int
  let code: RestrictedApplicationCode
  let hook: ActionHook

  static func == (lhs: ActingKey, rhs: ActingKey) -> Bool {
    if lhs.code == .keyEquality { MainActor.assumeIsolated { lhs.hook.fire() } }
    return lhs.number == rhs.number
  }

  func hash(into hasher: inout Hasher) {
    if code.isAboutHashes { MainActor.assumeIsolated { hook.fire() } }
    hasher.combine(number)
  }

  var description: String {
    if code.isAboutDescriptions { MainActor.assumeIsolated { hook.fire() } }
    return "\(number)"
  }
}

extension RestrictedApplicationCode {
  var isValidityCheck: Bool { rawValue.hasPrefix("validityCheck") }

  fileprivate var isAboutHashes: Bool {
    self == .keyHash || self == .keyHashOfPublish || self == .keyHashDuringACompaction
  }

  fileprivate var isAboutDescriptions: Bool { rawValue.hasPrefix("keyDescription") }
}
