/// A set of overrides, provided implementations and instances that are invisible outside.
///
/// Open a scope for a block of code with ``withOverrideScope(_:_:)-30x4y``, or hold one as long as a window or a
/// preview lives. In a scope, `override`, `provide` and `rollbackOverride` act on that scope, and `clear` also evicts the
/// instances outside that the scope reuses. The scope follows the task: child tasks and `Task { }` inherit it. A consumer
/// belongs to the scope in which it was created, wherever and whenever it is first read. So tests that run in parallel
/// never see each other's overrides.
///
/// ```swift
/// let scope = OverrideScope(.isolated)
/// let model = scope.run {
///   Services.weather.override(with: FixedWeather(.rain))
///   return ForecastModel()
/// }
/// _ = model.advice  // uses the replacement, before and after the end of the scope
/// scope.end()
/// ```
///
/// After its end, a scope holds no instances and accepts no overrides. Its overrides stay in force for consumers that
/// were created in it, tasks that continue, scopes inside it, and ``run(_:)-2pkua``. An instance that is built after
/// the end is shared while something outside the cache retains it. The scope is deallocated when nothing retains it.
///
/// > Important: If a mock has an `@Instance` property, create the mock in the override's expression. Otherwise there is a
/// > reference cycle: the scope retains the override, the override retains the mock, and the mock's property retains the
/// > scope.
///
/// Override scopes are isolated to the main actor. A resolve in a scope takes longer than outside, because it searches the scopes
/// that the scope sees.
@MainActor public final class OverrideScope {
  /// How a new scope uses the overrides and the instances of the scopes outside.
  public enum Kind: Sendable {
    /// The scope sees the overrides outside and reuses the instances that are cached there.
    case inheriting

    /// The scope sees the overrides outside, and builds its own instances.
    case fresh

    /// The scope sees only provided implementations, and builds its own instances.
    case isolated
  }

  /// The scope of all code that runs outside every other scope.
  ///
  /// Use it to leave a scope: `OverrideScope.global.run { … }`. Calling ``end()`` on it has no effect.
  public nonisolated static let global = OverrideScope()

  /// Whether ``end()`` was called.
  public var hasEnded: Bool { isOver }

  /// The value of `hasEnded`; the compiler proves that the accesses to an internal property are exclusive.
  private var isOver = false

  /// When the scope was opened, which identifies it.
  package nonisolated let id: Moment

  /// The scope in which this one was opened; `nil` for the global scope, and for a scope that was opened there.
  private nonisolated let outer: ReleaseChain<OverrideScope>?

  /// Whether a test was started in this scope.
  nonisolated let isScopeOfTest: Bool

  /// How the scope uses the overrides and the instances of the scopes outside that it does not ignore.
  nonisolated let outerUse: Kind

  /// Whether the scope ignores scopes outside that are not scopes of tests; so does a test's scope without a kind.
  nonisolated let seesOnlyTests: Bool

  /// The slots of injections in this scope; none in the global scope, where each injection has its slot.
  ///
  /// Unchecked for the row "open a scope, override, resolve, end it".
  @safe @exclusivity(unchecked) var slots = ScopedSlots()

  /// The overrides of all injections that were made in this scope and are in force, which retain their injections.
  ///
  /// Unchecked for the row "override, resolve, roll back".
  @safe @exclusivity(unchecked) var overrides = ScopeOverrides()

  /// The instances of flows that this scope caches.
  var flowJournal = CacheJournal()

  /// Receives each resolve of a live implementation in this scope of a test.
  ///
  /// Scopes that are opened inside inherit the receiver, unless this is the global scope. Unchecked for the row "open a
  /// scope, override, resolve, end it".
  @safe @exclusivity(unchecked) package var liveResolveReceiver: (any LiveResolveReceiver)?

  /// Receives each resolve of a live implementation in this scope: the receiver of the global scope, unless the scope was
  /// opened in the scope of a test.
  package var watcher: (any LiveResolveReceiver)? { liveResolveReceiver ?? Self.global.liveResolveReceiver }

  /// The injections that may be resolved live, and whether their factories may resolve others live.
  ///
  /// The identity of a declaration is the key, because keys of a family that have the same description are equal. The value
  /// retains the declaration, and the key of a family.
  package var allowedLive = [ObjectIdentifier: (injection: Any, includingDependencies: Bool)]()

  /// Opens a scope inside the current one.
  ///
  /// - Parameter kind: How the scope uses the overrides and the instances of the scopes outside.
  public convenience init(_ kind: Kind = .inheriting) { self.init(in: .current, kind, isScopeOfTest: false) }

  /// Opens the scope of a test.
  ///
  /// Without a kind, the scope sees only the scopes of enclosing tests.
  package convenience init(ofTest kind: Kind?) { self.init(in: .current, kind, isScopeOfTest: true) }

  private init(in parent: OverrideScope, _ kind: Kind?, isScopeOfTest: Bool) {
    outer = parent.isGlobal ? nil : ReleaseChain(parent, followedBy: [parent.outer].compactMap(\.self))
    (outerUse, seesOnlyTests, self.isScopeOfTest) = (kind ?? .inheriting, kind == nil, isScopeOfTest)
    id = .next()
    liveResolveReceiver = parent.isGlobal ? nil : parent.liveResolveReceiver
    InjectionOperation.perform {
      InjectionOperation.emit(.scopeOpened(self))
    }
  }

  /// Creates the global scope.
  private nonisolated init() {
    outer = nil
    (outerUse, seesOnlyTests, isScopeOfTest) = (.isolated, false, false)
    id = .beginning
  }

  deinit {
    // A scope that has ended retains no instances.
    if isOver { return }
    var entries = callInDeinitializer(ScopedSlots.removeEntries, slots).oldestFirst
    while !entries.isEmpty { entries.removeLast() }
  }

  /// Whether this is the ``global`` scope.
  public nonisolated var isGlobal: Bool { id == .beginning }

  /// The scope in which this one was opened; `nil` for the global scope.
  nonisolated var parent: OverrideScope? { isGlobal ? nil : outer?.content ?? .global }

  /// The scope in which the current code runs: ``global`` outside every other scope.
  public nonisolated static var current: OverrideScope { TaskContext.scope }

  /// Ends the scope: releases its instances, the most recent first, and rejects further overrides.
  ///
  /// The overrides of the scope stay in force for everything that belongs to it. A second call has no effect.
  public func end() {
    InjectionOperation.perform {
      guard !hasEnded, !isGlobal else { return }
      isOver = true
      InjectionOperation.performStep { slots.end() }
      InjectionOperation.emit(.scopeEnded(self))
    }
  }
}

// MARK: - Running code in the scope

// swift-format-ignore: AmbiguousTrailingClosureOverload
extension OverrideScope {
  /// Runs work in the scope.
  ///
  /// Use this method in code that does not inherit the scope, such as a callback, a dispatch block or a detached task.
  ///
  /// ```swift
  /// let scope = OverrideScope.current
  /// queue.async { scope.run { deliver() } }
  /// ```
  ///
  /// After the end of the scope, the work still sees the overrides of the scope.
  ///
  /// - Parameter body: The work.
  /// - Returns: The result of the work.
  @discardableResult public nonisolated func run<R>(_ body: () throws -> R) rethrows -> R {
    try TaskContext.$scope.withValue(self, operation: body)
  }

  /// Runs asynchronous work in the scope.
  ///
  /// - Parameter body: The work.
  /// - Returns: The result of the work.
  @discardableResult public nonisolated func run<R>(_ body: () async throws -> R) async rethrows -> R {
    try await TaskContext.$scope.withValue(self, operation: body)
  }

  /// Runs work in the scope, and sets the task-local value only if the scope is not the current one.
  func runIfNeeded<R>(in current: OverrideScope = .current, _ body: () -> R) -> R {
    current === self ? body() : run(body)
  }
}
