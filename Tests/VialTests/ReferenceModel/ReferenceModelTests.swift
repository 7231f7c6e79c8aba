import Testing
import Vial

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Compares random operations with a simple model of the rules (see `ReferenceModel`).
///
/// After each operation, the results, the evaluated validity checks, the release actions with their scopes, the living
/// instances and, in one of four runs, the events are those of the model, and debug builds check the invariants of the core. The
/// operations cover injections, families, required injections, contexts, overrides, seals, scopes, flows, consumers, observers that
/// are added during operations, and releases on another thread. `ScheduleTests` covers tasks.
///
/// The operations run in a separate process without other overrides, observers or scopes. With `VIAL_CORE_TESTS`, nothing
/// watches this process, so a resolve takes the path of an application. A list of operations that fails or stops the program
/// is reduced to a minimal list, with a process for each attempt, and reported.
struct ReferenceModelTests {
  /// The result of the runs of some seeds.
  private struct Report {
    let text: String
    let failure: UInt64?
  }

  /// Performs the runs of some seeds in another process.
  ///
  /// The process always exits with a failure, at its end or at a trap, because an exit test returns the output of the
  /// process only if the process exits as expected.
  private func run(_ seeds: Range<UInt64>, keeping remaining: [Int]? = nil) async -> Report {
    let (first, end) = (seeds.lowerBound, seeds.upperBound)
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardOutputContent, \.standardErrorContent]
    ) { [first = first as UInt64, end = end as UInt64, remaining = remaining as [Int]?] in
      await MainActor.run {
        checkingInvariants { ReferenceModelRun.printReport(first..<end, keeping: remaining) }
      }
      exit(EXIT_FAILURE)
    }
    let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    let errors = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    let lines = output.split(separator: "\n")
    if let summary = lines.last, summary.hasPrefix("Model: ") {
      return Report(text: String(summary), failure: nil)
    }
    let seed = lines.last { $0.hasPrefix("seed ") }.flatMap { UInt64($0.dropFirst(5)) }
    let fatalError = errors.split(separator: "\n").first { $0.contains("Fatal error") } ?? ""
    let lastLines = lines.drop { !$0.hasPrefix("seed ") || $0 != lines.last { $0.hasPrefix("seed ") } }
    return Report(text: lastLines.joined(separator: "\n") + "\n\(fatalError)", failure: seed ?? first)
  }

  @Test(.exitTest) func randomProgramsBehaveAsTheReferenceModelPredicts() async {
    let report = await run(ReferenceModelRun.seeds)
    guard let seed = report.failure else { return print(report.text) }

    var list = ReferenceModelRun(seed: seed)
    await list.shrink { await run(seed..<seed + 1, keeping: $0.remaining).failure != nil }
    let minimal = await run(seed..<seed + 1, keeping: list.remaining)
    Issue.record("\(minimal.failure == nil ? report.text : minimal.text)")
  }
}
