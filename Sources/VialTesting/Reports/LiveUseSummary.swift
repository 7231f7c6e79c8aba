import Vial

/// Counts live uses that warn, and reports them once when the process ends.
///
/// The summary has all of them if `VIAL_LIVE` is `warns`, and otherwise the further ones of XCTest tests without a scope, which
/// report only the first use of an injection.
@MainActor enum LiveUseSummary {
  private static var uses: [InjectionDeclaration: (count: Int, tests: Set<TestIdentity>)] = [:]

  static func count(_ declaration: InjectionDeclaration, by test: TestIdentity?, isFurther: Bool) {
    guard isFurther || LiveUse.ofRun == .warns else { return }
    ProcessEnd.observe()
    uses[declaration, default: (0, [])].count += 1
    if let test { uses[declaration]?.tests.insert(test) }
  }

  static func deliver() {
    guard !uses.isEmpty else { return }
    let total = uses.values.reduce(0) { $0 + $1.count }
    let title = LiveUse.ofRun == .warns ? "Live uses in this run" : "Further live uses in this run"
    let lines = uses.map { declaration, use in
      "\(declaration): \(use.count), by \(use.tests.count == 1 ? "1 test" : "\(use.tests.count) tests")"
    }
    Report(
      id: .liveUseSummary,
      subject: .unlimited,
      effect: .warns,
      attribution: .nobody,
      event: "\(title) that were neither overridden nor allowed: \(total)",
      facts: lines.sorted(),
      fixes: ["Override or allow each injection in its tests. VIAL_LIVE=fails fails the tests."]
    ).deliver()
  }
}
