import Vial

/// Decides what a live use does, in one way for all code.
///
/// 1. `Attribution` determines the test that the code belongs to.
/// 2. `effect` determines what the live use does there: nothing if it is permitted.
/// 3. `Reports` tells it once.
@MainActor enum LiveUses {
  /// The effect of a live use in a test without a scope.
  private static var effectOutsideScopes: LiveUse { LiveUse.ofRun ?? .warns }

  static func check(_ live: LiveResolve) {
    switch Attribution.of(live) {
    case .scoped(let test): check(live, in: test)
    case .unscoped(let test): check(live, outsideTheScopesOf: test)
    case .nobody: checkEscaped(live)
    }
  }

  /// A live use in the scope of a test, or of a consumer from outside that the test reads in its scope.
  private static func check(_ live: LiveResolve, in test: RunningTest) {
    let isFromOutside = live.scope.testScope == nil
    let scope = isFromOutside ? Injections.codeScope : live.scope
    let testScope = scope.testScope
    let isAllowed = live.isAllowed(in: scope) || isFromOutside && live.isAllowed(in: .global)
    Reports.tell(
      .liveUse(live.declaration),
      live.effect(testScope?.liveUse ?? test.liveUse, in: test.identity, isAllowed: isAllowed),
      to: .scoped(test),
      once: testScope.map { .scope($0.scopeID) } ?? .test(test.identity),
      live.message(in: test, isFromOutside: isFromOutside)
    )
  }

  /// A live use of a test without a scope: in XCTest, a warning is told once for the process.
  private static func check(_ live: LiveResolve, outsideTheScopesOf test: TestIdentity) {
    let effect = live.effect(effectOutsideScopes, in: test, isAllowed: live.isAllowed(in: .global))
    Reports.tell(
      .liveUse(live.declaration),
      effect,
      to: .unscoped(test),
      once: test.isXCTest && effect == .warns ? .process : .test(test),
      live.message(outsideTheScopesOf: test)
    )
  }

  /// A live use of code that belongs to no test.
  ///
  /// Any test with a scope that is running may have started the code. If it is the only one, the issue is its issue.
  /// Otherwise nobody knows the test: the live use fails the run only if it would fail each of these tests.
  private static func checkEscaped(_ live: LiveResolve) {
    let subject = live.declaration.family ?? live.declaration
    guard !RunningTests.modules.contains(subject.module), !live.isAllowed(in: .global) else { return }
    let effects = RunningTests.effects(of: live)
    let effect = LiveUse.mostLenient(of: effects)
    guard effect != .allowed else { return }
    // The program stops, so the issue may be lost.
    if live.isUnprovided { StandardError().write("Vial: \(live.message(ofEscapedWorkIn: effects))\n") }
    let only = RunningTests.only
    Reports.tell(
      .liveUse(subject),
      effect,
      to: only.map { .scoped($0) } ?? .nobody,
      once: only.map { .test($0.identity) } ?? .nobody(effect),
      live.message(ofEscapedWorkIn: effects)
    )
    // A report about nobody would repeat what the report about a test has told.
    for known in [LiveUse.warns, effect] { Reports.isFirst(.liveUse(subject), for: .nobody(known)) }
  }
}

// MARK: - Permissions

extension LiveResolve {
  /// Whether a scope allows the injection, or an injection that is waiting for it with its dependencies.
  func isAllowed(in scope: OverrideScope) -> Bool {
    if scope.allowsLive(declaration) { return true }
    return requesters.contains { requester in
      guard case .injection(let declaration) = requester else { return false }
      return scope.allowsLive(declaration, includingDependencies: true)
    }
  }

  /// The effect of the live use in a test.
  ///
  /// An injection that the test's own module publishes needs no permission. A resolve without an implementation always fails, because the program is about to stop.
  fileprivate func effect(_ liveUse: LiveUse, in test: TestIdentity, isAllowed: Bool) -> LiveUse {
    if isUnprovided { return .fails }
    return isAllowed || declaration.module == test.module ? .allowed : liveUse
  }
}

extension OverrideScope {
  /// Whether an injection or its family is allowed in this scope or in an enclosing scope.
  ///
  /// A permission in the global scope does not apply to the scopes of tests.
  func allowsLive(_ declaration: InjectionDeclaration, includingDependencies: Bool = false) -> Bool {
    enclosingScopes.contains { scope in
      scope.isGlobal == isGlobal
        && [declaration, declaration.family].contains { declaration in
          let permission = declaration.flatMap { scope.allowedLive[ObjectIdentifier($0)] }
          return permission.map { $0.includingDependencies || !includingDependencies } ?? false
        }
    }
  }
}

extension RunningTest {
  /// The effect of a live use of code that belongs to no test, if this test has started the code.
  ///
  /// A test that overrides the injection is at least warned, because the code ignores the override.
  func effect(ofEscaped live: LiveResolve) -> LiveUse {
    guard let scope = scopes.last else { return liveUse }
    let effect = live.effect(liveUse, in: identity, isAllowed: live.isAllowed(in: scope))
    return effect == .allowed && live.isOverridden(in: scope) ? .warns : effect
  }
}

extension LiveUse {
  /// The most lenient of the effects in several tests, at least a warning if one of the tests forbids the live use.
  fileprivate static func mostLenient(of effects: Set<LiveUse>) -> LiveUse {
    switch effects {
    case [], [.allowed]: .allowed
    case [.fails]: .fails
    default: .warns
    }
  }
}
