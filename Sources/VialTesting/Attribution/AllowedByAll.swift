import Vial

/// The injections that every test allows to code of nobody, until a test opens or ends a scope, makes an override or gives a
/// permission.
@MainActor enum AllowedByAll {
  private static var declarations: [ObjectIdentifier: InjectionDeclaration] = [:]

  /// A use by a factory is not remembered, because a permission may include dependencies.
  static func insert(_ candidate: LiveUseCandidate) {
    guard candidate.dependents.isEmpty else { return }
    declarations[ObjectIdentifier(candidate.declaration)] = candidate.declaration
  }

  static func contains(_ candidate: LiveUseCandidate) -> Bool {
    guard candidate.dependents.isEmpty, !candidate.live.isUnprovided else { return false }
    return declarations[ObjectIdentifier(candidate.declaration)] != nil
  }

  static func forget() { declarations = [:] }
}
