import Vial

/// A list of operations, done by the model and by real injections.
@MainActor struct ModelRun {
  let seed: UInt64
  var operations: [Operation]

  /// What went wrong, and what had been done.
  struct Failure: CustomStringConvertible {
    let text: String
    let lines: [String]
    var description: String { "\(text)\n\(lines.joined(separator: "\n"))" }
  }

  init(seed: UInt64, count: Int) {
    self.seed = seed
    var random = SplitMix(state: seed &* 0x2545_F491_4F6C_DD1D)
    operations = (0..<count).map { _ in
      Operation(kind: random.pick(Operation.drawn), seed: random.next())
    }
  }

  /// Does all operations, and adds to `kinds` how many there were of each kind.
  func execute(_ kinds: inout [Int]) -> Failure? {
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

  private func follow(_ model: Model, _ world: RealWorld) -> Failure? {
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

  private func compare(_ model: Model, _ world: RealWorld) -> String? {
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
  private func finish(_ model: Model, _ world: RealWorld) -> Failure? {
    model.isOver = true
    model.letGo()
    world.letGo()
    return compare(model, world).map { Failure(text: "at the end \($0)", lines: model.lines) }
  }
}

// MARK: - Shrinking

extension ModelRun {
  /// The shortest list that was found which fails too: parts are taken out, then scripts.
  func shrunken() -> ModelRun {
    var best = self
    var size = max(1, operations.count / 2)
    while true {
      var start = 0
      var isShorter = false
      while start < best.operations.count {
        var next = best
        next.operations.removeSubrange(start..<min(start + size, next.operations.count))
        if next.fails {
          best = next
          isShorter = true
        } else {
          start += size
        }
      }
      if size > 1 { size /= 2 } else if !isShorter { break }
    }
    for index in best.operations.indices {
      var next = best
      next.operations[index].isPlain = true
      if next.fails { best = next }
    }
    return best
  }

  private var fails: Bool {
    var ignored = Array(repeating: 0, count: Operation.Kind.allCases.count)
    return execute(&ignored) != nil
  }
}
