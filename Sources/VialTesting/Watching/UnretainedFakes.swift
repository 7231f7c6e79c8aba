#if DEBUG
import Vial

/// Reports a fake that was built a second time, because the override has the strategy `.shared` and nothing has retained the fake.
///
/// Each resolve then builds another fake, so a test that counts the calls of a fake passes for the wrong reason.
@MainActor enum UnretainedFakes {
  static func observe() {
    TestHooks.onRebuild = { declaration, callSite in
      let attribution = Attribution.ofRunningCode
      guard let test = attribution.test, !test.identity.isExempt, !test.identity.publishes(declaration) else { return }
      Report(
        id: .fakeNotRetained,
        subject: .fake(callSite),
        effect: .warns,
        attribution: attribution,
        injection: declaration,
        event:
          "The replacement of \(declaration) at \(callSite) is built again, because nothing has retained the first one",
        facts: ["The override is .shared, so an instance lives only while something retains it."],
        fixes: [
          "Create the fake before the override, and let the test retain it: let fake = Fake(), and override(with: fake).",
          "To keep one instance until the rollback, override with the strategy .singleton.",
        ]
      ).deliverOnce()
    }
  }
}
#endif
