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
  private let log = Box<[String]>([])

  /// A service whose release action records the service and the title that is visible where the action runs.
  private func service() -> Injection<String> {
    Injection(strategy: .singleton, instance: "service").onRelease(record)
  }

  private func record(_ service: String) { log.content.append("\(service) in \(title.resolve())") }

  /// Opens a scope with a title in the current scope.
  private func openScope(_ kind: OverrideScope.Kind) -> OverrideScope {
    let scope = OverrideScope(kind)
    scope.run { title.override(with: "window") }
    return scope
  }

  /// A window that is cached after the service in its scope.
  private func window(_ kind: OverrideScope.Kind, with service: Injection<String>) -> Injection<Window> {
    Injection(strategy: .singleton) {
      let window = Window(openScope(kind))
      window.scope.run { _ = service.resolve() }
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
    let (number, service) = (Injection(strategy: .singleton, instance: 1), service())
    let outer = OverrideScope(.isolated)
    let token = outer.run { number.override(with: 2) }
    let last = Injection(strategy: .singleton, instance: OnDeinit { token.rollback() })
    let inner = Box<OverrideScope?>(outer.run { OverrideScope() })
    inner.content?.run { _ = (service.resolve(), last.resolve()) }

    inner.content = nil

    expect(!token.isActive)
    expect(log.content.isEmpty)
    outer.end()
  }

  // MARK: Rollbacks

  @Test(arguments: [OverrideScope.Kind.inheriting, .fresh])
  func rollbackRunsTheActionInTheScopeOfAWindowThatItReleases(kind: OverrideScope.Kind) {
    let (number, service) = (Injection(strategy: .singleton, instance: 1), service())
    let window = window(kind, with: service)
    let token = number.override(with: 2)
    let scope = open(window)
    expect(scope.scope != nil)

    token.rollback()

    expectEqual(log.content, ["service in window"])
    expect(scope.scope == nil)
  }

  @Test(arguments: [OverrideScope.Kind.inheriting, .fresh])
  func rollbackInAScopeRunsTheActionInTheScopeOfAWindowThatItReleases(kind: OverrideScope.Kind) {
    let (number, service) = (Injection(strategy: .singleton, instance: 1), service())
    let window = window(kind, with: service)
    let outer = OverrideScope(.isolated)
    let token = outer.run { number.override(with: 2) }
    let scope = outer.run { open(window) }

    token.rollback()

    expectEqual(log.content, ["service in window"])
    expect(scope.scope == nil)
    extendLifetime(outer)
  }

  @Test func rollbackOfAFamilyRunsTheActionInTheScopeOfAWindowThatItReleases() {
    let family = InjectionFamily<Int, Int>(strategy: .singleton) { $0 }
    let service = service()
    let window = window(.inheriting, with: service)
    family.override { $0 + 1 }
    let scope = open(window)

    family.rollbackOverride()

    expectEqual(log.content, ["service in window"])
    expect(scope.scope == nil)
  }

  @Test func rollbackOfAllOverridesRunsTheActionInTheScopeOfAWindowThatItReleases() {
    let (number, service) = (Injection(strategy: .singleton, instance: 1), service())
    let window = window(.inheriting, with: service)
    let outer = OverrideScope(.isolated)

    outer.run {
      number.override(with: 2)
      let scope = open(window)
      Overrides.rollbackAll()
      expect(scope.scope == nil)
    }

    expectEqual(log.content, ["service in window"])
  }

  @Test func rollbackRunsTheActionsOfNestedWindowsInTheScopeOfEachWindow() {
    let (number, service) = (Injection(strategy: .singleton, instance: 1), service())
    let inner = window(.inheriting, with: service).onRelease { [log, title] _ in
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

    expectEqual(log.content, ["inner window in outer window", "service in window"])
    expect(scope.scope == nil)
  }

  @Test func rollbackRunsTheActionsOfAllServicesOfAWindow() {
    let number = Injection(strategy: .singleton, instance: 1)
    let services = ["first", "second"].map { name in
      Injection(strategy: .singleton, instance: name).onRelease(record)
    }
    let window = Injection(strategy: .singleton) {
      let window = Window(openScope(.inheriting))
      window.scope.run { for service in services { _ = service.resolve() } }
      return window
    }
    let token = number.override(with: 2)
    let scope = open(window)

    token.rollback()

    expectEqual(log.content, ["second in window", "first in window"])
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

  @Test func withdrawalRunsTheActionInTheScopeOfAWindowThatItReleases() {
    let (node, provision) = node()
    let scope = WeakReference(node.resolve().scope)
    expect(scope.scope != nil)

    provision.withdraw()

    expectEqual(log.content, ["window in global", "service in window"])
    expect(scope.scope == nil)
  }

  @Test func replacedImplementationRunsTheActionInTheScopeOfAWindowThatItReleases() {
    let (node, _) = node()
    let scope = WeakReference(node.resolve().scope)

    node.provide(with: Node("replacement", nil))

    expectEqual(log.content, ["window in global", "service in window"])
    expect(scope.scope == nil)
  }
}
