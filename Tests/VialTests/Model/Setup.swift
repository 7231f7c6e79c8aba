/// What is published for a run: plain injections, keys of families and required ones.
///
/// A target's recipes need targets that come before it, so there are no circles. The first two are
/// leaves that are kept strongly: what a dying instance may resolve.
struct Target {
  enum Kind { case plain, required, key }
  let kind: Kind
  var family: Int?
  var key = 0
  /// The targets below this one are those that its recipes may need.
  let lowest: Int
  let lifetime: Lifetime
  let recipe: Recipe
  /// What replaces the recipe in a context.
  var alternative: Recipe?
  /// Whether it is a key that was published for itself.
  var isPublished = false
}

/// A family of a run, and which targets are its keys.
struct Family {
  let isRequired: Bool
  let keys: Range<Int>
  let lifetime: Lifetime
  let recipe: Recipe
  let alternative: Recipe?
}

/// A seed's injections.
///
/// With checks there are eight stacks. A scope drops what is idle when it has more, and may then ask
/// checks (rule 7), which no model could foretell.
struct Setup {
  var targets: [Target] = []
  var families: [Family] = []
  let hasChecks: Bool
  /// Whether somebody observes all the time.
  let isObserved: Bool
  /// Whether the context is active that some recipes have an alternative for.
  let isInContext: Bool
  private var random: SplitMix

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
    targets.append(
      Target(
        kind: kind,
        lowest: lowest,
        lifetime: lifetime(),
        recipe: recipe(below: lowest),
        alternative: isContextual ? recipe(below: lowest) : nil
      )
    )
  }

  private mutating func addFamily(isRequired: Bool, keys: Int) {
    let lowest = targets.count
    let (lifetime, recipe) = (lifetime(), recipe(below: lowest))
    let alternative: Recipe? = nil
    for key in 0..<keys {
      // The last key of a family that is published has a recipe and a lifetime of its own.
      let isPublished = false
      let own = isPublished ? (self.lifetime(), self.recipe(below: lowest)) : (lifetime, recipe)
      targets.append(
        Target(
          kind: .key,
          family: families.count,
          key: key,
          lowest: lowest,
          lifetime: own.0,
          recipe: own.1,
          alternative: alternative,
          isPublished: isPublished
        )
      )
    }
    families.append(
      Family(
        isRequired: isRequired,
        keys: lowest..<lowest + keys,
        lifetime: lifetime,
        recipe: recipe,
        alternative: alternative
      )
    )
  }

  private mutating func lifetime() -> Lifetime {
    Lifetime.draw(&random, isLeaf: targets.count < 2, withChecks: hasChecks)
  }

  /// No scripts: what is published is simple, and operations make the rest.
  private mutating func recipe(below: Int) -> Recipe {
    let needs = below < 2 ? [] : (0..<random.next(below: 3)).map { _ in random.next(below: below) }
    return Recipe(
      id: -1 - targets.count,
      kind: .build,
      isObject: random.next(below: 3) > 0,
      needs: needs,
      script: nil
    )
  }
}

extension Lifetime {
  static func draw(_ random: inout SplitMix, isLeaf: Bool, withChecks: Bool) -> Lifetime {
    var all: [Lifetime] = [.singleton, .flow(0), .flow(1)]
    if !isLeaf { all += [.onDemand, .shared, .shared, .shared] }
    if withChecks {
      let flow = random.next(below: 3)
      all.append(.cached(clock: random.next(below: 2), flow: flow < 2 ? flow : nil))
      all.append(.cached(clock: random.next(below: 2), flow: nil))
      all.append(.uses(1 + random.next(below: 3)))
    }
    return random.pick(all)
  }
}
