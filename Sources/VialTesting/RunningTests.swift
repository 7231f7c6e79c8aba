import Vial

/// The tests with a scope that are running, and what is known about those that have ended.
@MainActor enum RunningTests {
  private static var tests: [ObjectIdentifier: RunningTest] = [:]
  private static var liveUsesOfEndedTests: Set<LiveUse> = []

  /// The modules of the tests that have begun.
  private(set) static var modules: Set<String> = []
  private(set) static var endedCount = 0

  static var count: Int { tests.count }

  /// The only running test; `nil` if no test, or more than one, is running.
  static var only: RunningTest? { count == 1 ? tests.values.first : nil }

  static func add(_ test: RunningTest) {
    knownEffects = [:]
    tests[ObjectIdentifier(test)] = test
    modules.insert(test.identity.module)
  }

  static func remove(_ test: RunningTest) {
    knownEffects = [:]
    tests[ObjectIdentifier(test)] = nil
    liveUsesOfEndedTests.insert(test.liveUse)
    endedCount += 1
  }

  /// The effects that were determined since the last test has begun or ended, so that repetitions take constant time.
  private static var knownEffects: [InjectionDeclaration: Set<LiveUse>] = [:]

  /// The effects that a live use has in the tests that are running, or in those that have ended if none is running.
  static func effects(of live: LiveResolve) -> Set<LiveUse> {
    guard count > 0 else { return liveUsesOfEndedTests }
    if count > 1, let known = knownEffects[live.declaration] { return known }
    let effects = Set(tests.values.map { $0.effect(ofEscaped: live) })
    knownEffects[live.declaration] = effects
    return effects
  }
}
