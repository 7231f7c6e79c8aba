/// A stretch of work with overrides and instances of its own, which other work never sees.
///
/// Open one with ``withOverrideScope(_:_:)-2nwmt``. Inside, the same `override` and
/// `rollbackOverride` act on the scope. It follows the task: child tasks and `Task { }` inherit it,
/// and a consumer made inside belongs to it wherever it is first read. Parallel tests on the main
/// actor each have one.
///
/// Isolated to the main actor. While no scope is open, nobody pays for scopes.
@MainActor
public final class OverrideScope {
  /// What a scope sees of what is outside.
  public enum Kind: Sendable {
    /// Sees the overrides outside and reuses the instances alive there; what it builds stays inside.
    case inheriting

    /// Starts empty, singletons included, and sees no override from outside.
    case isolated
  }

  /// What the scope sees of what is outside.
  public nonisolated let kind: Kind

  /// Whether the scope is over: its overrides and instances are gone, and it keeps nothing more.
  public private(set) var hasEnded = false

  nonisolated let parent: OverrideScope?
  let ledger = OverrideLedger()

  /// What a strict scope, and any scope inside it, does about a live resolve (rule 22).
  private(set) var strictness: Strictness?
  private var stacks: [ObjectIdentifier: AnyStack] = [:]
  private var stackLimit = 32

  /// How many injections are remembered; what the tests of boundedness look at.
  var rememberedInjections: Int { stacks.count }

  private init(_ kind: Kind, parent: OverrideScope?) {
    self.kind = kind
    self.parent = parent
    strictness = parent?.strictness
  }

  /// The scope that this code runs in; `nil` outside every scope.
  public nonisolated static var current: OverrideScope? { Ambient.current?.scope }

  /// The same, without a look at the task while no scope is alive.
  static var ambient: OverrideScope? { Detour.reasons == 0 ? nil : current }

}

// MARK: - Continuing

// swift-format-ignore: AmbiguousTrailingClosureOverload
extension OverrideScope {
  /// Continues the scope where the task does not carry it: in a callback, a dispatch block, a
  /// detached task.
  ///
  /// ```swift
  /// let scope = OverrideScope.current
  /// queue.async { scope?.run { deliver() } }
  /// ```
  ///
  /// After the scope's end the work still runs, in an empty scope that keeps nothing.
  ///
  /// - Parameter body: The work that belongs to the scope.
  /// - Returns: What the work returns.
  public nonisolated func run<R>(_ body: () throws -> R) rethrows -> R {
    try Ambient.$current.withValue(.inScope(self), operation: body)
  }

  /// Continues the scope in asynchronous work.
  ///
  /// - Parameter body: The work that belongs to the scope.
  /// - Returns: What the work returns.
  public nonisolated(nonsending) func run<R>(_ body: () async throws -> R) async rethrows -> R {
    try await Ambient.$current.withValue(.inScope(self), operation: body)
  }
}

// MARK: - Opening and ending

extension OverrideScope {
  /// How many scopes are open.
  private static var openCount = 0

  /// Ended scopes that a task, a consumer or a caller still holds, so that resolves must look.
  private static var lingering: [Weak] = []
  private static var limit = 32

  /// How many ended scopes are remembered; what the tests of boundedness look at.
  static var remembered: Int { lingering.count }

  private struct Weak {
    weak let scope: OverrideScope?
  }

  static func open(_ kind: Kind) -> OverrideScope {
    openCount += 1
    Detour.set(Detour.scopes, true)
    let scope = OverrideScope(kind, parent: .current)
    Injections.emit(.scopeOpened(scope))
    return scope
  }

  /// Makes the scope strict, and those that are opened in it from now on.
  package func becomeStrict(_ report: @escaping @MainActor (InjectionDeclaration) -> Void) {
    strictness = Strictness(report)
  }

  /// Ends the scope and drops what it holds.
  func close() {
    let stacks = stacks
    hasEnded = true
    self.stacks = [:]
    ledger.removeAll()
    for stack in stacks.values { stack.retire() }
    Self.openCount -= 1
    Self.linger(self)
    Injections.emit(.scopeClosed(self))
  }

  /// Bounded, also while a scope stays open: twice the ended scopes that someone holds.
  private static func linger(_ scope: OverrideScope) {
    if lingering.count >= limit {
      lingering.removeAll { $0.scope == nil }
      limit = max(32, lingering.count * 2)
    }
    lingering.append(Weak(scope: scope))
  }

  /// Returns resolves to the fast path once no scope is alive; called by those outside every scope.
  static func settle() {
    guard openCount == 0 else { return }
    // From the end, so that a resolve looks at one scope that someone holds, and not at all.
    while let last = lingering.last, last.scope == nil { lingering.removeLast() }
    Detour.set(Detour.scopes, !lingering.isEmpty)
  }
}

// MARK: - Stacks

extension OverrideScope {
  func layer<Value>(of injection: Injection<Value>) -> Layer<Value> {
    if !hasEnded, let top = stack(of: injection).top { return top }
    return ground(of: injection)
  }

  func stack<Value>(of injection: Injection<Value>) -> ScopeStack<Value> {
    let id = ObjectIdentifier(injection)
    if let stack = stacks[id] { return unsafe unsafeDowncast(stack, to: ScopeStack<Value>.self) }
    if stacks.count >= stackLimit { dropIdleStacks() }
    let stack = ScopeStack(injection)
    stacks[id] = stack
    return stack
  }

  /// Bounded: twice the injections that are overridden here or have an instance alive here.
  private func dropIdleStacks() {
    let idle = stacks.filter { $0.value.isIdle }
    for id in idle.keys { stacks[id] = nil }
    stackLimit = max(32, stacks.count * 2)
    // What a recipe has captured is released now, when the stacks are in order again.
    extendLifetime(idle)
  }

  /// What the scope's overrides of `injection` stand on.
  func ground<Value>(of injection: Injection<Value>) -> ScopeLayer<Value> {
    let outside = outsideLayer(of: injection)
    let origin = outside?.origin ?? injection.base
    // A scope that has ended keeps nothing, so it gets a layer for this one resolve.
    let stack = hasEnded ? nil : stack(of: injection)
    return ScopeLayer.layer(origin, outside: outside, in: stack, of: self)
  }

  /// Whether what is in `place` is in force in `scope`; `nil` is outside every scope.
  static func sees(_ place: OverrideScope?, from scope: OverrideScope?) -> Bool {
    if place === scope { return true }
    guard let scope, scope.kind == .inheriting else { return false }
    return sees(place, from: scope.parent)
  }

  /// What the scope inherits of `injection`: an ended scope outside holds nothing, and an isolated
  /// one lets nothing through, ended or not.
  private func outsideLayer<Value>(of injection: Injection<Value>) -> Layer<Value>? {
    var inner = self
    while inner.kind == .inheriting {
      guard let outer = inner.parent else { return injection.layer(in: nil) }
      guard outer.hasEnded else { return injection.layer(in: outer) }
      inner = outer
    }
    return nil
  }
}
