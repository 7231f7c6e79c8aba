import Vial

/// Fails a test of a process that contains two copies of the library.
///
/// Two copies share neither overrides nor instances: a test overrides an injection in one, and the application resolves it
/// in the other. A test bundle is loaded after the application that hosts it, so its copy is the second one.
@MainActor enum SecondCopy {
  /// Fails the test that is running, once in the process.
  static func failRunningTest() {
    guard OverrideScope.isInSecondCopy else { return }
    let attribution = Attribution.ofRunningCode
    guard attribution.test != nil else { return }
    let report = Report(
      id: .twoCopies,
      subject: .twoCopies,
      effect: .fails,
      attribution: attribution,
      event: OverrideScope.secondCopyMessage,
      fixes: []
    )
    Reports.report(report, about: report.subject, report.effect, attribution)
  }
}
