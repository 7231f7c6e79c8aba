/// The rules of `Docs/Semantics.md` in the plainest words: everything is looked for, nothing is fast.
///
/// An item is a number. Alive is what can be reached from caches, consumers and running recipes. A
/// place is a number too: zero is outside every scope. A stack is a target's or, behind the targets,
/// a family's.
@MainActor final class Model {
  struct Layer {
    let stack: Int
    let place: Int
    let recipe: Recipe
    /// `nil` is the lifetime of each key.
    let lifetime: Lifetime?
    let moment: Int
    let isProvision: Bool
    var isInForce = true
  }

  struct Slot: Hashable {
    let layer: Int
    let target: Int
    let place: Int
  }

  struct Fill {
    let item: Int
    let isStrong: Bool
    /// The box that holders of a shared value have.
    var box: Int?
    var flow: Int?
    /// The clock that decides about it, and what that showed when the item was stored.
    var validity: (clock: Int, time: Int)?
    /// How many more resolves may have it, if that is what decides.
    var uses: Int?
    let moment: Int

    var isChecked: Bool { validity != nil || uses != nil }
  }

  struct Scope {
    let parent: Int
    let outward: [Int]
    let seesOutside: Bool
    var isHeld = true
    var hasEnded = false
    var isGone = false
  }

  struct Owner {
    let target: Int
    let place: Int
    let isWeak: Bool
    var item: Int?
    var box: Int?
    /// Whether a weak consumer keeps what was assigned, because it is a value.
    var isKept = false
    var isReading = false
    /// Whether it was assigned or reset while it reads.
    var isReplaced = false
  }

  struct Frame {
    let target: Int
    let place: Int
    let moment: Int
    var isTainted = false
  }

  /// What was done, in the order in which it began; the real injections do it after the model.
  struct Entry {
    let action: Action
    /// Where the code ran that does it, and where it does it.
    let origin: Int
    let place: Int
    var result: [Int]
  }

  let targets: [Target]
  let families: [Family]
  let hasChecks: Bool
  let isInContext: Bool
  var layers: [Layer] = []
  var stacks: [[Int]]
  var provisions: [Int] = []
  var fills: [Slot: Fill] = [:]
  /// Scopes that went with others: no rule says which one was the first.
  var releasedTogether: Set<Int> = []
  /// Outside, which is in no list of scopes, is the first.
  var scopes = [Scope(parent: 0, outward: [], seesOutside: true)]
  var owners: [Int: Owner] = [:]
  var tokens: [Int] = []
  var checkpoints: [(place: Int, moment: Int)] = []
  var clocks = [0, 0]
  var time = 0
  var boxes = 0
  var asked = 0
  var ownersMade = 0
  var recipes: Int

  var parts: [[Int]] = []
  var isObject: [Bool] = []
  var running: [Int] = []
  var frames: [Frame] = []
  /// Where the code runs, innermost last; scopes in it are held.
  var around = [0]

  var trace: [Entry] = []
  var kinds: [Int]
  var fired: Set<Int> = []
  var onBuilding: Operation?
  var onCheck: (slot: Slot, script: Operation)?
  var onDeath: Operation?
  /// The item that does something when it dies; one at a time.
  var bomb: (item: Int, script: Operation)?
  var bombs: Set<Int> = []
  var isChecking = false
  var isOver = false

  /// Whether a leaf may be resolved by whoever dies now, without being a circle.
  var mayResolveLeaves: Bool { !isChecking && !frames.contains { $0.target < 2 } }

  init(_ setup: Setup) {
    let (targets, families) = (setup.targets, setup.families)
    hasChecks = setup.hasChecks
    isInContext = setup.isInContext
    self.targets = targets
    self.families = families
    recipes = targets.count
    kinds = Array(repeating: 0, count: Operation.Kind.allCases.count)
    stacks = Array(repeating: [], count: targets.count + families.count)
    for (index, target) in targets.enumerated() {
      layers.append(
        Layer(
          stack: index,
          place: 0,
          recipe: target.recipe,
          lifetime: target.lifetime,
          moment: 0,
          isProvision: false
        )
      )
    }
  }

  var place: Int { around[around.count - 1] }

  func family(of stack: Int) -> Family? {
    stack < targets.count ? nil : families[stack - targets.count]
  }

  func isRequired(_ stack: Int) -> Bool {
    family(of: stack)?.isRequired ?? (targets[stack].kind == .required)
  }

  // MARK: Places

  /// The places that a scope sees, its own first.
  func seen(from place: Int) -> [Int] {
    guard place > 0 else { return [0] }
    return [place] + scopes[place].outward + (scopes[place].seesOutside ? [0] : [])
  }

  /// Whether an override of a place may have a part in what is made in another one.
  func isSeen(_ seen: Int, from place: Int) -> Bool { self.seen(from: place).contains(seen) }

  func open(inherits: Bool) -> Int {
    let parent = place
    let outward = inherits && parent > 0 ? [parent] + scopes[parent].outward : []
    let seesOutside = inherits && scopes[parent].seesOutside
    scopes.append(Scope(parent: parent, outward: outward, seesOutside: seesOutside))
    return scopes.count - 1
  }

  func end(_ scope: Int) {
    guard !scopes[scope].hasEnded else { return }
    scopes[scope].hasEnded = true
    empty { $0.place == scope }
  }

  // MARK: What is alive

  var isStale = true
  private var found: [Bool] = []

  func isAlive(_ item: Int) -> Bool {
    if isStale { findLiving() }
    return item < found.count && found[item]
  }

  var living: Set<Int> {
    if isStale { findLiving() }
    return Set(found.indices.filter { found[$0] })
  }

  private func findLiving() {
    isStale = false
    found = Array(repeating: false, count: parts.count)
    var next = running
    for fill in fills.values where fill.isStrong { next.append(fill.item) }
    for owner in owners.values {
      if let item = owner.item, !owner.isWeak || owner.isKept { next.append(item) }
    }
    while let item = next.popLast() {
      if found[item] { continue }
      found[item] = true
      next += parts[item]
    }
  }

  /// Lets go of scopes that nobody refers to, and lets die who has to die.
  func settle() {
    releaseScopes()
    isStale = true
    guard let (item, script) = bomb, !isAlive(item) else { return }
    bomb = nil
    guard !isOver else { return }
    var setting = Setting(kinds: Operation.dying, below: 2)
    setting.isDying = true
    step(script, setting)
  }

  private func releaseScopes() {
    guard scopes.contains(where: { !$0.isHeld && !$0.isGone }) else { return }
    var used: Set<Int> = [0]
    var next = scopes.indices.filter { scopes[$0].isHeld } + around + owners.values.map(\.place)
    next += frames.map(\.place)
    while let scope = next.popLast() {
      if used.insert(scope).inserted { next += [scopes[scope].parent] + scopes[scope].outward }
    }
    let gone = scopes.indices.filter { !used.contains($0) && !scopes[$0].isGone }
    if gone.count > 1 { releasedTogether.formUnion(gone) }
    for scope in gone {
      scopes[scope].isGone = true
      scopes[scope].hasEnded = true
      fills = fills.filter { $0.key.place != scope }
    }
  }

  func make(_ isObject: Bool, _ needs: [Int]) -> Int {
    parts.append(needs)
    self.isObject.append(isObject)
    isStale = true
    if let script = onDeath, bomb == nil {
      onDeath = nil
      bomb = (parts.count - 1, script)
      bombs.insert(parts.count - 1)
    }
    return parts.count - 1
  }

  /// Empties slots: all of them, before the first item dies.
  func empty(where isEmptied: (Slot) -> Bool) {
    let slots = fills.keys.filter(isEmptied)
    guard !slots.isEmpty else { return settle() }
    for slot in slots { fills[slot] = nil }
    settle()
  }
}
