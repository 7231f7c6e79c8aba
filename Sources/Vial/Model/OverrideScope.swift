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
  /// How a new scope uses the overrides and the instances of the enclosing scopes.
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

  /// The identity of a scope, which events name.
  public struct ID: Sendable, Hashable, CustomStringConvertible {
    /// When the scope was opened.
    package let openedAt: Moment

    static var global: ID { ID(openedAt: .beginning) }

    /// The number of the scope in the process; `#0` for the global scope.
    public var description: String { openedAt.description }
  }

  /// Whether ``end()`` was called.
  public var hasEnded: Bool { isOver }

  /// The storage of `hasEnded`, because each access of a public stored property is checked at run time.
  private var isOver = false

  /// The identity of the scope.
  public nonisolated let id: ID

  /// The scope in which this one was opened; `nil` for the global scope, and for a scope that was opened there.
  nonisolated let outerChain: ReleaseChain<OverrideScope>?

  /// The code that has opened a scope.
  enum Opener {
    case application(Kind)

    /// A test. Without a kind, its scope sees the overrides of the nearest enclosing scope of a test, and reuses its instances.
    case test(Kind?)
  }

  nonisolated let opener: Opener

  /// The slots of injections, by the identity of the injection; none in the global scope, where each injection has its slot.
  @safe @exclusivity(unchecked) var slots = [ObjectIdentifier: Slot]()
  var compactionThreshold = minimumThreshold

  /// The providers of all overrides that were made in this scope and are in force, the newest last.
  ///
  /// Each is also in the slot of its injection, which it retains.
  @safe @exclusivity(unchecked) private(set) var replacements = SortedList<Provider>()

  /// When an override was last rolled back in this scope.
  ///
  /// An instance whose build had begun before may have captured the replacement, so it is not cached.
  private(set) var lastRollback = Moment.beginning

  /// The instances that a rollback in this scope evicts.
  private(set) lazy var journal = Journal()

  /// The instances of each flow in this scope, so that clearing a flow or a family does not search other instances.
  @safe @exclusivity(unchecked) private(set) var flowJournals = SortedList<Journal>()

  /// The test and the permissions that `VialTesting` has attached to the scope; `nil` in an application.
  @safe @exclusivity(unchecked) package var testSupport: TestSupport?

  /// Creates a scope inside another one, and leaves it to the caller to report the scope as opened.
  init(in outer: OverrideScope, openedBy opener: Opener) {
    id = ID(openedAt: .next())
    outerChain = outer.isGlobal ? nil : ReleaseChain(outer, followedBy: [outer.outerChain].compactMap(\.self))
    self.opener = opener
    testSupport = outer.isGlobal ? nil : outer.testSupport.map { TestSupport(receiver: $0.receiver) }
  }

  /// Creates the global scope.
  private nonisolated init() {
    id = .global
    outerChain = nil
    opener = .application(.isolated)
  }

  deinit {
    // A scope that has ended retains no instances.
    if isOver { return }
    // Releases the most recently cached instance first.
    var entries = callInDeinitializer(Self.removeEntries, slots).oldestFirst
    while !entries.isEmpty { entries.removeLast() }
  }

  /// Whether this is the ``global`` scope.
  public nonisolated var isGlobal: Bool { id == .global }

  /// How the scope uses the overrides and the instances of the enclosing scopes.
  ///
  /// The scope of a test that was opened without a kind is isolated, but it sees the scopes of enclosing tests.
  public nonisolated var kind: Kind {
    switch opener {
    case .application(let kind), .test(let kind?): kind
    case .test(nil): .isolated
    }
  }

  /// Whether a test was started in this scope.
  nonisolated var isScopeOfTest: Bool {
    if case .test = opener { true } else { false }
  }

  /// The scope in which the current code runs: ``global`` outside every other scope.
  public nonisolated static var current: OverrideScope { scopeOfTask }

  func journal(of flow: InjectionFlow) -> Journal? { flowJournals.element(numbered: flow.number) }

  /// Creates the journal of a flow.
  func addJournal(of flow: InjectionFlow) -> Journal {
    assert(!isFull, "The scope \(id) has no room.")
    let journal = Journal(ofFlow: flow.number)
    flowJournals.insert(journal)
    return journal
  }

  @inline(never) func dropUnusedFlowJournals(_ removals: inout Removals) {
    var used: [Journal] = []
    for journal in flowJournals.elements {
      removals.holdWithEntries(journal)
      if journal.isInUse { used.append(journal) }
    }
    flowJournals = SortedList(sorted: used)
  }

  // MARK: Changes

  /// A scope that has not ended.
  ///
  /// A change of providers and the end of the scope require this value, so an operation that omits the check whether the scope has
  /// ended does not compile.
  @MainActor struct Open {
    let scope: OverrideScope

    /// Returns `nil` if the scope has ended.
    init?(_ scope: OverrideScope) {
      if scope.hasEnded { return nil }
      self.scope = scope
    }

    /// Adds the provider of an override to the scope and to the slot of its injection.
    func add(replacement: Provider, to slot: Slot) {
      slot.add(replacement: replacement, provenOpen: self)
      scope.replacements.insert(replacement)
    }

    /// Removes the provider of an override from the scope and from its slot, and evicts the instances that were cached since the
    /// override was made.
    ///
    /// The caller retains the provider until all lists are consistent.
    func removeReplacement(numbered number: ProviderNumber, _ removals: inout Removals) -> Provider? {
      guard let removed = scope.replacements.remove(numbered: number) else { return nil }
      guard let record = removed.overriddenRecord, let slot = record.slot(in: scope) else {
        preconditionFailure("A replacement has no slot.")
      }
      slot.remove(replacement: removed, provenOpen: self, &removals)
      scope.journal.evict(cachedAfter: number.madeAt, &removals)
      scope.lastRollback = .next()
      return removed
    }

    /// Ends the scope, which is not the global one, and evicts all of its instances.
    func end(_ removals: inout Removals) {
      precondition(!scope.isGlobal, "The global scope has no end.")
      scope.isOver = true
      scope.emptySlots(&removals)
    }
  }
}

#if DEBUG
extension OverrideScope.Open: @MainActor CustomDebugStringConvertible {
  var debugDescription: String { "Open(\(scope.debugDescription))" }
}

extension OverrideScope {
  /// The injections that have a slot or an override in the scope, each once.
  var records: [InjectionRecord] {
    var records = slots.values.compactMap(\.record)
    var known = Set(records.map { ObjectIdentifier($0) })
    for replacement in replacements.elements {
      guard let record = replacement.overriddenRecord else { continue }
      if known.insert(ObjectIdentifier(record)).inserted { records.append(record) }
    }
    return records
  }

  var debugDescription: String {
    let state = isGlobal ? "global" : "\(opener) \(id)\(hasEnded ? ", ended" : "")"
    let lists = "\(replacements.count) replacements, \(slots.count) slots, \(journal), \(flowJournals.count) flows"
    return "OverrideScope(\(state), \(lists))"
  }

  func checkInvariants() {
    replacements.checkInvariants()
    journal.checkInvariants()
    flowJournals.checkInvariants()
    for journal in flowJournals.elements { journal.checkInvariants() }
    for replacement in replacements.elements {
      precondition(replacement.scopeID == id, "\(debugDescription) has \(replacement) of another scope.")
    }
    var inSlots: Set<ProviderNumber> = []
    for record in records {
      guard let slot = record.slot(in: self) else { continue }
      inSlots.formUnion(slot.replacements.elements.map(\.number))
    }
    let inScope = Set(replacements.elements.map(\.number))
    precondition(
      inSlots == inScope,
      "\(debugDescription) has the replacements \(inScope), and its slots have \(inSlots)."
    )
  }
}
#endif
