/// A kind of fault, and the code that finds it.
struct Rule {
  /// The name of the rule in documents and baselines.
  let id: String

  /// The fault in a sentence.
  let summary: String

  /// Whether the rule proves that something is absent, which is impossible while a file cannot be read.
  let provesAbsence: Bool
  let check: (FaultFinder) -> () -> [Finding]

  init(
    _ id: String,
    _ summary: String,
    provesAbsence: Bool = false,
    _ check: @escaping (FaultFinder) -> () -> [Finding]
  ) {
    (self.id, self.summary, self.provesAbsence, self.check) = (id, summary, provesAbsence, check)
  }

  static var all: [Rule] {
    [
      Rule("cycle", "Injections need each other while they are built.", FaultFinder.cycles),
      Rule("captive", "An instance keeps another one that is cleared or expires before it.", FaultFinder.captives),
      Rule("missing", "An executable does not provide a required injection.", provesAbsence: true, FaultFinder.missing),
      Rule("conditional", "An executable provides an injection under a condition only.", FaultFinder.conditional),
      Rule("missing-in-test", "A test needs a required injection.", provesAbsence: true, FaultFinder.missingInTests),
      Rule("no-effect", "No test can reach the injection.", provesAbsence: true, FaultFinder.withoutEffect),
      Rule("moot", "Another override or permission makes a permission moot.", FaultFinder.mootPermissions),
      Rule("computed", "A computed property publishes again at each use.", FaultFinder.computedPublications),
      Rule("helper", "A function or a getter publishes again at each call.", FaultFinder.publicationsInHelpers),
      Rule("static", "A static or global variable keeps an instance, or consumers.", FaultFinder.keptByStatics),
      Rule("view", "A consumer in a SwiftUI view is no @ViewInstance.", FaultFinder.consumersInViews),
      Rule("unused", "No code uses an injection (with --unused).", provesAbsence: true, FaultFinder.unused),
    ]
  }
}

/// A fault without its rule.
struct Finding {
  let severity: Document.Fault.Severity
  let nodes: [Document.ID]
  let location: Location
  let message: String
}
