package import Vial

/// Reports the live implementations that are resolved in a strict scope, each injection once.
@MainActor final class StrictMode {
  private let report: @MainActor (LiveResolve) -> Void
  private var reported: Set<InjectionDeclaration> = []

  init(_ report: @escaping @MainActor (LiveResolve) -> Void) { self.report = report }

  func check(_ resolve: LiveResolve) {
    guard !reported.contains(resolve.declaration), !resolve.isAllowed(in: resolve.scope) else { return }
    reported.insert(resolve.declaration)
    Injections.emit(.strictViolation(resolve.declaration))
    report(resolve)
  }
}

extension OverrideScope {
  /// Makes the scope strict, and each scope that is opened in it later.
  package func becomeStrict(_ report: @escaping @MainActor (LiveResolve) -> Void) {
    let strictMode = StrictMode(report)
    liveResolveCheck = { strictMode.check($0) }
  }
}

extension LiveResolve {
  /// Whether a scope allows the injection, or an injection that is waiting for it with its dependencies.
  func isAllowed(in scope: OverrideScope) -> Bool {
    if isAllowed(declaration, in: scope, asRequester: false) { return true }
    return requesters.contains { requester in
      guard case .injection(let declaration) = requester else { return false }
      return isAllowed(declaration, in: scope, asRequester: true)
    }
  }

  /// Whether the injection, or its family, is allowed in the scope or in an enclosing scope.
  ///
  /// For a requester, only a permission that includes its dependencies counts. A permission in the global scope does not
  /// apply to the scopes of tests.
  private func isAllowed(_ declaration: InjectionDeclaration, in scope: OverrideScope, asRequester: Bool) -> Bool {
    scope.enclosingScopes.contains { visibleScope in
      let permissions = [declaration, declaration.family].compactMap { $0.flatMap { visibleScope.allowedLive[$0] } }
      return visibleScope.isGlobal == scope.isGlobal && permissions.contains { $0 || !asRequester }
    }
  }
}
