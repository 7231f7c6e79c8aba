#if canImport(Glibc)
import Glibc
import Testing
import Vial

/// What a run of many operations has used comes back (rule 29), by the allocator's own count.
///
/// In a process of its own, where nothing else allocates meanwhile.
struct ModelMemoryTests {
  @Test func whatManyOperationsHaveUsedComesBack() async {
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
        var kinds = Array(repeating: 0, count: Operation.Kind.allCases.count)
        for seed in 0..<50 {
          precondition(ModelRun(seed: UInt64(seed)).execute(&kinds) == nil)
        }

        let before = Allocator.bytesInUse
        for seed in 0..<UInt64(operations / ModelRun.length) {
          precondition(ModelRun(seed: seed).execute(&kinds) == nil)
        }
        let after = Allocator.bytesInUse

        print("Model: \(kinds.reduce(0, +)) operations, bytes in use \(before), then \(after)")
        precondition(before > 0 && after < before + 16_384, "\(after - before) bytes more in use")
      }
    }
    print(String(decoding: result?.standardOutputContent ?? [], as: UTF8.self), terminator: "")
  }
}
#endif
