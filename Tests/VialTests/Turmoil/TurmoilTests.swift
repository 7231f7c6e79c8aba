import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The application's code does anything wherever it is called: in factories, decorators, checks, clocks,
/// contexts, observers, descriptions of keys, and when something dies.
///
/// It says nothing of what is provided, which the model does (`ModelTests`): only that nothing stops the
/// program, that lists are in order, and that a rollback leaves no trace.
struct TurmoilTests {
  @Test(arguments: [false, true])
  func theApplicationsCodeMayDoAnythingAnywhere(dropsElsewhere: Bool) async {
    // In a process of its own, which always fails: only then can be seen what it has printed.
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardOutputContent, \.standardErrorContent]
    ) { [dropsElsewhere = dropsElsewhere as Bool] in
      await MainActor.run {
        for seed in 0..<UInt64(number("VIAL_TURMOIL_SEEDS") ?? 40) {
          printAtOnce("seed \(seed)")
          Turmoil(seed: seed, dropsElsewhere: dropsElsewhere).run(500)
        }
        printAtOnce("done")
      }
      exit(EXIT_FAILURE)
    }
    let progress = lines(result?.standardOutputContent)
    if progress.last == "done" { return }
    let errors = lines(result?.standardErrorContent).filter { !$0.hasPrefix("Vial: ") }.prefix(60)
    Issue.record("\(progress.last ?? "nothing"): \(errors.joined(separator: "\n"))")
  }

  private func lines(_ output: [UInt8]?) -> [Substring] {
    String(decoding: output ?? [], as: UTF8.self).split(separator: "\n")
  }
}
