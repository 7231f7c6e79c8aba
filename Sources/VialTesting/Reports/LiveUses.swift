import Vial

/// Determines the effect of each live use, in one way for all code.
///
/// 1. `Attribution` determines the tests that the use belongs to.
/// 2. The effect is the policy of the test, or nothing if the test permits the use. If several tests, or nobody, are in
///    question, the effect is a failure only if it is one for each of them.
/// 3. A use while a live instance is built that was told is a consequence. The report about that instance, the root, lists it.
/// 4. `Reports` reports each root once.
@MainActor enum LiveUses {
  /// A live instance that is being built, and the live injections that it needs.
  private struct Root {
    var needs: [InjectionDeclaration] = []
  }

  private static var roots: [Root] = []

  /// Checks a live use before the instance is built.
  ///
  /// - Returns: Work to do when the instance was built.
  static func check(_ live: LiveResolve) -> (@MainActor () -> Void)? {
    let attribution = Attribution.of(live)
    if attribution.isExempt(live) { return nil }
    let subject = attribution.subject(of: live)
    if case .nobody = attribution, !isPossible(live, subject) { return nil }
    let effect = attribution.effect(of: live)
    guard effect != .allowed else { return nil }
    if let test = attribution.test, test.identity.framework.expectsFatalErrors, live.isUnprovided { return nil }
    let limit = Reports.limit(of: subject, effect, attribution)
    if live.isUnprovided || effect == .stops { return stop(live, effect, attribution, subject, limit) }
    if let root = roots.indices.last {
      if effect == .warns { LiveUseSummary.count(live.declaration, by: attribution.test?.identity, isFurther: false) }
      if !roots[root].needs.contains(live.declaration) { roots[root].needs.append(live.declaration) }
      return nil
    }
    let isFirst = Reports.isFirst(subject, effect, limit)
    if effect == .warns {
      let isFurther = limit == .oncePerProcess && !isFirst
      LiveUseSummary.count(live.declaration, by: attribution.test?.identity, isFurther: isFurther)
    }
    roots.append(Root())
    guard isFirst else { return { roots.removeLast() } }
    Reports.remember(subject, effect, limit, attribution)
    Engine.emit(.liveUse(live.declaration))
    var report = live.report(effect, attribution, subject)
    return {
      report.add(needs: roots.removeLast().needs)
      report.deliver()
    }
  }

  /// Reports a resolve that stops the program, so that the issue is recorded before.
  private static func stop(
    _ live: LiveResolve,
    _ effect: LiveUse,
    _ attribution: Attribution,
    _ subject: Report.Subject,
    _ limit: Reports.Limit
  ) -> (@MainActor () -> Void)? {
    guard Reports.isFirst(subject, effect, limit) else { return nil }
    Reports.remember(subject, effect, limit, attribution)
    Engine.emit(.liveUse(live.declaration))
    let report = live.report(effect, attribution, subject)
    // The issue of nobody may be lost.
    if case .nobody = attribution, effect != .stops { StandardError().write("Vial: \(report.text)\n") }
    report.deliver()
    return nil
  }

  /// Whether a use of nobody has to be examined. The tests are asked only if it was not reported as a failure.
  private static func isPossible(_ live: LiveResolve, _ subject: Report.Subject) -> Bool {
    if Reports.wasMade(subject, .onceForNobody(while: RunningTests.only?.startedAt), .fails) { return false }
    if RunningTests.modules.contains(live.declaration.module) { return false }
    if let override = live.override, RunningTests.modules.contains(override.module) { return false }
    return live.isForbidden || !live.isAllowed(by: live.scope.permissionsWithoutTest)
  }
}

@MainActor extension Attribution {
  /// The effect of a live use.
  func effect(of live: LiveResolve) -> LiveUse {
    switch self {
    case .one(let test): test.effect(of: live)
    case .two(let code, let owner): .combined([code.effect(of: live), owner.effect(of: live)])
    case .nobody: RunningTests.effect(of: live)
    }
  }

  fileprivate func subject(of live: LiveResolve) -> Report.Subject {
    switch self {
    case .one: .liveUse(live.declaration)
    case .two(_, let owner): .useOfAnotherTest(live.declaration, owner: owner.identity)
    case .nobody: .liveUse(live.declaration.family ?? live.declaration)
    }
  }

  fileprivate func isExempt(_ live: LiveResolve) -> Bool {
    guard live.scope.testScope == nil else { return false }
    return ProcessWatch.exemptModules.contains(live.declaration.module) || test?.identity.isExempt == true
  }
}

// MARK: - Permissions

/// The permissions of a scope: injections that may be used live, and whether their dependencies may be used live, too.
typealias LivePermissions = [ObjectIdentifier: (injection: Any, includingDependencies: Bool)]

extension LiveResolve {
  /// Whether a scope of a test permits the live use, or the module of the test publishes the injection.
  ///
  /// An override that the module of the test makes, and that resolves its original or names another injection, permits this use.
  /// An override of the application does not: a composition that decorates a service still reaches the live one.
  func isAllowed(in scope: OverrideScope, _ test: TestIdentity) -> Bool {
    test.contains(declaration.callSite) || override.map(test.contains) == true || isAllowed(by: scope.livePermissions)
  }

  /// Whether the injection is resolved in a scope that no test has opened, and which permits the live use.
  func isAllowedInUnownedScope(_ test: TestIdentity) -> Bool {
    scope.testScope == nil && isAllowed(by: scope.permissionsWithoutTest)
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
  func effect(_ policy: LiveUse, isPermitted: Bool) -> LiveUse {
    isUnprovided ? .fails : isForbidden ? .stops : isPermitted ? .allowed : policy
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

  /// The permissions in a scope that no test has opened, and in the enclosing scopes with the global one.
  var permissionsWithoutTest: [LivePermissions] {
    enclosingScopes.compactMap { $0.allowedLive.isEmpty ? nil : $0.allowedLive }
  }
}
