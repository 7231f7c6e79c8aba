import Vial

/// The tests that have begun, which decide about uses that belong to nobody.
@MainActor enum RunningTests {
  /// The running tests that have a scope.
  private(set) static var running: [ObjectIdentifier: RunningTest] = [:]

  /// The modules of the tests that have begun.
  private(set) static var modules: Set<String> = []

  /// Whether no test has begun, as far as the library can see.
  static var isEmpty: Bool { running.isEmpty && decisionsOfEndedTests.isEmpty && unscoped.isEmpty }

  /// Called when the first test begins.
  static var firstTestObserver: (@MainActor () -> Void)?

  // MARK: Tests with a scope

  static func add(_ test: RunningTest) {
    let isFirst = isEmpty
    running[ObjectIdentifier(test)] = test
    scoped.insert(test.identity)
    unscoped.remove(test.identity)
    possiblyRunning.remove(test.identity)
    didBegin(test.identity, isFirst)
  }

  static func remove(_ test: RunningTest) {
    running[ObjectIdentifier(test)] = nil
    didEnd(test.identity)
    for (key, permission) in test.endedPermissions { endedPermissions[key] = (permission, test.identity) }
    decisionsOfEndedTests[DecisionForNobody(of: test)] = test.identity
  }

  private static func didEnd(_ test: TestIdentity) {
    namesOfLastEndedTests = Array((namesOfLastEndedTests + [test.name]).suffix(2))
  }

  private static func didBegin(_ test: TestIdentity, _ isFirst: Bool) {
    if let module = test.module { modules.insert(module) }
    if isFirst { firstTestObserver?() }
  }

  // MARK: Tests that have ended

  /// The names of the two tests that have ended last.
  private(set) static var namesOfLastEndedTests: [String] = []

  /// The permissions of the tests that have ended, each with the last test that gave it.
  private static var endedPermissions: [ObjectIdentifier: (permission: LivePermission, test: TestIdentity)] = [:]

  /// The distinct decisions of the tests that have ended, each with the last test that has made it.
  private(set) static var decisionsOfEndedTests: [DecisionForNobody: TestIdentity] = [:]

  /// The test that has ended and has permitted an injection by name.
  static func endedTest(permitting candidate: LiveUseCandidate) -> TestIdentity? {
    for declaration in [candidate.declaration, candidate.declaration.family].compactMap(\.self) {
      if let ended = endedPermissions[ObjectIdentifier(declaration)] { return ended.test }
    }
    for dependent in candidate.dependents {
      guard let ended = endedPermissions[ObjectIdentifier(dependent)] else { continue }
      if ended.permission.appliesToNobody(includingDependencies: true) { return ended.test }
    }
    return nil
  }

  // MARK: Tests without a scope

  /// The tests that have used the library without a scope, or that XCTest has run without one.
  private static var unscoped: Set<TestIdentity> = []

  /// The tests without a scope whose library does not announce their ends, so they may still be running.
  private static var possiblyRunning: Set<TestIdentity> = []

  /// The tests that have had a scope.
  ///
  /// Their code outside of it, such as another trait, makes them no tests without a scope.
  private static var scoped: Set<TestIdentity> = []

  /// Adds a test without a scope: when it uses the library, or when its library announces its end.
  static func addTestWithoutScope(_ test: TestIdentity) {
    guard !scoped.contains(test) else { return }
    KnownDecisions.forget()
    let isFirst = isEmpty
    unscoped.insert(test)
    if test.framework.announcesTests { didEnd(test) } else { possiblyRunning.insert(test) }
    didBegin(test, isFirst)
  }

  /// A test without a scope that may have started code of nobody, because it may be running, or because no other test is.
  static var unscopedTest: TestIdentity? { running.isEmpty ? unscoped.first : possiblyRunning.first }
}
