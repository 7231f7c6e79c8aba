/// One step of a random list.
///
/// What it does is drawn from its seed and from the state that it meets,
/// so a list from which steps were taken is a list too.
struct Operation {
  let kind: Kind
  let seed: UInt64

  /// Whether it is left without scripts; shrinking tries that.
  var isPlain = false

  enum Kind: Int, CaseIterable {
    case resolve, peek, inspect, push, rollBack, rollBackAll, rollBackByToken, rollBackEverything
    case checkpoint, rollBackTo, provide, withdraw, clear, clearFlow, expire
    case own, ownWeakly, read, readWeakly, drop, assign, reset
    case open, end, forget, block, observe, check, bury, addKeys
  }

  /// The kinds with the number of times that each is drawn among all of them.
  static let drawn: [Kind] = [
    (Kind.resolve, 10), (.peek, 3), (.inspect, 4), (.push, 12), (.rollBack, 5), (.rollBackAll, 1),
    (.rollBackByToken, 5), (.rollBackEverything, 1), (.checkpoint, 2), (.rollBackTo, 1),
    (.provide, 3), (.withdraw, 3), (.clear, 2), (.clearFlow, 2), (.expire, 2), (.own, 5),
    (.ownWeakly, 2), (.read, 9), (.readWeakly, 4), (.drop, 4), (.assign, 2), (.reset, 3),
    (.open, 2), (.end, 1), (.forget, 1), (.block, 3), (.observe, 2), (.check, 3), (.bury, 2),
    (.addKeys, 1),
  ].flatMap { Array(repeating: $0.0, count: $0.1) }

  /// What a factory, an observer or a check may do while it runs.
  static let inside: [Kind] = [
    .resolve, .push, .push, .clear, .clearFlow, .expire, .own, .read, .drop, .assign, .reset,
    .rollBack, .rollBackByToken, .rollBackEverything, .rollBackTo, .end, .block,
    .provide, .withdraw, .open, .checkpoint, .rollBackAll, .forget, .peek, .inspect, .ownWeakly,
    .readWeakly, .addKeys,
  ]

  /// What an observer or a check may do.
  static let beforeBuilding: [Kind] = [
    .resolve, .push, .clear, .clearFlow, .expire, .drop, .reset,
    .rollBack, .rollBackByToken, .rollBackEverything, .rollBackTo,
  ]

  /// What a dying instance may do.
  ///
  /// Nothing there asks whether a shared instance is alive: among
  /// those that go together, no rule says which one goes first.
  static let dying: [Kind] = [
    .resolve, .push, .rollBack, .rollBackByToken, .clear, .clearFlow, .drop, .rollBackEverything,
    .rollBackTo, .expire, .checkpoint,
  ]
}

/// What an operation does, with everything drawn.
enum Action {
  case nothing
  case resolve(Int)
  case peek(Int)
  case inspect(Int)
  case push(Int, Recipe, Lifetime?)
  case rollBack(Int)
  case rollBackAll(Int)
  case rollBackByToken(Int)
  case rollBackEverything
  case checkpoint
  case rollBackTo(Int)
  case provide(Int, Recipe, Lifetime)
  case withdraw(Int)
  case provideAnew(Int, Recipe, Lifetime)
  case clear(Int)
  case clearFlow(Int)
  case expire(Int)
  case own(Int, isWeak: Bool)
  case read(Int)
  case drop(Int)
  case assign(Int, isObject: Bool)
  case reset(Int)
  case open(Int, inherits: Bool)
  case end(Int)
  case forget(Int)
  case block(Int, inherits: Bool, [Operation])
  case observe(Int, Operation)
  case check(Int, Operation)
  case bury(Operation)
  case addKeys(Int)
}

enum Lifetime {
  case onDemand, shared, singleton
  case flow(Int)
  /// Valid until that clock has moved on; perhaps in a flow.
  case cached(clock: Int, flow: Int?)
  /// Valid for that many resolves after the first.
  case uses(Int)

  var flow: Int? {
    switch self {
    case .flow(let flow): flow
    case .cached(_, let flow): flow
    case .onDemand, .shared, .singleton, .uses: nil
    }
  }
}

/// How an instance is made, from other targets and perhaps from what is below.
struct Recipe {
  enum Kind {
    case build, ignore, decorate, passOn, change
    /// Another target or, for a family, the same key of another family.
    case forward(Int)
  }

  let id: Int
  let kind: Kind
  let isObject: Bool
  let needs: [Int]

  /// What the factory does when it runs for the first time.
  let script: Operation?

  var isForward: Bool { if case .forward = kind { true } else { false } }
}

/// A small random number generator whose sequences are the same everywhere.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func next(below limit: Int) -> Int { Int(next() % UInt64(limit)) }

  mutating func chance(_ one: Int) -> Bool { next(below: one) == 0 }

  mutating func pick<T>(_ all: [T]) -> T { all[next(below: all.count)] }
}
