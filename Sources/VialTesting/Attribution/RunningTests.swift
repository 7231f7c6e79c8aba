import Vial

/// The tests that have begun: the running ones that have a scope, and what those that have ended had decided.
@MainActor enum RunningTests {
  private static var running: [ObjectIdentifier: RunningTest] = [:]

  static var count: Int { running.count }

  private(set) static var endedCount = 0

  /// The modules of the tests that have begun.
  private(set) static var modules: Set<String> = []

  /// The tests that have used the library without a scope, or that XCTest has run without one.
  private static var withoutScope: Set<TestIdentity> = []

  /// The tests that have had a scope. Their code outside of it, such as another trait, makes them no tests without a scope.
  private static var withScope: Set<TestIdentity> = []

  static var hasSeenTestsWithoutScope: Bool { !withoutScope.isEmpty }

  static func didSeeTestWithoutScope(_ test: TestIdentity) {
    let isFirst = isEmpty
    if !withScope.contains(test) { withoutScope.insert(test) }
    if isFirst { EarlyIssues.deliver() }
  }

  /// Whether no test has begun, as far as the library can see.
  static var isEmpty: Bool { count == 0 && endedCount == 0 && !hasSeenTestsWithoutScope }

  /// The distinct policies of the tests that have ended.
  private static var endedPolicies: [EndedPolicy: LivePermissions] = [:]

  private struct EndedPolicy: Hashable {
    let policy: LiveUse
    let permissions: [ObjectIdentifier: Bool]
  }

  /// The only running test; `nil` if no test, or more than one, is running.
  static var only: RunningTest? { count == 1 ? running.values.first : nil }

  static func add(_ test: RunningTest) {
    let isFirst = isEmpty
    running[ObjectIdentifier(test)] = test
    withScope.insert(test.identity)
    withoutScope.remove(test.identity)
    if isFirst { EarlyIssues.deliver() }
    modules.insert(test.identity.module)
  }

  static func remove(_ test: RunningTest) {
    running[ObjectIdentifier(test)] = nil
    endedCount += 1
    let permissions = test.endedPermissions
    endedPolicies[EndedPolicy(policy: test.policy, permissions: permissions.mapValues(\.includingDependencies))] =
      permissions
  }

  /// The effect of a live use that belongs to nobody.
  ///
  /// Each running test may have caused it, and a test of Swift Testing without a scope, which may be running unseen. While no test
  /// is running, the tests that have ended decide. Otherwise one test that allows everything would turn the failures of all later
  /// tests into warnings. Before the first test, the effect is that of a test without a scope.
  static func effect(of live: LiveResolve) -> LiveUse {
    let canRemember = live.requesters.isEmpty
    if canRemember, allowedByAll.contains(live.declaration) { return .allowed }
    var effects = Set(running.values.lazy.map { $0.effect(ofEscaped: live) })
    if running.isEmpty {
      effects = Set(endedPolicies.map { live.effect($0.policy, isPermitted: live.isAllowed(by: [$1])) })
    }
    let mayBeOfTestWithoutScope = hasSeenTestsWithoutScope && (running.isEmpty || !TestCases.isRunningSuite)
    if mayBeOfTestWithoutScope || effects.isEmpty { effects.insert(live.effect(.withoutScope, isPermitted: false)) }
    let effect = LiveUse.combined(effects)
    if canRemember, effect == .allowed { allowedByAll.insert(live.declaration) }
    return effect
  }

  /// The policy of a running test for uses of nobody.
  ///
  /// If several tests are running and `VIAL_LIVE` is `fails`, only permissions make it milder, so that a neighbour with
  /// `live: .allowed` does not turn failures into warnings.
  fileprivate static func ofNobody(_ policy: LiveUse) -> LiveUse {
    guard count > 1, let ofRun = LiveUse.ofRun, ofRun >= .fails else { return policy }
    return max(policy, .fails)
  }

  /// The injections that every test allows, which are resolved without a report. They are asked for again when a test opens or ends
  /// a scope, or makes an override.
  private static var allowedByAll: Set<InjectionDeclaration> = []

  static func policiesHaveChanged() { allowedByAll = [] }
}

extension RunningTest {
  /// The effect of a live use of code that belongs to no test, if this test has started the code.
  ///
  /// A test that overrides the injection is at least warned, because the code ignores the override.
  fileprivate func effect(ofEscaped live: LiveResolve) -> LiveUse {
    let policy = RunningTests.ofNobody(policy)
    guard let scope = scopes.last else { return policy }
    let isAllowed = live.isAllowed(in: scope, identity) || live.isAllowed(by: [endedPermissions])
    let effect = live.effect(policy, isPermitted: isAllowed)
    return effect == .allowed && live.isOverridden(in: scope) ? .warns : effect
  }
}

extension LiveUse {
  /// The effect of a use that may belong to several tests.
  ///
  /// It is a failure only if it is one for each of them, and nothing only if each allows it.
  static func combined(_ effects: Set<LiveUse>) -> LiveUse {
    guard let mildest = effects.min(), mildest < .fails else { return effects.min() ?? .allowed }
    return effects.max() == .allowed ? .allowed : .warns
  }
}
