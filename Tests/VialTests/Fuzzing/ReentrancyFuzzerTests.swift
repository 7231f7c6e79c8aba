import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Factories, consumer expressions, release actions and deinitializers may use injections in every way.
///
/// `ReferenceModelTests` compares which instances are provided. These tests check that no program is stopped, that the
/// lists of the engine are consistent, that a rollback evicts every instance that was built with the override, and that a
/// release action runs at most once for each instance.
struct ReentrancyFuzzerTests {
  @Test(.exitTest, arguments: [false, true])
  func randomReentrantOperationsKeepTheEngineConsistent(releasesOnAnotherThread: Bool) async {
    // The process always fails, because its output is available only if its exit was expected.
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardOutputContent, \.standardErrorContent]
    ) { [releasesOnAnotherThread] in
      await MainActor.run {
        let first = UInt64(number("VIAL_FUZZ_SEED") ?? 0)
        for seed in first..<first + UInt64(number("VIAL_FUZZ_SEEDS") ?? TestSize.of(1, thorough: 25)) {
          printAtOnce("seed \(seed)")
          ReentrancyFuzzer(seed: seed, releasesOnAnotherThread: releasesOnAnotherThread)
            .run(operations: 500)
        }
        printAtOnce("done")
      }
      exit(EXIT_FAILURE)
    }
    let progress = lines(result?.standardOutputContent)
    if progress.last == "done" { return }
    let errors = lines(result?.standardErrorContent).filter { !$0.hasPrefix("Vial: ") }.prefix(60)
    Issue.record("\(progress.last ?? "no output"): \(errors.joined(separator: "\n"))")
  }

  private func lines(_ output: [UInt8]?) -> [Substring] {
    String(decoding: output ?? [], as: UTF8.self).split(separator: "\n")
  }
}
