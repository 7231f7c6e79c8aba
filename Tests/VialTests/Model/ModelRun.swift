import Vial

/// A list of operations, done by the model and by real injections.
struct ModelRun {
  static let length = 100

  /// As many lists as the environment asks for, from the seed that it names on.
  static var seeds: Range<UInt64> {
    #if DEBUG
    let operations = number("VIAL_MODEL_OPERATIONS") ?? 50_000
    #else
    let operations = number("VIAL_MODEL_OPERATIONS") ?? 200_000
    #endif
    let first = UInt64(number("VIAL_MODEL_SEED") ?? 0)
    return first..<first + UInt64(max(1, operations / length))
  }

  let seed: UInt64
  private let drawn: [Operation]

  /// Which operations are done: each twice its place in the list, and one more without its script.
  private(set) var kept: [Int]

  init(seed: UInt64, keeping kept: [Int]? = nil) {
    self.seed = seed
    var random = SplitMix(state: seed &* 0x2545_F491_4F6C_DD1D)
    drawn = (0..<Self.length).map { _ in
      Operation(kind: random.pick(Operation.drawn), seed: random.next())
    }
    self.kept = kept ?? (0..<Self.length).map { $0 * 2 }
  }

  private var operations: [Operation] {
    kept.map { kept in
      var operation = drawn[kept / 2]
      operation.isPlain = kept % 2 == 1
      return operation
    }
  }

  /// What went wrong, and what had been done.
  struct Failure: CustomStringConvertible {
    let text: String
    let lines: [String]
    var description: String { "\(text)\n\(lines.joined(separator: "\n"))" }
  }

  /// Does all operations, and adds to `kinds` how many there were of each kind.
  @MainActor func execute(_ kinds: inout [Int]) -> Failure? {
    let setup = Setup(seed: seed)
    let model = Model(setup)
    let world = RealWorld(setup, model)
    var failure = follow(model, world)
    if failure == nil { failure = finish(model, world) }
    for (index, count) in model.kinds.enumerated() { kinds[index] += count }
    world.dismantle()
    if failure == nil, !world.living.isEmpty {
      failure = Failure(text: "with nothing left, alive are \(world.living.sorted())", lines: [])
    }
    return failure
  }

  @MainActor private func follow(_ model: Model, _ world: RealWorld) -> Failure? {
    let setting = Setting(kinds: Operation.drawn, below: model.targets.count)
    for stack in model.stacks.indices where model.isRequired(stack) {
      model.step(.providing(stack), setting)
      world.runScript()
    }
    for operation in operations {
      model.step(operation, setting)
      world.runScript()
      guard let text = world.mismatch ?? compare(model, world) else { continue }
      return Failure(text: text, lines: model.lines)
    }
    return nil
  }

  @MainActor private func compare(_ model: Model, _ world: RealWorld) -> String? {
    if world.begun != model.trace.count {
      return "\(model.trace[world.begun].action) was not run"
    }
    if world.asked != model.asked {
      return "checks were asked \(world.asked) times, not \(model.asked)"
    }
    guard world.living != model.living else { return nil }
    return "alive are \(world.living.sorted()), not \(model.living.sorted())"
  }

  /// Lets go of everything but what is published and provided.
  @MainActor private func finish(_ model: Model, _ world: RealWorld) -> Failure? {
    model.isOver = true
    model.letGo()
    world.letGo()
    return compare(model, world).map { Failure(text: "at the end \($0)", lines: model.lines) }
  }
}

// MARK: - Telling

extension ModelRun {
  /// Does the lists of some seeds, and prints what becomes of them.
  @MainActor static func tell(_ seeds: Range<UInt64>, keeping kept: [Int]?) {
    var kinds = Array(repeating: 0, count: Operation.Kind.allCases.count)
    RealWorld.tells = kept != nil
    for seed in seeds {
      printAtOnce("seed \(seed)")
      guard let failure = ModelRun(seed: seed, keeping: kept).execute(&kinds) else { continue }
      printAtOnce(kept == nil ? "\(failure)" : failure.text)
      return
    }
    let counts = zip(Operation.Kind.allCases, kinds).map { "\($0) \($1)" }.joined(separator: ", ")
    printAtOnce("Model: seeds \(seeds), \(kinds.reduce(0, +)) operations: \(counts)")
  }
}

// MARK: - Shrinking

extension ModelRun {
  /// Takes out parts of the list, and then scripts, as long as it fails without them.
  mutating func shrink(while fails: (ModelRun) async -> Bool) async {
    var size = max(1, kept.count / 2)
    while true {
      var start = 0
      var isShorter = false
      while start < kept.count {
        var next = self
        next.kept.removeSubrange(start..<min(start + size, kept.count))
        if await fails(next) {
          self = next
          isShorter = true
        } else {
          start += size
        }
      }
      if size > 1 { size /= 2 } else if !isShorter { break }
    }
    for index in kept.indices {
      var next = self
      next.kept[index] += 1
      if await fails(next) { self = next }
    }
  }
}
