/// A kind of fault, and the code that finds it.
struct Rule {
  /// The name of the rule in documents and baselines.
  let id: String

  /// The fault in a sentence.
  let summary: String

  let check: (FaultFinder) -> () -> [Finding]

  static var all: [Rule] { ofPresence + ofAbsence }

  static var ofPresence: [Rule] {
    [
      Rule(id: "cycle", summary: "Injections need each other while they are built.", check: FaultFinder.cycles),
      Rule(id: "captive", summary: "An instance keeps one that ends before it.", check: FaultFinder.captives),
      Rule(id: "conditional", summary: "A branch provides a required injection.", check: FaultFinder.conditional),
      Rule(id: "moot", summary: "An override or a permission makes one moot.", check: FaultFinder.mootPermissions),
      Rule(id: "computed", summary: "A computed property publishes again.", check: FaultFinder.computedPublications),
      Rule(id: "helper", summary: "A function or a getter publishes again.", check: FaultFinder.publicationsInHelpers),
      Rule(id: "static", summary: "A static or global variable keeps an instance.", check: FaultFinder.keptByStatics),
      Rule(id: "view", summary: "A consumer in a view is no @ViewInstance.", check: FaultFinder.consumersInViews),
    ]
  }

  /// The rules that prove that something is absent, which is impossible while a file cannot be read.
  static var ofAbsence: [Rule] {
    [
      Rule(id: "missing", summary: "An executable does not provide an injection.", check: FaultFinder.missing),
      Rule(id: "missing-in-test", summary: "A test does not provide an injection.", check: FaultFinder.missingInTests),
      Rule(id: "no-effect", summary: "No test can reach a replaced injection.", check: FaultFinder.withoutEffect),
      Rule(id: "unused", summary: "No code uses an injection (with --unused).", check: FaultFinder.unused),
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
