import Vial

/// A list of random operations that the reference model and real injections perform.
struct ReferenceModelRun {
  static let length = 100

  /// The seeds of the runs.
  ///
  /// The environment variables `VIAL_MODEL_OPERATIONS` and `VIAL_MODEL_SEED` set the number of
  /// operations and the first seed.
  static var seeds: Range<UInt64> {
    let operations = number("VIAL_MODEL_OPERATIONS") ?? TestSize.of(4_000, thorough: 100_000)
    let first = UInt64(number("VIAL_MODEL_SEED") ?? 0)
    return first..<first + UInt64(max(1, operations / length))
  }

  let seed: UInt64
  private let allOperations: [Operation]

  /// The operations that are performed: twice the index of the operation, plus one if its script is omitted.
  private(set) var remaining: [Int]

  init(seed: UInt64, keeping remaining: [Int]? = nil) {
    self.seed = seed
    var random = SplitMix(state: seed &* 0x2545_F491_4F6C_DD1D)
    allOperations = (0..<Self.length).map { _ in
      Operation(kind: random.pick(Operation.weighted), seed: random.next())
    }
    self.remaining = remaining ?? (0..<Self.length).map { $0 * 2 }
  }

  private var operations: [Operation] {
    remaining.map { remaining in
      var operation = allOperations[remaining / 2]
      operation.omitsScript = remaining % 2 == 1
      return operation
    }
  }

  /// A mismatch and the trace that led to it.
  struct Failure: CustomStringConvertible {
    let text: String
    let lines: [String]
    var description: String { "\(text)\n\(lines.joined(separator: "\n"))" }
  }

  /// Performs all operations, and adds the number of actions of each kind to `kinds`.
  @MainActor func execute(_ kinds: inout [Int]) -> Failure? {
    let published = PublishedInjections(seed: seed)
    let model = ReferenceModel(published)
    let underTest = InjectionsUnderTest(published, model)
    let difference = follow(model, underTest) ?? underTest.differenceAfterReleasingEverything()
    for (index, count) in model.kinds.enumerated() { kinds[index] += count }
    underTest.tearDown()
    let text = difference ?? underTest.differenceAfterTearDown()
    return text.map { Failure(text: $0, lines: model.lines) }
  }

  @MainActor private func follow(_ model: ReferenceModel, _ underTest: InjectionsUnderTest) -> String? {
    let constraints = OperationConstraints(kinds: Operation.weighted, targetLimit: model.targets.count)
    for subject in model.overridesBySubject.indices where model.isRequired(subject) {
      model.step(.providing(subject), constraints)
      underTest.replayNextEntry()
    }
    for operation in operations {
      model.step(operation, constraints)
      underTest.replayNextEntry()
      if let difference = underTest.difference() { return difference }
    }
    return nil
  }
}

// MARK: - Reporting

extension ReferenceModelRun {
  /// Performs the runs of the given seeds, and prints the first failure or a summary.
  @MainActor static func printReport(_ seeds: Range<UInt64>, keeping remaining: [Int]?) {
    var kinds = Array(repeating: 0, count: Operation.Kind.allCases.count)
    InjectionsUnderTest.printsActions = remaining != nil
    for seed in seeds {
      printAtOnce("seed \(seed)")
      guard let failure = ReferenceModelRun(seed: seed, keeping: remaining).execute(&kinds) else { continue }
      printAtOnce(remaining == nil ? "\(failure)" : failure.text)
      return
    }
    let counts = zip(Operation.Kind.allCases, kinds).map { "\($0) \($1)" }.joined(separator: ", ")
    printAtOnce("Model: seeds \(seeds), \(kinds.reduce(0, +)) operations: \(counts)")
  }
}

// MARK: - Shrinking

extension ReferenceModelRun {
  /// Removes operations, and then scripts, as long as the run still fails.
  mutating func shrink(while fails: (ReferenceModelRun) async -> Bool) async {
    var size = max(1, remaining.count / 2)
    while true {
      var start = 0
      var isShorter = false
      while start < remaining.count {
        var next = self
        next.remaining.removeSubrange(start..<min(start + size, remaining.count))
        if await fails(next) {
          self = next
          isShorter = true
        } else {
          start += size
        }
      }
      if size > 1 { size /= 2 } else if !isShorter { break }
    }
    for index in remaining.indices {
      var next = self
      next.remaining[index] += 1
      if await fails(next) { self = next }
    }
  }
}
