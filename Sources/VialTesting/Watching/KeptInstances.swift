#if DEBUG
import Vial

/// Reports a test that reads a consumer from outside the scopes of all tests, which keeps an instance from before the test.
///
/// For example, a stored property of a test case is created before the scope of the test.
@MainActor enum KeptInstances {
  static func check(_ use: InstanceUse, resolvedAt moment: Moment) {
    guard let reader = Participant.ofRunningCode, !reader.identity.isExempt else { return }
    let isOverridden = reader.scope.sees(anOverrideOf: use.declaration)
    guard isReported(use, resolvedAt: moment, reader, isOverridden) else { return }
    let effect = effect(of: use, reader, isOverridden)
    if effect == .allowed { return }
    let instance = reader.run == nil ? "a live instance that was resolved earlier" : "an instance from before the test"
    if ReportHistory.contains(.liveUse(use.declaration), atLeast: effect, of: .one(reader)) { return }
    Report(
      id: .keptInstance,
      subject: .foreignInstance(use.callSite),
      effect: effect,
      attribution: .one(reader),
      injection: use.declaration,
      event: "The test \(reader.identity.name) reads \(use.user), which keeps \(instance)",
      facts: [
        "The instance of \(use.declaration) was resolved outside every override scope, and is kept whatever the test overrides."
      ],
      fixes: [
        "Create the object in each test, or reset the property at the beginning of the test: $property.reset().",
        "To keep the instance, allow it in the test: allowLive().",
      ]
    ).deliverOnce()
  }

  private static func isReported(
    _ use: InstanceUse,
    resolvedAt moment: Moment,
    _ reader: Participant,
    _ isOverridden: Bool
  ) -> Bool {
    guard let run = reader.run else {
      // A test without a scope shares the global scope, so only a live instance is reported. The receiver of the global scope
      // reports the first read.
      return use.isLive && use.scope.isGlobal && !use.isFirstRead
    }
    // A test with the kind `.inheriting` reuses instances on purpose.
    let isReused = reader.scope.reusesGlobalInstances && !isOverridden
    return moment < run.startedAt && !isReused
  }

  private static func effect(of use: InstanceUse, _ reader: Participant, _ isOverridden: Bool) -> LiveUse {
    guard use.isLive, use.isPermitted(by: reader, use.scope.allPermissions) else { return use.effect(for: reader) }
    return isOverridden ? .warns : .allowed
  }
}
#endif
