import Vial

/// The tests with a scope that are running, and the permissions of the tests that have ended.
@MainActor enum RunningTests {
  /// The tests in the order in which they began; those that have ended are removed when they are the majority.
  private static var tests: [RunningTest] = []
  private(set) static var count = 0

  /// The modules of the tests that have begun.
  private(set) static var modules: Set<String> = []

  private(set) static var endedCount = 0

  /// The permissions of the tests that have ended, each combination once.
  private static var endedPermissions: [LiveUse: [[ObjectIdentifier: Bool]: LivePermissions]] = [:]

  /// The only running test; `nil` if no test, or more than one, is running.
  static var only: RunningTest? { count == 1 ? tests.last { !$0.hasEnded } : nil }

  static func add(_ test: RunningTest) {
    tests.append(test)
    count += 1
    modules.insert(test.identity.module)
  }

  static func remove(_ test: RunningTest) {
    count -= 1
    endedCount += 1
    let permissions = test.endedPermissions
    endedPermissions[test.liveUse, default: [:]][permissions.mapValues(\.includingDependencies)] = permissions
    guard tests.count > 2 * count + 32 else { return }
    tests.removeAll(where: \.hasEnded)
    positions = [:]
  }

  // MARK: Escaped work

  /// For each injection, the positions of a test that forbids the live use and of a test that does not fail on it.
  ///
  /// Every test before a position has ended, or was examined and does not satisfy the condition. So the positions only move
  /// forward, and a check takes amortized constant time, however many tests are running.
  private static var positions: [InjectionDeclaration: (forbidding: Int, lenient: Int)] = [:]

  /// The effect of a live use of code that belongs to no test, which any running test may have started.
  ///
  /// It is a failure only if it is one for each of them, and nothing if all allow it. While no test is running, the tests
  /// that have ended decide.
  static func effect(of live: LiveResolve) -> LiveUse {
    if let only { return only.effect(ofEscaped: live) }
    guard count > 0 else { return effectAfterTheEnd(of: live) }
    var position = positions[live.declaration] ?? (0, 0)
    let isForbidden = advance(&position.forbidding) { $0.effect(ofEscaped: live) != .allowed }
    let isLenient = isForbidden && advance(&position.lenient) { $0.effect(ofEscaped: live) != .fails }
    positions[live.declaration] = position
    return isForbidden ? isLenient ? .warns : .fails : .allowed
  }

  /// Moves a position to the next running test that satisfies a predicate, and returns whether there is one.
  private static func advance(_ position: inout Int, _ predicate: (RunningTest) -> Bool) -> Bool {
    while position < tests.count {
      if !tests[position].hasEnded, predicate(tests[position]) { return true }
      position += 1
    }
    return false
  }

  private static func effectAfterTheEnd(of live: LiveResolve) -> LiveUse {
    let policies = endedPermissions.flatMap { liveUse, sets in sets.values.map { (liveUse, $0) } }
    let effects = Set(policies.map { live.effect($0, isPermitted: live.isAllowed(by: [$1])) })
    return effects.count > 1 ? .warns : effects.first ?? .allowed
  }
}
