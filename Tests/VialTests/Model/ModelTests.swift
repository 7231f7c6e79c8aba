import Testing
import Vial

/// Random operations on the whole surface, compared with a plain model (see `Model`).
///
/// `VIAL_MODEL_OPERATIONS=10000000 swift test -c release --filter Model` runs as many as it says, and
/// `VIAL_MODEL_SEED=7` begins at another seed. A list that fails is shrunken and printed.
@MainActor @Suite(.serialized) struct ModelTests {
  private nonisolated static let blocks = 8
  private nonisolated static let length = 100

  @Test(arguments: 0..<blocks)
  func theWholeSurfaceDoesWhatTheRulesSay(block: Int) {
    let operations = number("VIAL_MODEL_OPERATIONS") ?? 200_000
    let first = UInt64(number("VIAL_MODEL_SEED") ?? 0)
    let lists = max(1, operations / Self.length / Self.blocks)
    let seeds = first + UInt64(block * lists)..<first + UInt64((block + 1) * lists)
    var kinds = Array(repeating: 0, count: Operation.Kind.allCases.count)

    for seed in seeds {
      let run = ModelRun(seed: seed, count: Self.length)
      guard run.execute(&kinds) != nil else { continue }
      let shrunken = run.shrunken()
      var ignored = kinds
      let failure = shrunken.execute(&ignored)
      Issue.record("seed \(seed): \(failure.map(String.init(describing:)) ?? "passes now")")
      return
    }

    let counts = zip(Operation.Kind.allCases, kinds).map { "\($0) \($1)" }.joined(separator: ", ")
    print("Model: seeds \(seeds), \(kinds.reduce(0, +)) operations: \(counts)")
  }
}
