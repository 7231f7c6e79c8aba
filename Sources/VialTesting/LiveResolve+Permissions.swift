import Vial

extension LiveResolve {
  /// The injection, or the family of a key.
  var subject: InjectionDeclaration { declaration.family ?? declaration }

  /// Whether one of the modules publishes the injection.
  func isPublished(in modules: Set<String>) -> Bool { modules.contains(declaration.module) }

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
    let permissions = scope.permissions(for: declaration)
    return permissions.contains { $0 || !asRequester }
  }
}

extension OverrideScope {
  /// The permissions for an injection or its family in this scope and in enclosing ones, and whether each includes the
  /// dependencies.
  func permissions(for declaration: InjectionDeclaration) -> [Bool] {
    enclosingScopes.filter { $0.isGlobal == isGlobal }.flatMap { scope in
      [declaration, declaration.family].compactMap { $0.flatMap { scope.allowedLive[$0] } }
    }
  }
}

extension InjectionDeclaration {
  /// The module that publishes the injection.
  var module: String { moduleName(ofFileID: callSite.fileID) }
}

/// Returns the name of the module, the first component of a file ID.
func moduleName(ofFileID fileID: String) -> String { String(fileID.prefix { $0 != "/" }) }
