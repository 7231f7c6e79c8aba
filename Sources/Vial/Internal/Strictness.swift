/// A live resolve in a strict scope.
package struct LiveResolve: Sendable {
  /// What was resolved live.
  package let declaration: InjectionDeclaration

  /// The factory, or the type that owns the consumer; `nil` for a resolve of neither.
  package let requester: String?
}

/// Reports what is resolved live in a scope where everything is to be overridden (rule 23).
@MainActor
final class Strictness {
  private let report: @MainActor (LiveResolve) -> Void

  /// By identity; the injections are held, so that none can take another's place.
  private var reported: [InjectionDeclaration.Identity: AnyObject] = [:]

  init(_ report: @escaping @MainActor (LiveResolve) -> Void) {
    self.report = report
  }

  /// Reports an injection whose resolve ends at a live layer, once.
  func check(_ root: AnySlot, _ layer: AnySlot, in scope: OverrideScope) {
    guard !root.isInternal, layer.isLive(in: scope) else { return }
    let declaration = root.declaration
    guard reported[declaration.identity] == nil, !isAllowed(declaration, in: scope) else { return }
    reported[declaration.identity] = root
    let requester = unsafe BuildFrame.requester
    Injections.emit(.strictViolation(declaration))
    report(LiveResolve(declaration: declaration, requester: requester))
  }

  /// Whether an injection may be live; what its factory resolves may be with it.
  private func isAllowed(_ declaration: InjectionDeclaration, in scope: OverrideScope) -> Bool {
    let builders = unsafe BuildFrame.steps.compactMap(\.declaration)
    return (builders + [declaration]).contains { declaration in
      scope.allowsLive(declaration.identity) || scope.allowsLive(declaration.identity.family)
    }
  }
}

// MARK: - Allowing

extension Injection {
  /// Lets the injection be live in the current scope and in those inside it.
  package func allowLiveInScope() {
    OverrideScope.current?.allow(declaration.identity, self)
  }
}

extension InjectionFamily {
  /// Lets every key be live in the current scope and in those inside it.
  package func allowLiveInScope() {
    table.allowLiveInScope()
  }
}

extension InjectionDeclaration.Identity {
  /// The same for every key of a family.
  fileprivate var family: Self { Self(owner: owner) }
}
