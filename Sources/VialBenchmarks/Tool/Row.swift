import VialBenchmarksPublished

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

  /// Makes what is there while Vial's side runs and not while the left side does; its result undoes
  /// that.
  var around: (@MainActor () -> @MainActor () -> Void)?

  /// Whether Vial's side opens override scopes.
  ///
  /// Once a scope was open, every resolve takes a longer way for the rest of the process, so the
  /// left side is measured first and is not returned to.
  var opensScopes = false

  /// The stack that the row's process has, in KiB.
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

  static let all = [resolving, consuming, overriding, scoping, crowds]
}

// MARK: - Works of several rows

extension Row {
  static let resolveSingleton: Work = { count in
    for _ in 0..<count { use(Resolved.singleton()) }
  }

  static let resolveShared: Work = { count in
    let held = Resolved.shared()
    for _ in 0..<count { use(Resolved.shared()) }
    extendLifetime(held)
  }

  static let allocate: Work = { count in
    for _ in 0..<count { use(HandWritten.onDemand()) }
  }
}
