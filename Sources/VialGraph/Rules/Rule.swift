/// A kind of fault, and the code that finds it.
struct Rule {
  /// The name of the rule in documents and baselines.
  let id: String
  let check: (FaultFinder) -> () -> [Finding]

  static var all: [Rule] {
    [
      Rule(id: "cycle", check: FaultFinder.cycles),
      Rule(id: "captive", check: FaultFinder.captives),
      Rule(id: "conditional", check: FaultFinder.conditional),
      Rule(id: "moot", check: FaultFinder.moot),
      Rule(id: "computed", check: FaultFinder.computed),
      Rule(id: "helper", check: FaultFinder.helpers),
      Rule(id: "static", check: FaultFinder.statics),
      Rule(id: "view", check: FaultFinder.views),
      Rule(id: "missing", check: FaultFinder.missing),
      Rule(id: "missing-in-test", check: FaultFinder.missingInTests),
      Rule(id: "no-effect", check: FaultFinder.withoutEffect),
      Rule(id: "unused", check: FaultFinder.unused),
    ]
  }

  /// Whether a fault proves that something is absent, which is impossible while a file cannot be read.
  var provesAbsence: Bool { ["missing", "missing-in-test", "no-effect", "unused"].contains(id) }
}

/// A fault without its rule.
struct Finding {
  let isError: Bool
  let nodes: [Document.ID]
  let location: Location
  let message: String
}
