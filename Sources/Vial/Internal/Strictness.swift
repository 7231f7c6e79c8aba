/// A live resolve in a strict scope.
package struct LiveResolve: Sendable {
  /// What was resolved live.
  package let declaration: InjectionDeclaration

  /// The factory, or the type that owns the consumer; `nil` for a resolve of neither.
  package let requester: String?

  /// Whether nothing was provided, so that the resolve is about to stop the program.
  package let isUnprovided: Bool

  /// Where another injection is overridden that the same line published: that of a computed property.
  package let sibling: CallSite?
}

/// Reports what is resolved live in a scope where everything is to be overridden (rule 23).
@MainActor final class Strictness {
  private let report: @MainActor (LiveResolve) -> Void

  /// Held, so that nothing else can take the place of one.
  private var reported: [InjectionDeclaration] = []

  init(_ report: @escaping @MainActor (LiveResolve) -> Void) {
    self.report = report
  }

  /// Reports an injection that a live layer provides, once.
  func check(_ root: Root, _ layer: Layer, in scope: OverrideScope) {
    let declaration = root.declaration
    guard root.isLive(layer), !Running.isHandedOn(root),
      !reported.contains(declaration)
    else { return }
    // Allowed, if it or one that needs it is allowed.
    let steps = Running.steps()
    guard !(steps + [.injection(declaration)]).contains(where: scope.allowsLive) else { return }
    reported.append(declaration)
    let live = LiveResolve(
      declaration: declaration,
      requester: steps.last?.description,
      isUnprovided: root.isMissing(layer),
      sibling: Overrides.active.overrides.first { $0.declaration.isSibling(of: declaration) }?
        .callSite
    )
    Injections.emit(.strictViolation(declaration))
    report(live)
  }
}

extension OverrideScope {
  fileprivate func allowLive(_ declaration: InjectionDeclaration) {
    if !allowed.contains(declaration) { allowed.append(declaration) }
  }

  /// Whether an injection, or its family, may be live, here or in a scope around this one.
  fileprivate func allowsLive(_ step: Running.Step) -> Bool {
    guard case .injection(let declaration) = step else { return false }
    return allowed.contains { $0 == declaration || $0 === declaration.family }
      || parent?.allowsLive(step) == true
  }
}

// MARK: - Allowing

extension Injection {
  /// Lets the injection be live in the current scope and in those inside it.
  package func allowLiveInScope() { OverrideScope.current?.allowLive(root.declaration) }
}

extension InjectionFamily {
  /// Lets every key be live in the current scope and in those inside it.
  package func allowLiveInScope() { OverrideScope.current?.allowLive(table.declaration) }
}
