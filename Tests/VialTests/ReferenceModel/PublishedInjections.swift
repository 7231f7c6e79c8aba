import Vial

/// A published injection of a run: a plain injection, a required injection, or one key of a family.
///
/// The factories of a target depend only on targets before it, so they cannot cause dependency cycles. The first two
/// targets are leaves that are cached strongly, so deinitializers can resolve them.
struct Target {
  enum Kind { case plain, required, key }
  let kind: Kind
  var family: Int?
  var key = 0
  /// The factories of this target may depend on the targets below this index.
  let dependencyLimit: Int
  let lifetime: Lifetime
  let factory: Factory
  let hasReleaseAction: Bool
  /// The factory that replaces the published factory in a context.
  var alternative: Factory?
}

/// A family of a run, and the range of targets that are its keys.
struct Family {
  let isRequired: Bool
  let keys: Range<Int>
  let lifetime: Lifetime
  let factory: Factory
  let hasReleaseAction: Bool
  let alternative: Factory?
}

/// The injections that are published for a seed.
///
/// With validity checks there are at most eight subjects. A scope with more subjects removes idle ones, which can
/// evaluate validity checks (rule 7) at times that the reference model cannot predict.
struct PublishedInjections {
  var targets: [Target] = []
  var families: [Family] = []
  let hasChecks: Bool
  /// Whether an observer is registered during the whole run.
  let isObserved: Bool
  /// Whether the context of the alternative factories is active.
  let isInContext: Bool
  private var random: SplitMix

  /// The given injections, which are observed.
  init(_ targets: [Target]) {
    random = SplitMix(state: 0)
    hasChecks = true
    isObserved = true
    isInContext = false
    self.targets = targets
  }

  init(seed: UInt64) {
    random = SplitMix(state: seed)
    hasChecks = random.chance(2)
    isObserved = random.chance(4)
    isInContext = random.chance(2)
    add(.plain)
    add(.plain)
    add(.plain, isContextual: true)
    if hasChecks {
      addFamily(isRequired: false, keys: 2)
      add(.required)
      add(.plain)
    } else {
      add(.plain)
      addFamily(isRequired: false, keys: 3)
      add(.plain)
      add(.required, isContextual: random.chance(2))
      addFamily(isRequired: false, keys: 2)
      add(.plain)
      add(.plain)
    }
  }

  private mutating func add(_ kind: Target.Kind, isContextual: Bool = false) {
    let lowest = targets.count
    let (lifetime, factory) = (lifetime(), factory(below: lowest))
    targets.append(
      Target(
        kind: kind,
        dependencyLimit: lowest,
        lifetime: lifetime,
        factory: factory,
        hasReleaseAction: random.chance(2) && (kind == .required || lifetime.ownsInstances),
        alternative: isContextual ? self.factory(below: lowest) : nil
      )
    )
  }

  private mutating func addFamily(isRequired: Bool, keys: Int) {
    let lowest = targets.count
    let (lifetime, factory) = (lifetime(), factory(below: lowest))
    let hasReleaseAction = random.chance(2) && lifetime.ownsInstances
    let alternative: Factory? = nil
    for key in 0..<keys {
      targets.append(
        Target(
          kind: .key,
          family: families.count,
          key: key,
          dependencyLimit: lowest,
          lifetime: lifetime,
          factory: factory,
          hasReleaseAction: hasReleaseAction,
          alternative: alternative
        )
      )
    }
    families.append(
      Family(
        isRequired: isRequired,
        keys: lowest..<lowest + keys,
        lifetime: lifetime,
        factory: factory,
        hasReleaseAction: hasReleaseAction,
        alternative: alternative
      )
    )
  }

  private mutating func lifetime() -> Lifetime {
    Lifetime.draw(&random, owningInstances: targets.count < 2, withChecks: hasChecks)
  }

  /// Returns a published factory.
  ///
  /// Published factories have no scripts.
  private mutating func factory(below: Int) -> Factory {
    let dependencies = below < 2 ? [] : (0..<random.next(below: 3)).map { _ in random.next(below: below) }
    return Factory(
      id: -1 - targets.count,
      kind: .build,
      isObject: random.next(below: 3) > 0,
      dependencies: dependencies,
      scopeKind: OverrideScope.Kind.drawForFactory(&random),
      script: nil
    )
  }
}

extension ScopeKind {
  static func draw(_ random: inout SplitMix) -> ScopeKind {
    let kind = OverrideScope.Kind.draw(&random)
    if !random.chance(3) { return .application(kind) }
    return .test(random.chance(2) ? kind : nil)
  }
}

extension OverrideScope.Kind {
  static func draw(_ random: inout SplitMix) -> OverrideScope.Kind {
    random.pick([.inheriting, .inheriting, .fresh, .isolated])
  }

  /// Returns the kind of the scope that a factory opens; `nil` for most factories.
  static func drawForFactory(_ random: inout SplitMix) -> OverrideScope.Kind? {
    let kind = draw(&random)
    return random.chance(6) ? kind : nil
  }
}
