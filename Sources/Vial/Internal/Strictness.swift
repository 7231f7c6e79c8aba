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
  private var reported = RootSet()

  init(_ report: @escaping @MainActor (LiveResolve) -> Void) {
    self.report = report
  }

  /// Reports an injection whose resolve ends at a live layer, once.
  func check(_ root: AnySlot, _ layer: AnySlot, in scope: OverrideScope) {
    guard !root.isInternal, layer.isLive(in: scope), !reported.contains(root) else { return }
    // What a provider's factory may, that of an injection which it provides for may too.
    let end = root.destination(from: layer, in: scope).root
    let builders = unsafe BuildFrame.steps.compactMap { $0.slot?.root }
    guard !([root, end] + builders).contains(where: scope.allowsLive) else { return }
    reported.insert(root)
    let requester = unsafe BuildFrame.requester
    Injections.emit(.strictViolation(root.declaration))
    report(LiveResolve(declaration: root.declaration, requester: requester))
  }
}

/// Injections by identity; they are held, so that none can take the place of another.
///
/// The keys of a family are told apart by equality: a key is forgotten and comes back with another
/// root, and two may look alike.
@MainActor
struct RootSet {
  private var roots: [InjectionDeclaration.Identity: [AnySlot]] = [:]

  nonisolated init() {}

  func contains(_ root: AnySlot) -> Bool {
    guard !roots.isEmpty, let alike = roots[root.declaration.identity] else { return false }
    return alike.contains { $0 === root || $0.publication?.hasKey(of: root) == true }
  }

  mutating func insert(_ root: AnySlot) {
    guard !contains(root) else { return }
    roots[root.declaration.identity, default: []].append(root)
  }
}

// MARK: - Allowing

extension Injection {
  /// Lets the injection be live in the current scope and in those inside it.
  package func allowLiveInScope() {
    OverrideScope.current?.allowed.insert(root)
  }
}

extension InjectionFamily {
  /// Lets every key be live in the current scope and in those inside it.
  package func allowLiveInScope() {
    table.allowLiveInScope()
  }
}
