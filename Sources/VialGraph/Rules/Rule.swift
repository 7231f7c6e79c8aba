import VialGraphProgram

/// A kind of fault, and the code that finds it.
struct Rule: Sendable {
  /// The name of the rule in documents and baselines.
  let id: String

  /// The faults that the rule finds, in a sentence.
  let summary: String

  /// The severity of a certain fault.
  ///
  /// A fault that perhaps does not happen is a warning.
  var severity = Severity.warning

  /// Whether a fault proves that something is absent, which is impossible while a file is unread, or changed after the build.
  var provesAbsence = false

  /// Whether the rule is off unless an option enables it.
  var isOptional = false
  let check: @Sendable (FaultFinder) -> () -> [Finding]

  static let all = [
    Rule(
      id: "cycle",
      summary: "Injections need each other while they are built.",
      severity: .error,
      check: FaultFinder.cycles
    ),
    Rule(
      id: captive,
      summary: "An instance keeps another one that is cleared or expires before it.",
      check: FaultFinder.captives
    ),
    Rule(
      id: "conditional",
      summary: "An executable provides a required injection only in this branch.",
      provesAbsence: true,
      check: FaultFinder.conditional
    ),
    Rule(
      id: "copy",
      summary: "An implementation keeps the instance of another injection.",
      check: FaultFinder.copies
    ),
    Rule(
      id: "shared-value",
      summary: "A .shared injection of a value, of which each resolve builds another instance.",
      check: FaultFinder.sharedValues
    ),
    Rule(
      id: "computed",
      summary: "A computed property publishes again at each use.",
      check: FaultFinder.computed
    ),
    Rule(
      id: "helper",
      summary: "A function or a getter publishes again at each call.",
      check: FaultFinder.helpers
    ),
    Rule(
      id: "static",
      summary: "A static or global variable keeps an instance or a consumer, in tests, too.",
      check: FaultFinder.statics
    ),
    Rule(
      id: "view",
      summary: "A consumer in a SwiftUI view is not a @ViewInstance.",
      severity: .error,
      check: FaultFinder.views
    ),
    Rule(
      id: "missing",
      summary: "An executable does not provide a required injection.",
      severity: .error,
      provesAbsence: true,
      check: FaultFinder.missing
    ),
    Rule(
      id: "missing-in-test",
      summary: "A test does not provide a required injection.",
      provesAbsence: true,
      check: FaultFinder.missingInTests
    ),
    Rule(
      id: "no-effect",
      summary: "No test that replaces an injection can reach it.",
      provesAbsence: true,
      check: FaultFinder.withoutEffect
    ),
    Rule(
      id: unused,
      summary: "No compiled code of the application uses an injection, or only unused injections do.",
      provesAbsence: true,
      isOptional: true,
      check: FaultFinder.unused
    ),
  ]
}

extension Rule {
  /// The rule whose faults the page shows at their holders.
  static let captive = "captive"

  /// The rule whose faults the page shows as a list.
  static let unused = "unused"

  enum Severity: String, Codable { case error, warning }
}

/// A fault that a rule finds.
struct Finding: Hashable {
  /// Whether the fault certainly happens.
  let isCertain: Bool

  /// The injections that the fault concerns, otherwise the declarations.
  let declarations: [Identity]

  /// Where the fault occurs if it does not occur everywhere.
  var site: Site?
  let location: Location
  var message: String

  enum Site: Hashable {
    /// In an executable.
    case executable(String)

    /// In a test, or in code of tests.
    case test(Identity?)
  }
}
