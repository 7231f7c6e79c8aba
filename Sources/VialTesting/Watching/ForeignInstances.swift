#if DEBUG
import Vial

/// Reports a test that uses an instance of another test.
///
/// A static model or a shared worker keeps the instances of the first test that used it. A further read of a live instance is a live
/// use of the reader. The first read resolves the injection, and `LiveUses` reports it.
@MainActor enum ForeignInstances {
  /// Checks a use of an injection in the scope of a test.
  ///
  /// If the other test has ended, the object has outlived it, so the report is made now. If the other test is running, its own
  /// code may have been called by this test, such as the observer of a notification that this test has posted. So the report is
  /// made when the other test ends, if the object outlives it. A scope that code has opened and not ended is shared on
  /// purpose.
  static func check(_ use: InstanceUse) {
    // The common case is determined without searching the test of the code.
    guard let testScope = use.scope.testScope, TestOfTask.running !== testScope.test else { return }
    guard let reader = Participant.ofRunningCode, let owner = Participant(ownerOf: use.scope) else { return }
    if reader.isSameTest(as: owner) { return }
    if use.isLive, isReportedAsLiveUse(use, reader, owner) { return }
    if testScope.test.hasEnded {
      if use.scope.hasEnded { reportUse(use, by: reader, ofEnded: owner) }
    } else if use.scope.id == testScope.scopeID {
      reportAtEnd(use, by: reader, of: owner, testScope.test)
    }
  }

  /// Whether the receiver of the scope reports the live use, or has reported it to the same test.
  private static func isReportedAsLiveUse(_ use: InstanceUse, _ reader: Participant, _ owner: Participant) -> Bool {
    if use.isFirstRead { return true }
    let subject = Report.Subject.useOfAnotherTest(use.declaration, owner: owner.identity)
    return ReportHistory.contains(subject, atLeast: .warns, of: .two(code: reader, owner: owner))
  }

  private static func reportUse(_ use: InstanceUse, by reader: Participant, ofEnded owner: Participant) {
    let effect = use.effect(for: reader)
    if effect == .allowed { return }
    report(use, effect, .one(reader), reader, owner).deliverOnce()
  }

  /// Makes a report when the other test ends.
  ///
  /// A live instance then belongs to nobody, because either test may have caused the read.
  private static func reportAtEnd(
    _ use: InstanceUse,
    by reader: Participant,
    of owner: Participant,
    _ test: RunningTest
  ) {
    guard let consumer = use.consumer, !test.hasReportAtEnd(about: consumer, readBy: reader.identity) else { return }
    var effect = use.effect(for: reader)
    if use.isLive { effect = LiveUse.combined(effect, use.effectOfLiveInstance(for: owner)) }
    if effect == .allowed { return }
    let attribution = use.isLive ? Attribution.two(code: reader, owner: owner) : .one(reader)
    let report = report(use, effect, attribution, reader, owner)
    test.addReportAtEnd(about: consumer, readBy: reader.identity) { report.deliverOnce() }
  }

  private static func report(
    _ use: InstanceUse,
    _ effect: LiveUse,
    _ attribution: Attribution,
    _ reader: Participant,
    _ owner: Participant
  ) -> Report {
    let ownerName = owner.identity == reader.identity ? "another case" : "the test \(owner.identity.name)"
    let permission = use.isLive ? ["To use the live instance in this test, allow it: allowLive()."] : []
    return Report(
      id: .objectOfAnotherTest,
      subject: .foreignInstance(use.callSite),
      effect: effect,
      attribution: attribution,
      place: attribution.test == nil ? CallLocation(use.declaration.callSite) : nil,
      injection: use.declaration,
      event: "The test \(reader.identity.name) uses \(use.user) in the scope of \(ownerName), which has ended",
      facts: [
        "The instance of \(use.declaration)\(use.isLive ? ", a live one," : "") belongs to that test, whatever the current test overrides."
      ],
      fixes: [
        "Create the object in each test instead of storing it in a static property or a shared object.",
        "To hand an object to a later test on purpose, create it in a scope that does not end: OverrideScope(.isolated).",
        "If that test has left work behind, such as a block on the main queue, wait for the work in that test.",
      ] + permission
    )
  }
}
#endif
