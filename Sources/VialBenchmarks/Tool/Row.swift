import VialBenchmarksPublished

/// One operation of Vial and the baseline that it is compared with.
@MainActor
struct Row {
  /// Performs an operation the given number of times.
  typealias Work = @MainActor (Int) -> Void

  let name: String

  /// The highest accepted ratio of instructions; `nil` if the contract has no bound for the operation.
  let bound: Double?

  /// The name of the baseline in the report.
  var baselineName = "by hand"

  /// Prepares the process for `vial` after `baseline` was measured, and returns a closure that undoes the preparation.
  var setUp: (@MainActor () -> @MainActor () -> Void)?

  /// Whether `vial` opens override scopes, after which every resolve in the process is slower.
  var opensScopes = false

  /// The stack size of the process in which the row is timed, in KiB; `nil` for the system's default.
  var stackSize: Int?

  /// The number of operations for which instructions are counted.
  var countedOperations = 100

  let baseline: Work
  let vial: Work
}

/// Rows that share a table of the report.
@MainActor
struct Section {
  let title: String
  let rows: [Row]

  static let all = [resolving, consuming, overriding, scoping, crowds]
}

// MARK: - Operations used by several rows

extension Row {
  static let singletonByHand: Work = { count in
    for _ in 0..<count { use(HandWritten.singleton()) }
  }

  static let allocation: Work = { count in
    for _ in 0..<count { use(HandWritten.onDemand()) }
  }

  static let resolveSingleton: Work = { count in
    for _ in 0..<count { use(Resolved.singleton()) }
  }

  static let resolveShared: Work = { count in
    let retained = Resolved.shared()
    for _ in 0..<count { use(Resolved.shared()) }
    extendLifetime(retained)
  }
}
