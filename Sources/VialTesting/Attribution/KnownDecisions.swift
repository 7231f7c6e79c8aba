import Vial

/// The decisions about uses that belong to nobody, cached until a test opens or ends a scope, makes an override or gives a permission.
///
/// With the cache, the cost of a use does not depend on the number of running tests.
@MainActor enum KnownDecisions {
  /// The injections that every test allows.
  private static var allowedByAll: [ObjectIdentifier: InjectionDeclaration] = [:]

  /// The running tests with a scope, by their decisions.
  private static var runningTests: [DecisionForNobody: [RunningTest]]?

  static func forget() {
    allowedByAll = [:]
    runningTests = nil
  }

  // MARK: Running tests

  /// The running tests with a scope, by their decisions.
  static var ofRunningTests: [DecisionForNobody: [RunningTest]] {
    if let runningTests { return runningTests }
    let tests = Dictionary(grouping: RunningTests.running.values) { DecisionForNobody(of: $0) }
    runningTests = tests
    return tests
  }

  // MARK: Injections that are allowed

  /// A use by a factory is not remembered, because a permission may include dependencies.
  static func insertAllowed(_ candidate: LiveUseCandidate) {
    guard candidate.dependents.isEmpty else { return }
    allowedByAll[ObjectIdentifier(candidate.declaration)] = candidate.declaration
  }

  static func containsAllowed(_ candidate: LiveUseCandidate) -> Bool {
    guard candidate.dependents.isEmpty, !candidate.live.isUnprovided else { return false }
    return allowedByAll[ObjectIdentifier(candidate.declaration)] != nil
  }

  // MARK: Overrides

  /// The injections and families that were overridden in the process.
  ///
  /// For every other injection, no test has to be searched for an override.
  private static var overridden: Set<ObjectIdentifier> = []

  static func noteOverride(of declaration: InjectionDeclaration) { overridden.insert(ObjectIdentifier(declaration)) }

  /// Whether a test may override an injection.
  static func mayOverride(_ declaration: InjectionDeclaration) -> Bool {
    if overridden.contains(ObjectIdentifier(declaration)) { return true }
    return declaration.family.map { overridden.contains(ObjectIdentifier($0)) } ?? false
  }
}
