import Vial

/// The resolve of a live implementation, which is a live use unless a test permits it.
///
/// The properties are computed once, because the permissions of many tests may be compared with them.
@MainActor struct LiveUseCandidate {
  let live: LiveResolve
  let declaration: InjectionDeclaration

  /// The module that publishes the injection.
  let module: String

  /// The module of the override that resolves its original, or forwards to the injection.
  let overrideModule: String?

  /// The injections that are waiting for the instance.
  let dependents: [InjectionDeclaration]

  init(_ live: LiveResolve) {
    self.live = live
    declaration = live.declaration
    module = declaration.module
    overrideModule = live.override?.module
    dependents = live.requesters.compactMap { requester in
      if case .injection(let declaration) = requester { declaration } else { nil }
    }
  }

  var scope: OverrideScope { live.scope }

  /// The effect in a test.
  ///
  /// A resolve without an implementation always fails, because the program is about to stop. No permission applies to an
  /// injection that no test may use.
  func effect(_ policy: LiveUse, isPermitted: Bool) -> LiveUse {
    if live.isUnprovided { return .fails }
    if live.isForbidden { return .stops }
    return isPermitted ? .allowed : policy
  }

  /// Whether a running test overrides the injection, without effect on code of nobody.
  func isOverridden(by test: RunningTest) -> Bool {
    guard KnownDecisions.mayOverride(declaration), let scope = test.scopes.last else { return false }
    return live.isOverridden(in: scope)
  }

  // MARK: Permissions

  /// Whether a test permits the live use: by name, because its module publishes the injection, or because its module has written
  /// the override that resolves the injection.
  ///
  /// An override of another module does not: a composition that decorates a service still reaches the live one.
  func isPermitted(by test: TestIdentity, _ permissions: [Permissions]) -> Bool {
    if test.isIn(module) { return true }
    if let overrideModule, test.isIn(overrideModule) { return true }
    return isPermittedByName(by: test, permissions)
  }

  /// Whether permissions apply to the injection, or with its dependencies to an injection that is waiting for it.
  func isPermittedByName(by test: TestIdentity, _ permissions: [Permissions]) -> Bool {
    contains(permissions) { $0.applies(to: test, includingDependencies: $1) }
  }

  /// Whether permissions of any test apply to the injection.
  func isPermittedByName(_ permissions: [Permissions]) -> Bool {
    contains(permissions) { $0.appliesToNobody(includingDependencies: $1) }
  }

  private func contains(
    _ permissions: [Permissions],
    where applies: (_ permission: LivePermission, _ includingDependencies: Bool) -> Bool
  ) -> Bool {
    for permissions in permissions {
      if permissions.contain(declaration, where: { applies($0, false) }) { return true }
      for dependent in dependents where permissions.contain(dependent, where: { applies($0, true) }) { return true }
    }
    return false
  }
}
