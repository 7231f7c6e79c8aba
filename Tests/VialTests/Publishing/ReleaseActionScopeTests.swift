import Testing
import Vial

/// Release actions of instances whose scope is owned by an object that the same operation evicts and releases first.
///
/// Only the removal of a provider evicts instances of a scope that nothing else retains: a rollback in a scope that the
/// scope sees, and an implementation that is withdrawn or replaced. Clearing an injection, a family or a flow, and
/// expiration evict instances of scopes that the current scope retains.
@MainActor struct ReleaseActionScopeTests {
  /// An object that owns the scope of its services, as a window of an application does.
  private final class Window {
    let scope: OverrideScope

    init(_ scope: OverrideScope) { self.scope = scope }
  }

  private let title = Injection(strategy: .singleton, instance: "global")
  private let log = Variable<[String]>([])

  /// Services whose release actions record the service and the title that is visible where the action runs.
  private func services() -> [Injection<String>] {
    ["first", "second"].map { name in Injection(strategy: .singleton, instance: name).onRelease(record) }
  }

  private func record(_ service: String) { log.content.append("\(service) in \(title.resolve())") }

  /// Opens a scope with a title in the current scope.
  private func openScope(_ kind: OverrideScope.Kind) -> OverrideScope {
    let scope = OverrideScope(kind)
    scope.run { title.override(with: "window") }
    return scope
  }

  /// A window that is cached after the services in its scope.
  private func window(_ kind: OverrideScope.Kind) -> Injection<Window> {
    let services = services()
    return Injection(strategy: .singleton) {
      let window = Window(openScope(kind))
      window.scope.run { for service in services { _ = service.resolve() } }
      return window
    }
  }

  /// Resolves a window, which only the cache retains afterwards.
  private func open(_ window: Injection<Window>) -> WeakReference { WeakReference(window.resolve().scope) }

  private struct WeakReference {
    weak let scope: OverrideScope?

    init(_ scope: OverrideScope?) { self.scope = scope }
  }

  // MARK: Scopes that are deallocated

  @Test func rollbackWhileADroppedScopeReleasesItsInstancesRunsNoAction() {
    let (number, services) = (Injection(strategy: .singleton, instance: 1), services())
    let outer = OverrideScope(.isolated)
    let token = outer.run { number.override(with: 2) }
    let last = Injection(strategy: .singleton, instance: OnDeinit { token.rollback() })
    let inner = Variable<OverrideScope?>(outer.run { OverrideScope() })
    inner.content?.run { _ = (services[0].resolve(), last.resolve()) }

    inner.content = nil

    expect(!token.isActive)
    expect(log.content.isEmpty)
    outer.end()
  }

  // MARK: Rollbacks

  @Test func rollbackRunsTheActionsInTheScopeOfAWindowThatItReleases() {
    let number = Injection(strategy: .singleton, instance: 1)
    let family = InjectionFamily<Int, Int>(strategy: .singleton) { $0 }
    let rollbacks: [(name: String, scope: OverrideScope, rollBack: @MainActor (Override, OverrideScope) -> Void)] = [
      ("override", .global, { token, _ in token.rollback() }),
      ("override of a scope", OverrideScope(.isolated), { token, _ in token.rollback() }),
      ("override of a family", .global, { _, _ in family.rollbackOverride() }),
      ("all overrides", OverrideScope(.isolated), { _, scope in scope.run { Overrides.rollbackAll() } }),
    ]
    for (name, scope, rollBack) in rollbacks {
      for kind in [OverrideScope.Kind.inheriting, .fresh] {
        log.content = []
        scope.run { _ = family.override { $0 + 1 } }
        let token = scope.run { number.override(with: 2) }
        let injection = window(kind)
        let window = scope.run { open(injection) }
        expect(window.scope != nil, "\(name), \(kind)")

        rollBack(token, scope)

        expectEqual(log.content, ["second in window", "first in window"], "\(name), \(kind)")
        expect(window.scope == nil, "\(name), \(kind)")
        token.rollback()
        scope.run { _ = family.rollbackOverride() }
        extendLifetime(injection)
      }
    }
  }

  @Test func rollbackRunsTheActionsOfNestedWindowsInTheScopeOfEachWindow() {
    let number = Injection(strategy: .singleton, instance: 1)
    let inner = window(.inheriting).onRelease { [log, title] _ in
      log.content.append("inner window in \(title.resolve())")
    }
    let outer = Injection(strategy: .singleton) {
      let outer = Window(openScope(.inheriting))
      outer.scope.run {
        title.override(with: "outer window")
        _ = inner.resolve()
      }
      return outer
    }
    let token = number.override(with: 2)
    let scope = open(outer)

    token.rollback()

    expectEqual(log.content, ["inner window in outer window", "second in window", "first in window"])
    expect(scope.scope == nil)
  }

  // MARK: Provided implementations

  /// A node of a tree: a window in the global scope, or a service in the scope of the window.
  private final class Node {
    let name: String
    let scope: OverrideScope?

    init(_ name: String, _ scope: OverrideScope?) {
      self.name = name
      self.scope = scope
    }
  }

  /// A required injection whose implementation builds a service in the scope of the window, and then the window.
  private func node() -> (Injection<Node>, Provision) {
    let injection = Injection<Node>.required("a node").onRelease { [self] in record($0.name) }
    let provision = injection.provide(strategy: .singleton) {
      if title.isOverridden { return Node("service", nil) }
      let scope = openScope(.fresh)
      scope.run { _ = injection.resolve() }
      return Node("window", scope)
    }
    return (injection, provision)
  }

  @Test func removedImplementationRunsTheActionInTheScopeOfAWindowThatItReleases() {
    for isReplaced in [false, true] {
      log.content = []
      let (node, provision) = node()
      let scope = WeakReference(node.resolve().scope)
      expect(scope.scope != nil)

      if isReplaced { node.provide(with: Node("replacement", nil)) } else { provision.withdraw() }

      expectEqual(log.content, ["window in global", "service in window"], "isReplaced: \(isReplaced)")
      expect(scope.scope == nil, "isReplaced: \(isReplaced)")
    }
  }
}
