/// A scope in which overrides and instances are seen by nothing outside.
///
/// Open one for a block with ``withOverrideScope(_:_:)-2nwmt``, or hold one as long as a window or a
/// preview lives. Inside, the same `override`, `provide`, `rollbackOverride` and `clear` act on the scope. It
/// follows the task: child tasks and `Task { }` inherit it. A consumer made inside belongs to it
/// wherever and whenever it is first read. Parallel tests on the main actor each have one.
///
/// ```swift
/// let scope = OverrideScope(.isolated)  // a window's, a preview's
/// let model = scope.run {
///   weather.override(with: FixedWeather(.rain))
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
/// Isolated to the main actor. While a scope is alive, each resolve looks at the task (benchmark
/// “resolve a singleton 1 isolated scope deep”); see also (benchmark “open a scope, override, resolve,
/// end it”).
@MainActor
public final class OverrideScope: SlotOwner {
  /// What a scope sees from outside.
  public enum Kind: Sendable {
    /// Sees the overrides outside and reuses the instances alive there; what it builds stays inside.
    case inheriting

    /// Starts empty, singletons included, and sees no override from outside.
    case isolated
  }

  /// What the scope sees from outside.
  public nonisolated let kind: Kind

  /// Whether the scope is over: it keeps no instance and takes no override any more.
  @safe @exclusivity(unchecked) public private(set) var hasEnded = false

  /// Tells the scope from every other one, those that are gone included.
  @usableFromInline nonisolated let serial: UInt64

  /// The scope that this one was made in, whose provisions it sees in any case.
  nonisolated let parent: OverrideScope?

  /// The scopes whose overrides and instances it sees, innermost first.
  nonisolated let outward: [OverrideScope]

  /// Whether there are any, which is asked at each look.
  nonisolated let isInner: Bool

  /// Whether it sees the overrides and instances outside every scope.
  nonisolated let seesOutside: Bool

  private nonisolated let isOfTest: Bool

  /// Whether a factory opened it, so that a factory in it may lead back (rule 25).
  let isInFactory: Bool

  /// The synchronous blocks that run in a scope of their own.
  @safe @exclusivity(unchecked) private static var openBlocks = 0

  /// While any scope is alive that is not an open block's, this has more than one reference.
  @safe @exclusivity(unchecked) private static var census = Census()
  private var census: Census?
  private final class Census {}

  @safe @exclusivity(unchecked) var ledger = OverrideLedger()

  /// What was overridden, provided and built in it.
  @safe @exclusivity(unchecked) var slots = SlotTable()

  /// What a strict scope, and any scope inside it, does about a live resolve (rule 23).
  @safe @exclusivity(unchecked) private(set) var strictness: Strictness?

  /// What may be live here.
  var allowed = RootSet()

  /// Makes a scope inside the current one that lives until its end, or as long as it is referred to.
  ///
  /// - Parameter kind: What the scope sees of what is outside.
  public convenience init(_ kind: Kind = .inheriting) {
    self.init(kind, in: .current)
  }

  /// What the scope of a test sees of what is outside.
  package enum TestKind: Sendable {
    /// The overrides and instances of the enclosing tests' scopes and nothing else.
    case enclosing
    case isolated
    /// Everything, whatever the scopes around see.
    case inheriting
  }

  /// Makes the scope of a test (rule 21).
  package convenience init(ofTest kind: TestKind) {
    let parent = OverrideScope.current
    let outward =
      switch kind {
      case .isolated: [OverrideScope]()
      case .enclosing: (parent.map { [$0] + $0.outward } ?? []).filter(\.isOfTest)
      case .inheriting: parent?.andThoseAround ?? []
      }
    self.init(
      kind == .inheriting || !outward.isEmpty ? .inheriting : .isolated,
      in: parent,
      outward: outward,
      seesOutside: kind == .inheriting,
      isOfTest: true
    )
  }

  private init(
    _ kind: Kind,
    in parent: OverrideScope?,
    outward others: [OverrideScope]? = nil,
    seesOutside: Bool? = nil,
    isOfTest: Bool = false,
    census: Census? = census
  ) {
    self.kind = kind
    self.parent = parent
    outward = others ?? (kind == .isolated ? [] : parent.map { [$0] + $0.outward } ?? [])
    isInner = !outward.isEmpty
    self.seesOutside = seesOutside ?? (kind == .inheriting && parent?.seesOutside ?? true)
    self.isOfTest = isOfTest
    self.census = census
    serial = Moment.next()
    isInFactory = unsafe BuildFrame.innermost != nil
    strictness = parent?.strictness
    Detour.set(Detour.scopes, true)
    if Injections.isObserved { Injections.emit(.scopeOpened(self)) }
  }

  /// What dies with a scope that was not ended finds it over, as at an end.
  deinit {
    if !hasEnded { hasEnded = true }
  }

  /// The scope that this code runs in; `nil` outside every scope.
  public nonisolated static var current: OverrideScope? { Ambient.current.scope }

  /// The same, without a look at the task while no scope is alive.
  static var ambient: OverrideScope? { Detour.reasons == 0 ? nil : current }

  /// Ends the scope: it releases its instances and takes no further override.
  ///
  /// Its overrides stay in force for what belongs to it. A second call changes nothing.
  public func end() {
    guard !hasEnded else { return }
    hasEnded = true
    // The scope is over first, and then things die: a deinit finds it ended.
    AnySlot.empty(slots.all)
    if Injections.isObserved { Injections.emit(.scopeClosed(self)) }
  }

  /// Makes the scope strict, and those that are opened in it from now on.
  package func becomeStrict(_ report: @escaping @MainActor (LiveResolve) -> Void) {
    strictness = Strictness(report)
  }

  /// Whether an injection, or its family, may be live, here or in a scope around this one.
  func allowsLive(_ root: AnySlot) -> Bool {
    allowed.contains(root) || root.publication?.family.map(allowed.contains) == true
      || parent?.allowsLive(root) == true
  }

  /// Returns resolves to the fast path once no scope is alive; called by those outside every scope.
  @usableFromInline
  static func settle() {
    if Detour.reasons & Detour.scopes != 0, openBlocks == 0, isKnownUniquelyReferenced(&census) {
      Detour.set(Detour.scopes, false)
    }
  }

  /// The scope, and those that it was made in.
  private var andThoseAround: [OverrideScope] { [self] + (parent?.andThoseAround ?? []) }

  /// Whether what is in `place` can be seen from `scope`; `nil` is outside every scope.
  static func sees(_ place: OverrideScope?, from scope: OverrideScope?) -> Bool {
    guard let scope, place !== scope else { return place === scope }
    guard let place else { return scope.seesOutside }
    return scope.outward.contains { $0 === place }
  }

  /// The places that can be seen from `scope`; `nil` is outside every scope.
  static func places(seenFrom scope: OverrideScope?) -> [OverrideScope?] {
    guard let scope else { return [nil] }
    return [scope] + scope.outward + (scope.seesOutside ? [nil] : [])
  }
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
  /// After the scope's end the work still has the scope's overrides.
  ///
  /// - Parameter body: The work that belongs to the scope.
  /// - Returns: What the work returns.
  public nonisolated func run<R>(_ body: () throws -> R) rethrows -> R {
    try Ambient.$current.withValue(.inScope(self), operation: body)
  }

  /// Makes a scope and runs work in it, with one look at what the task carries.
  static func runNew<R>(_ kind: Kind, _ body: () throws -> R) rethrows -> R {
    if Detour.reasons == Detour.scopes { settle() }
    let around = Detour.reasons == 0 ? .outside : Ambient.current
    openBlocks += 1
    var scope = OverrideScope(kind, in: around.scope, census: nil)
    defer {
      openBlocks -= 1
      // Where nobody else has the scope, its end is that it goes.
      if Injections.isObserved || !isKnownUniquelyReferenced(&scope) {
        scope.census = census
        scope.end()
      } else {
        scope.hasEnded = true
      }
    }
    let ambient = Ambient(scope: scope, observed: around.observed)
    return try Ambient.$current.withValue(ambient, operation: body)
  }

  /// Continues the scope in asynchronous work.
  ///
  /// - Parameter body: The work that belongs to the scope.
  /// - Returns: What the work returns.
  public nonisolated(nonsending) func run<R>(_ body: () async throws -> R) async rethrows -> R {
    try await Ambient.$current.withValue(.inScope(self), operation: body)
  }
}
