import Vial

/// The decision of a test about uses that belong to nobody: its policy, and its permissions by name.
///
/// Tests with equal decisions are examined once.
struct DecisionForNobody: Hashable {
  let policy: LiveUse

  /// The injections that the test permits, and for each whether its dependencies are permitted, too.
  private let permitted: [ObjectIdentifier: Bool]

  init(_ policy: LiveUse, _ permissions: [Permissions]) {
    var permitted: [ObjectIdentifier: Bool] = [:]
    for permissions in permissions {
      for (key, permission) in permissions {
        let includesDependencies = permission.appliesToNobody(includingDependencies: true)
        permitted[key] = includesDependencies || permitted[key] == true
      }
    }
    self.policy = policy
    self.permitted = permitted
  }

  /// The decision of a test that has a scope.
  ///
  /// The permissions in the global scope apply to code of nobody, whichever tests are running.
  @MainActor init(of test: RunningTest) {
    let scopes = test.scopes.last?.selfAndEnclosingScopes.filter { !$0.isGlobal } ?? []
    let permissions = scopes.map(\.permissions)
    self.init(test.policy, permissions + [test.endedPermissions])
  }

  /// Whether an injection is permitted by name, or with its dependencies an injection that is waiting for it.
  @MainActor func permits(_ candidate: LiveUseCandidate) -> Bool {
    if permission(for: candidate.declaration) != nil { return true }
    return candidate.dependents.contains { permission(for: $0) == true }
  }

  /// Whether dependencies are permitted; `nil` if neither the injection nor its family is permitted.
  private func permission(for declaration: InjectionDeclaration) -> Bool? {
    let ofInjection = permitted[ObjectIdentifier(declaration)]
    guard ofInjection != true, let family = declaration.family else { return ofInjection }
    return permitted[ObjectIdentifier(family)] ?? ofInjection
  }
}
