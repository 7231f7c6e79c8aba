import Vial

/// Fails a test of a process that contains two copies of the library.
///
/// Two copies share neither overrides nor instances: a test overrides an injection in one, and the application resolves it
/// in the other. A test bundle is loaded after the application that hosts it, so its copy is the second one.
@MainActor enum SecondCopy {
  /// Fails the test that is running, once in the process.
  ///
  /// In the process of an exit test, it warns.
  static func failRunningTest() {
    guard OverrideScope.isInSecondCopy else { return }
    let attribution = Attribution.ofRunningCode
    guard let test = attribution.test else { return }
    Report(
      id: .twoCopies,
      subject: .twoCopies,
      effect: test.identity.framework.expectsFatalErrors ? .warns : .fails,
      attribution: attribution,
      event: "This process contains two copies of Vial, which share neither overrides nor instances",
      facts: ["An override in one has no effect on code that uses the other."],
      fixes: ["Link Vial once, as described in the article “Linking Vial once”."]
    ).deliverOnce()
  }
}
