/// One operation, as Vial does it, beside what it is measured against.
@MainActor
struct Row {
  /// Does the operation a number of times.
  typealias Work = @MainActor (Int) -> Void

  let name: String

  /// The most that Vial may take, in times the left side; `nil` where the contract names no bound.
  let bound: Double?

  /// What the left side is: the same written by hand, or something else.
  var beside = "by hand"

  /// Uses the same kind of result and does nothing else; both sides have it subtracted.
  var using: Work = { count in
    let service: any Service = LiveService()
    for _ in 0..<count { use(service) }
  }

  /// How often each side uses a result in one operation.
  var uses = (left: 1.0, vial: 1.0)

  /// Into how many parts each side's operation is divided for the table.
  var parts = (left: 1.0, vial: 1.0)

  /// Makes what is there while Vial's side runs and not while the left side does; its result undoes
  /// that.
  var around: (@MainActor () -> @MainActor () -> Void)?

  /// The stack that a process of its own has for this row, in KiB.
  var stack: Int?

  /// How often an operation is done while its instructions are counted; zero where that takes too
  /// long.
  var countings = 100

  let left: Work
  let vial: Work
}

/// Rows that belong together in the table.
@MainActor
struct Theme {
  let title: String
  let rows: [Row]

  static let all = [resolving, consuming, overriding, scoping, families, crowds]
}
