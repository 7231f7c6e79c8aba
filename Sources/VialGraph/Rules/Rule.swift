/// A kind of fault, and the code that finds it.
struct Rule {
  /// The name of the rule in documents and baselines.
  let id: String

  /// The fault in a sentence.
  let summary: String

  /// Whether the rule proves that something is absent, which is impossible while a file cannot be read.
  var provesAbsence = false
  let check: (FaultFinder) -> [Document.Fault]

  static var all: [Rule] {
    [
      Rule(id: "cycle", summary: "Injections need each other while they are built.") { $0.cycles() },
      Rule(id: "captive", summary: "An instance keeps another one that is cleared or expires before it.") {
        $0.captives()
      },
      Rule(id: "missing", summary: "An executable does not provide a required injection.", provesAbsence: true) {
        $0.missingImplementations()
      },
      Rule(id: "conditional", summary: "An executable provides a required injection under a condition only.") {
        $0.conditionalImplementations()
      },
      Rule(
        id: "missing-in-test",
        summary: "A test needs a required injection without an implementation.",
        provesAbsence: true
      ) {
        $0.missingImplementationsOfTests()
      },
      Rule(
        id: "no-effect",
        summary: "No test that makes an override or a permission can reach the injection.",
        provesAbsence: true
      ) {
        $0.replacementsWithoutEffect()
      },
      Rule(id: "moot", summary: "A permission is for an overridden injection, or another one permits the same.") {
        $0.mootPermissions()
      },
      Rule(id: "computed", summary: "A computed property publishes again at each use.") { $0.computedPublications() },
      Rule(id: "helper", summary: "A function or a getter publishes again at each call.") {
        $0.publicationsInHelpers()
      },
      Rule(id: "static", summary: "A static or global variable keeps an instance, or consumers.") {
        $0.resolvesInStatics() + $0.consumersInStatics()
      },
      Rule(id: "view", summary: "A consumer in a SwiftUI view is no @ViewInstance.") { $0.consumersInViews() },
      Rule(id: "unused", summary: "No code uses an injection (with --unused).", provesAbsence: true) { $0.unused() },
    ]
  }
}
