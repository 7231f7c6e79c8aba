/// Reports what is resolved live in a scope where everything is to be overridden (rule 22).
@MainActor
final class Strictness {
  private let report: @MainActor (InjectionDeclaration) -> Void
  private var reported: Set<InjectionDeclaration> = []

  init(_ report: @escaping @MainActor (InjectionDeclaration) -> Void) {
    self.report = report
  }

  /// Reports each injection once, so that a loop does not bury what matters.
  func resolvedLive(_ declaration: InjectionDeclaration) {
    guard reported.insert(declaration).inserted else { return }
    Injections.emit(.strictViolation(declaration))
    report(declaration)
  }
}

extension Injection {
  /// Tells the scope's strictness, if it has one, when what is resolved is nobody's override.
  func checkStrictness(in scope: OverrideScope) {
    guard let strictness = scope.strictness, !scope.hasEnded else { return }
    guard overrides(in: scope).isEmpty, base.isLive else { return }
    strictness.resolvedLive(declaration)
  }
}
