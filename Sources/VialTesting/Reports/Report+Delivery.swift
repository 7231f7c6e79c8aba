import Vial

extension Report {
  /// Delivers the report, unless it was made before.
  @MainActor func deliverOnce() {
    guard ReportHistory.isFirst(self) else { return }
    ReportHistory.add(self)
    deliver()
  }

  /// Delivers the report: the only way in which one leaves the library.
  @MainActor func deliver() {
    ReportFile.append(self)
    if effect == .stops { stop() }
    var issue = TestFramework.Issue(text: text, isFailure: effect >= .fails, place: place)
    issue.precedesFatalError = id == .missingImplementation
    guard let framework = TestFramework.running, !ProcessEnd.hasBegun else {
      // No test is current when the issue is recorded, so it is placed at the publication.
      issue.place = place ?? injection.map { CallLocation($0.callSite) }
      return EarlyReports.keep(issue)
    }
    if let test = attribution.test {
      test.identity.framework.record(issue, test.identity, test.run)
    } else {
      framework.recordForNobody(issue)
    }
  }

  private func stop() -> Never {
    let publication = injection?.callSite
    fatalError(text, file: publication?.file ?? "VialTesting", line: UInt(publication?.line ?? 0))
  }
}
