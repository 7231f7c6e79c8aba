#if canImport(Glibc)
import Glibc
import Testing
import Vial

/// Many operations do not increase the memory in use, as reported by the allocator (rule 29).
///
/// The operations run in a separate process, where no other test allocates at the same time.
struct ReferenceModelMemoryTests {
  @Test(.exitTest, .enabled(if: Allocator.countsAllocations, "a sanitizer replaces the allocator"))
  func memoryReturnsToItsLevelAfterManyOperations() async {
    let result = await #expect(
      processExitsWith: .success,
      observing: [\.standardOutputContent]
    ) {
      await MainActor.run {
        let operations = number("VIAL_MODEL_OPERATIONS") ?? TestSize.of(2_000, thorough: 100_000)
        let seeds = UInt64(operations / ReferenceModelRun.length)
        // Lists keep the capacity of the largest run, so the same runs come before the measurement.
        var done = execute(0..<max(50, seeds))
        let before = leastInUse()
        done += execute(0..<seeds)
        let after = leastInUse()

        printAtOnce("Model: \(done) operations, bytes in use \(before), then \(after)")
        precondition(before > 0 && after < before + 65_536, "\(after - before) bytes more in use")
      }
    }
    print(String(decoding: result?.standardOutputContent ?? [], as: UTF8.self), terminator: "")
  }
}

/// Performs the runs of some seeds, and returns the number of operations.
@MainActor private func execute(_ seeds: Range<UInt64>) -> Int {
  var kinds = Array(repeating: 0, count: Operation.Kind.allCases.count)
  for seed in seeds {
    guard let failure = ReferenceModelRun(seed: seed).execute(&kinds) else { continue }
    preconditionFailure("seed \(seed): \(failure)")
  }
  return kinds.reduce(0, +)
}

/// The minimum of the bytes in use after each of several runs.
///
/// The minimum is compared because the allocator's reserves vary from run to run.
@MainActor private func leastInUse() -> Int {
  (UInt64(0)..<10).reduce(Int.max) { least, seed in
    _ = execute(seed..<seed + 1)
    return min(least, Allocator.bytesInUse)
  }
}
#endif
