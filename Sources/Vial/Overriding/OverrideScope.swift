/// A scope in which overrides and instances are seen by nothing outside.
///
/// Open one for a block with ``withOverrideScope(_:_:)-(_,()->R)``, or hold one as long as a window or a
/// preview lives. Inside, the same `override`, `provide`, `rollbackOverride` and `clear` act on the scope. It
/// follows the task: child tasks and `Task { }` inherit it. A consumer made inside belongs to it
/// wherever and whenever it is first read. Parallel tests on the main actor each have one.
///
/// ```swift
/// let scope = OverrideScope(.isolated)  // a window's, a preview's
/// let model = scope.run {
///   Services.weather.override(with: FixedWeather(.rain))
///   return ForecastModel()
/// }
/// _ = model.advice  // has the mock, now and after the end
/// scope.end()
/// ```
///
/// After its end a scope keeps no instance and takes no override. Its overrides stay in force for what
/// belongs to it: consumers made in it, tasks that continue, scopes inside it, and ``run(_:)-2pkua``. An
/// instance that is built late is shared while someone holds it. The scope is released when nothing
/// refers to it any more.
///
/// > Important: If a mock has a consumer of its own, make it in the override's expression. If it is
/// > made in the scope before, the scope holds the override, the override holds the mock, and the
/// > mock's consumer holds the scope.
///
/// Isolated to the main actor. Once a scope was open, each resolve looks at the task (benchmark
/// “resolve a singleton 1 isolated scope deep”); see also (benchmark “open a scope, override, resolve,
/// end it”).
@MainActor public final class OverrideScope {
  /// What a scope sees from outside.
  public enum Kind: Sendable {
    /// Sees the overrides outside and reuses the instances alive there; what it builds stays inside.
    case inheriting

    /// Starts empty, singletons included, and sees no override from outside.
    case isolated
  }

  /// What is outside every scope: a scope that never ends.
  ///
  /// It keeps no instance itself: what an injection has outside goes with the injection.
  @usableFromInline nonisolated static let outside = OverrideScope()

  /// What the scope sees from outside.
  public nonisolated let kind: Kind

  /// Whether the scope is over: it keeps no instance and takes no override any more.
  public var hasEnded: Bool { isOver }
  private var isOver = false  // Public, its accesses would be checked: a twentieth of an override.

  /// Tells the scope from every other one, those that are gone included; zero outside every scope.
  @usableFromInline nonisolated let serial: UInt64

  /// The scope that this one was made in; see `OverrideScope+Sight.swift`.
  nonisolated let parent: OverrideScope?

  /// The places that it sees beside its own, innermost first; see `OverrideScope+Sight.swift`.
  nonisolated let outward: [OverrideScope]

  /// The name of the test that it is the scope of.
  nonisolated let testName: String?

  /// While its synchronous body runs, the scope whose body runs around that, or `outside`; see
  /// `WeakPlace.swift`.
  var outerBody: OverrideScope?

  /// What injections have in it: overrides, provisions and instances.
  ///
  /// Most scopes have few: the first stack stands apart. That saves a sixth of “open a scope, override, resolve,
  /// end it”, and of “resolve a singleton 1 isolated scope deep”. The first one is never dropped.
  private var firstStack: Stack?
  private var furtherStacks: [ObjectIdentifier: Stack] = [:]
  private var upkeep = Upkeep()

  /// The overrides in force, oldest first.
  var overridden: [Overridden] = []

  /// What was filled while there were overrides here, wherever they are seen, and what was filled here in a
  /// flow: a rollback takes the end of it, and a flow that is cleared what is its own.
  let journal = Journal()

  /// What a strict scope, and any scope inside it, does about a live resolve (rule 23).
  private(set) var strictness: Strictness?

  /// What may be live here.
  var allowed: [InjectionDeclaration] = []

  /// Makes a scope inside the current one that lives until its end, or as long as it is referred to.
  ///
  /// - Parameter kind: What the scope sees of what is outside.
  public convenience init(_ kind: Kind = .inheriting) {
    self.init(kind, in: Ambient.scope)
  }

  convenience init(_ kind: Kind, in parent: OverrideScope) {
    self.init(kind, in: parent, seeing: Self.seen(by: kind, in: parent))
  }

  /// Makes the scope of a test.
  package convenience init(ofTest kind: Kind?, named name: String) {
    let parent = Ambient.scope
    let seen = Self.seen(byTestOf: kind, in: parent)
    let kind = kind ?? (seen.isEmpty ? .isolated : .inheriting)
    self.init(kind, in: parent, seeing: seen, ofTest: name)
  }

  private init(
    _ kind: Kind,
    in parent: OverrideScope,
    seeing outward: [OverrideScope],
    ofTest testName: String? = nil
  ) {
    self.kind = kind
    self.parent = parent
    self.outward = outward
    self.testName = testName
    serial = Moment.next()
    strictness = parent.strictness
    Detour.set(Detour.scopes, true)
    Injections.emit(.scopeOpened(self))
  }

  /// What is outside every scope; nobody asks its kind.
  private nonisolated init() {
    kind = .isolated
    parent = nil
    outward = []
    testName = nil
    serial = 0
  }

  @inlinable nonisolated var isOutside: Bool { serial == 0 }

  /// The scope that this code runs in; `nil` outside every scope.
  public nonisolated static var current: OverrideScope? {
    let scope = Ambient.scope
    return scope.isOutside ? nil : scope
  }

  /// The place where this code runs, without a look at the task while no scope has ever been open.
  @inlinable static var ambient: OverrideScope {
    Detour.isNeeded ? Ambient.scope : .outside
  }

  /// Ends the scope: it releases its instances and takes no further override.
  ///
  /// Its overrides stay in force for what belongs to it. A second call changes nothing.
  public func end() {
    guard !hasEnded else { return }
    // The scope is over first, and then things die: a deinit finds it ended.
    isOver = true
    letGo()
    #if DEBUG
    for stack in stacks { Lost.reportIfOnly(overridden: stack) }
    #endif
    Injections.emit(.scopeEnded(self))
  }

  /// Makes the scope strict, and those that are opened in it from now on.
  package func becomeStrict(_ report: @escaping @MainActor (LiveResolve) -> Void) {
    strictness = Strictness(report)
  }
}

// MARK: - What it has

extension OverrideScope {
  /// What an injection has in this place, made if it has nothing yet.
  ///
  /// What nobody uses is dropped when there is much of it (rule 29).
  func stack(for root: Root) -> Stack {
    if let stack = root.stack(in: self) { return stack }
    if isOutside {
      let stack = Stack()
      root.outside = stack
      return stack
    }
    if upkeep.isDue(at: furtherStacks.count + 1) {
      dropEmpty()
      // What died may have made it.
      return self.stack(for: root)
    }
    let stack = Stack(holding: root)
    guard firstStack != nil else {
      firstStack = stack
      return stack
    }
    furtherStacks[ObjectIdentifier(root)] = stack
    return stack
  }

  /// What an injection has in this scope, if it has something.
  func knownStack(for root: Root) -> Stack? {
    if let firstStack, firstStack.root === root { return firstStack }
    return furtherStacks.isEmpty ? nil : furtherStacks[ObjectIdentifier(root)]
  }

  var stacks: [Stack] { (firstStack.map { [$0] } ?? []) + furtherStacks.values }

  /// Empties all that is kept here, and lets go of what has neither overrides nor provisions.
  private func letGo() {
    // A list of the only one would add half to “open a scope, override, resolve, end it”.
    if furtherStacks.isEmpty, let only = firstStack?.onlySlot { return only.empty() }
    Slot.empty(stacks.flatMap(\.slots))
    dropEmpty()
  }

  /// Lets go of the stacks, and so of the injections, of which nothing is kept here.
  private func dropEmpty() {
    let (first, further) = (firstStack, furtherStacks)
    let held = further.mapValues(use)
    let firstUse = first.flatMap(use)
    if firstUse == nil { firstStack = nil }
    furtherStacks = further.filter { held[$0.key].flatMap(\.self) != nil }
    upkeep.isDone(keeping: furtherStacks.count + 1)
    extendLifetime((first, further, held, firstUse))
  }

  /// After the end, late work is still told where something was withdrawn.
  private func use(of stack: Stack) -> AnyObject? {
    if hasEnded, stack.withdrawnAt != nil { return stack }
    let isNotAskedFor = stack.root?.isKey == true && stack.slots.allSatisfy { $0.isNotAskedFor() }
    return isNotAskedFor ? nil : stack.use
  }
}

// MARK: - Continuing

extension OverrideScope {
  /// Runs work in the scope, where it mostly runs already.
  func runHere<Result>(_ body: () -> Result) -> Result {
    Ambient.scope === self ? body() : run(body)
  }
}

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
  /// After the scope's end the work still has the scope's overrides.
  ///
  /// - Parameter body: The work that belongs to the scope.
  /// - Returns: What the work returns.
  @discardableResult public nonisolated func run<R>(_ body: () throws -> R) rethrows -> R {
    try Ambient.current.run(in: self, body)
  }

  /// Continues the scope in asynchronous work.
  ///
  /// - Parameter body: The work that belongs to the scope.
  /// - Returns: What the work returns.
  @discardableResult
  public nonisolated func run<R>(_ body: () async throws -> R) async rethrows -> R {
    try await Ambient.$current.withValue(Ambient.current.moved(to: self), operation: body)
  }
}
