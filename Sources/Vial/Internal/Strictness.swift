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
  func check(_ root: Root, _ layer: Layer, in scope: OverrideScope) {
    guard layer.isLive(for: root, in: scope), !reported.contains(root) else { return }
    // What a provider's factory may, that of an injection which it provides for may too.
    let end = root.destination(from: layer, in: scope).root
    guard !([root, end] + Running.builders).contains(where: scope.allowsLive) else { return }
    reported.insert(root)
    let requester = Running.requester
    Injections.emit(.strictViolation(root.declaration))
    report(LiveResolve(declaration: root.declaration, requester: requester))
  }
}

extension OverrideScope {
  /// Whether an injection, or its family, may be live, here or in a scope around this one.
  fileprivate func allowsLive(_ root: Root) -> Bool {
    allowed.contains(root) || root.family.map(allowed.contains) == true
      || parent?.allowsLive(root) == true
  }
}

/// Injections by identity; they are held, so that none can take the place of another.
///
/// The keys of a family are told apart by equality: a key is forgotten and comes back with another
/// root, and two may look alike.
@MainActor
struct RootSet {
  private var roots: [InjectionDeclaration.Identity: [Root]] = [:]

  nonisolated init() {}

  func contains(_ root: Root) -> Bool {
    guard !roots.isEmpty, let alike = roots[root.declaration.identity] else { return false }
    return alike.contains { $0 === root || $0.isOfSameKey(as: root) }
  }

  mutating func insert(_ root: Root) {
    guard !contains(root) else { return }
    roots[root.declaration.identity, default: []].append(root)
  }
}

extension Root {
  fileprivate func isOfSameKey(as other: Root) -> Bool {
    guard let key = facts?.key, let otherKey = other.facts?.key else { return false }
    return family === other.family && key.isEqual(to: otherKey)
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
    OverrideScope.current?.allowed.insert(table)
  }
}
