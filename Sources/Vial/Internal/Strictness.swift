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
  /// Names are held, so that nothing else can take the place of one.
  private var reported: [Name] = []

  init(_ report: @escaping @MainActor (LiveResolve) -> Void) {
    self.report = report
  }

  /// Reports an injection that a live layer provides, once.
  func check(_ root: Root, _ layer: Layer, in scope: OverrideScope) {
    let (end, way) = root.destination(from: layer, in: scope)
    let providers = way + [end]
    guard providers.allSatisfy(\.isLive), !reported.contains(where: root.name.isSame) else {
      return
    }
    // Allowed, if one on the way or one that needs it is allowed.
    let steps = Running.steps()
    let names = providers.map(\.root.name) + steps.compactMap(\.injection)
    guard !names.contains(where: scope.allowsLive) else { return }
    reported.append(root.name)
    let live = LiveResolve(
      declaration: root.declaration,
      requester: steps.last?.name,
      isUnprovided: end.isMissing,
      sibling: Overrides.active.overrides.first { $0.declaration.isSibling(of: root.declaration) }?
        .callSite
    )
    if Injections.isObserved { Injections.emit(.strictViolation(root.declaration)) }
    report(live)
  }
}

extension OverrideScope {
  fileprivate func allowLive(_ name: Name) {
    if !allowed.contains(where: name.isSame) { allowed.append(name) }
  }

  /// Whether an injection, or its family, may be live, here or in a scope around this one.
  fileprivate func allowsLive(_ name: Name) -> Bool {
    allowed.contains { $0.isSame(as: name) || $0 === name.family }
      || parent?.allowsLive(name) == true
  }
}

// MARK: - Allowing

extension Injection {
  /// Lets the injection be live in the current scope and in those inside it.
  package func allowLiveInScope() { OverrideScope.current?.allowLive(root.name) }
}

extension InjectionFamily {
  /// Lets every key be live in the current scope and in those inside it.
  package func allowLiveInScope() { OverrideScope.current?.allowLive(table.name) }
}
