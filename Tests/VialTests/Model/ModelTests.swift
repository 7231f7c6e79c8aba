import Testing
import Vial

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Random operations on the whole surface, compared with a plain model (see `Model`).
///
/// They run in a process of their own: nothing else overrides, observes or has a scope alive there, so
/// that the short ways are taken too. A list that fails or stops the program is shrunken, each attempt
/// in another process, and told.
struct ModelTests {
  /// What became of some lists.
  private struct Report {
    let text: String
    let failure: UInt64?
  }

  /// Does the lists of some seeds.
  ///
  /// The process always exits with a failure: a test gets to see what it has printed only if it exits as
  /// expected, be it at its end or at a trap.
  private func run(_ seeds: Range<UInt64>, keeping kept: [Int]? = nil) async -> Report {
    let (first, end) = (seeds.lowerBound, seeds.upperBound)
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardOutputContent, \.standardErrorContent]
    ) { [first = first as UInt64, end = end as UInt64, kept = kept as [Int]?] in
      await MainActor.run { ModelRun.tell(first..<end, keeping: kept) }
      exit(EXIT_FAILURE)
    }
    let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    let errors = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    let lines = output.split(separator: "\n")
    if let summary = lines.last, summary.hasPrefix("Model: ") {
      return Report(text: String(summary), failure: nil)
    }
    let seed = lines.last { $0.hasPrefix("seed ") }.flatMap { UInt64($0.dropFirst(5)) }
    let fault = errors.split(separator: "\n").first { $0.contains("Fatal error") } ?? ""
    let told = lines.drop { !$0.hasPrefix("seed ") || $0 != lines.last { $0.hasPrefix("seed ") } }
    return Report(text: told.joined(separator: "\n") + "\n\(fault)", failure: seed ?? first)
  }

  @Test func theWholeSurfaceDoesWhatTheRulesSay() async {
    let report = await run(ModelRun.seeds)
    guard let seed = report.failure else { return print(report.text) }

    var list = ModelRun(seed: seed)
    await list.shrink { await run(seed..<seed + 1, keeping: $0.kept).failure != nil }
    let shrunken = await run(seed..<seed + 1, keeping: list.kept)
    Issue.record("\(shrunken.failure == nil ? report.text : shrunken.text)")
  }
}
