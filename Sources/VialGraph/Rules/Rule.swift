/// A kind of fault, and the code that finds it.
struct Rule {
  typealias Check = (FaultFinder) -> () -> [Finding]

  /// The name of the rule in documents and baselines.
  let id: String

  /// The fault in a sentence.
  let summary: String
  let check: Check

  init(_ id: String, _ summary: String, _ check: @escaping Check) {
    (self.id, self.summary, self.check) = (id, summary, check)
  }

  static var all: [Rule] { ofPresence + ofAbsence }

  static var ofPresence: [Rule] {
    [
      Rule("cycle", "Injections need each other while they are built.", FaultFinder.cycles),
      Rule("captive", "An instance keeps another one that is cleared or expires before it.", FaultFinder.captives),
      Rule("conditional", "An executable provides a required injection in a branch only.", FaultFinder.conditional),
      Rule("moot", "Another override or permission makes a permission moot.", FaultFinder.moot),
      Rule("computed", "A computed property publishes again at each use.", FaultFinder.computed),
      Rule("helper", "A function or a getter publishes again at each call.", FaultFinder.helpers),
      Rule("static", "A static or global variable keeps an instance or a consumer.", FaultFinder.statics),
      Rule("view", "A consumer in a SwiftUI view is no @ViewInstance.", FaultFinder.views),
    ]
  }

  /// The rules that prove that something is absent, which is impossible while a file cannot be read.
  static var ofAbsence: [Rule] {
    [
      Rule("missing", "An executable does not provide a required injection.", FaultFinder.missing),
      Rule("missing-in-test", "A test does not provide a required injection.", FaultFinder.missingInTests),
      Rule("no-effect", "No test that replaces an injection can reach it.", FaultFinder.withoutEffect),
      Rule("unused", "No code uses an injection (with --unused).", FaultFinder.unused),
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
