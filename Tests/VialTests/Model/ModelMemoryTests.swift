#if canImport(Glibc)
import Glibc
import Testing
import Vial

/// What a run of many operations has used comes back (rule 29), by the allocator's own count.
///
/// In a process of its own, where nothing else allocates meanwhile.
struct ModelMemoryTests {
  @Test(.enabled(if: Allocator.isCounted, "under a sanitizer the allocator is another"))
  func whatManyOperationsHaveUsedComesBack() async {
    let result = await #expect(
      processExitsWith: .success,
      observing: [\.standardOutputContent]
    ) {
      await MainActor.run {
        #if DEBUG
        let operations = number("VIAL_MODEL_OPERATIONS") ?? 50_000
        #else
        let operations = number("VIAL_MODEL_OPERATIONS") ?? 1_000_000
        #endif
        var done = execute(0..<100)
        let before = leastInUse()
        done += execute(0..<UInt64(operations / ModelRun.length))
        let after = leastInUse()

        printAtOnce("Model: \(done) operations, bytes in use \(before), then \(after)")
        precondition(before > 0 && after < before + 65_536, "\(after - before) bytes more in use")
      }
    }
    print(String(decoding: result?.standardOutputContent ?? [], as: UTF8.self), terminator: "")
  }
}

/// Does lists of operations, and returns how many there were.
@MainActor private func execute(_ seeds: Range<UInt64>) -> Int {
  var kinds = Array(repeating: 0, count: Operation.Kind.allCases.count)
  for seed in seeds {
    guard let failure = ModelRun(seed: seed).execute(&kinds) else { continue }
    preconditionFailure("seed \(seed): \(failure)")
  }
  return kinds.reduce(0, +)
}

/// The least that is in use after one of some lists: what the allocator keeps at hand comes and goes.
@MainActor private func leastInUse() -> Int {
  (UInt64(0)..<30).reduce(Int.max) { least, seed in
    _ = execute(seed..<seed + 1)
    return min(least, Allocator.bytesInUse)
  }
}
#endif
