import Vial

/// Determines the effect of each live use, in one way for all code.
///
/// 1. `Attribution` determines the test that the code belongs to.
/// 2. The effect is the `liveUse` of the test, or nothing if the live use is permitted.
/// 3. `Reports` reports the live use once.
@MainActor enum LiveUses {
  static func check(_ live: LiveResolve) {
    switch Attribution.of(live) {
    case .scoped(let test): check(live, in: test)
    case .unscoped(let test): check(live, outsideTheScopesOf: test)
    case .nobody: checkEscaped(live)
    }
  }

  /// A live use in the scope of a test, or of a consumer from outside that the test reads in its scope.
  private static func check(_ live: LiveResolve, in test: RunningTest) {
    let scope = live.isOfOutsideConsumer ? Engine.codeScope : live.scope
    let isAllowed =
      live.isAllowed(in: scope, test.identity) || live.isOfOutsideConsumer && live.isAllowed(in: .global, test.identity)
    let effect = live.effect(scope.testScope?.liveUse ?? test.liveUse, isPermitted: isAllowed)
    Reports.report(.liveUse(live.declaration), effect, to: .scoped(test), live.message(in: test))
  }

  /// A live use of a test without a scope.
  ///
  /// A missing implementation in an exit test is not reported, because the exit test may expect the end of its process.
  private static func check(_ live: LiveResolve, outsideTheScopesOf test: TestIdentity) {
    if test.isExitTest, live.isUnprovided { return }
    let effect = live.effect(Attribution.unscoped(test).liveUse, isPermitted: live.isAllowed(in: .global, test))
    Reports.report(.liveUse(live.declaration), effect, to: .unscoped(test), live.message(outsideTheScopesOf: test))
  }

  /// A live use of code that belongs to no test.
  ///
  /// Any test with a scope that is running may have started the code. If it is the only one, the issue is its issue.
  private static func checkEscaped(_ live: LiveResolve) {
    let subject = live.declaration.family ?? live.declaration
    guard !RunningTests.modules.contains(subject.module), !live.isAllowed(by: OverrideScope.global.livePermissions)
    else { return }
    let effect = RunningTests.effect(of: live)
    let message = { live.message(ofEscapedWork: effect) }
    // The program stops, so the issue may be lost.
    if live.isUnprovided, effect != .allowed { StandardError().write("Vial: \(message())\n") }
    guard let only = RunningTests.only else { return Reports.report(.liveUse(subject), effect, to: .nobody, message()) }
    Reports.report(.liveUse(subject), effect, to: .scoped(only), message())
    // Otherwise, a later report for no test would repeat the report for the test.
    Reports.isFirst(.liveUse(subject), effect, .onceForNobody)
  }
}

// MARK: - Permissions

/// The permissions of a scope: injections that may be used live, and whether their dependencies may be used live, too.
typealias LivePermissions = [ObjectIdentifier: (injection: Any, includingDependencies: Bool)]

extension LiveResolve {
  /// Whether a test reads, in its scope, a consumer that was created outside the scopes of all tests.
  var isOfOutsideConsumer: Bool { scope.testScope == nil }

  /// Whether a scope of a test permits the live use, or the module of the test publishes the injection.
  func isAllowed(in scope: OverrideScope, _ test: TestIdentity) -> Bool {
    test.publishes(declaration) || isAllowed(by: scope.livePermissions)
  }

  /// Whether there is a permission for the injection, or for an injection that is waiting for it with its dependencies.
  func isAllowed(by permissions: some Sequence<LivePermissions>) -> Bool {
    if permissions.allow(declaration) { return true }
    return requesters.contains { requester in
      guard case .injection(let declaration) = requester else { return false }
      return permissions.allow(declaration, includingDependencies: true)
    }
  }

  /// The effect of the live use in a test.
  ///
  /// A resolve without an implementation always fails, because the program is about to stop.
  func effect(_ liveUse: LiveUse, isPermitted: Bool) -> LiveUse {
    isUnprovided ? .fails : isPermitted ? .allowed : liveUse
  }
}

extension Sequence<LivePermissions> {
  /// Whether there is a permission for an injection or its family.
  func allow(_ declaration: InjectionDeclaration, includingDependencies: Bool = false) -> Bool {
    contains { permissions in
      [declaration, declaration.family].contains { declaration in
        let permission = declaration.flatMap { permissions[ObjectIdentifier($0)] }
        return permission.map { $0.includingDependencies || !includingDependencies } ?? false
      }
    }
  }
}

extension OverrideScope {
  /// The permissions in this scope and in the enclosing scopes, without the permissions of the global scope.
  var livePermissions: [LivePermissions] {
    enclosingScopes.compactMap { $0.isGlobal == isGlobal && !$0.allowedLive.isEmpty ? $0.allowedLive : nil }
  }
}

extension RunningTest {
  /// The effect of a live use of code that belongs to no test, if this test has started the code.
  ///
  /// A test that overrides the injection is at least warned, because the code ignores the override.
  func effect(ofEscaped live: LiveResolve) -> LiveUse {
    guard let scope = scopes.last else { return liveUse }
    let isAllowed = live.isAllowed(in: scope, identity) || live.isAllowed(by: [endedPermissions])
    let effect = live.effect(liveUse, isPermitted: isAllowed)
    return effect == .allowed && live.isOverridden(in: scope) ? .warns : effect
  }
}
