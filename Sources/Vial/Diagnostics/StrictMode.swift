/// The use of a live implementation in a strict scope.
package struct LiveResolve: Sendable {
  /// The injection that was resolved.
  package let declaration: InjectionDeclaration

  /// The injection or the owner of a consumer that resolved it, if there was one.
  package let requester: String?

  /// Whether the injection is required and has no implementation, so that the resolve is about to stop the program.
  package let isUnprovided: Bool
}

/// Reports the live implementations that are resolved in a strict scope, each injection once.
@MainActor final class StrictMode {
  private let report: @MainActor (LiveResolve) -> Void
  private var reported: [InjectionDeclaration] = []

  init(_ report: @escaping @MainActor (LiveResolve) -> Void) { self.report = report }

  /// Reports an injection if its provider is live, and neither the injection nor one that is waiting for it is allowed.
  func check(_ storage: InjectionStorage, _ provider: Provider, in scope: OverrideScope) {
    let declaration = storage.declaration
    guard storage.isLive(provider), !ResolutionStack.isForwarding(to: storage), !reported.contains(declaration) else {
      return
    }
    let requesters = ResolutionStack.requesters()
    let isAllowed = (requesters + [.injection(declaration)]).contains { requester in
      guard case .injection(let declaration) = requester else { return false }
      return scope.allowsLive(declaration)
    }
    guard !isAllowed else { return }
    reported.append(declaration)
    Injections.emit(.strictViolation(declaration))
    report(
      LiveResolve(
        declaration: declaration,
        requester: requesters.last?.description,
        isUnprovided: storage.isUnprovided(by: provider)
      )
    )
  }
}

// MARK: - Scopes

extension OverrideScope {
  /// The name of the test that runs in this scope.
  var currentTestName: String? {
    for scope in enclosingScopes { if let testName = scope.testName { return testName } }
    return nil
  }

  /// Makes the scope strict, and the scopes that are opened in it from now on.
  package func becomeStrict(_ report: @escaping @MainActor (LiveResolve) -> Void) { strictMode = StrictMode(report) }

  /// Allows the live implementation of an injection in this scope and in the scopes inside.
  package func allowLive(_ declaration: InjectionDeclaration) {
    if !allowedLive.contains(declaration) { allowedLive.append(declaration) }
  }

  /// Whether the live implementation of an injection, or of its family, is allowed.
  func allowsLive(_ declaration: InjectionDeclaration) -> Bool {
    enclosingScopes.contains { scope in
      !scope.isGlobal
        && (scope.allowedLive.contains(declaration) || declaration.family.map(scope.allowedLive.contains) == true)
    }
  }
}

extension Injection {
  /// Allows the live implementation in the current scope and in the scopes inside.
  package func allowLiveInScope() { OverrideScope.current.allowLive(storage.declaration) }
}

extension InjectionFamily {
  /// Allows the live implementation of every key in the current scope and in the scopes inside.
  package func allowLiveInScope() { OverrideScope.current.allowLive(storage.declaration) }
}
