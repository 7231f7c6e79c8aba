import Vial

// Without an argument, the program prints the time of each operation in nanoseconds: the minimum of 27 rounds, in which the
// libraries take turns. With `--count`, callgrind counts 100 and 300 repetitions of each operation, in the order that
// `--list` prints.

let operations =
  HandWritten.operations + WithVial.operations + WithFactory.operations + WithDependencies.operations
  + WithSkein.operations + WithSwinject.operations

/// The script `measure` names this function.
@MainActor @inline(never) @_optimize(none) func counted(_ operation: Operation, _ count: Int) {
  operation.repeated(count)
}

@MainActor func countInstructions() {
  for operation in operations {
    operation.repeated(100)
    counted(operation, 100)
    counted(operation, 300)
  }
}

@MainActor func measureTimes() {
  withOverrideScope {}  // A test or a preview has opened a scope in the process.
  let clock = ContinuousClock()
  let counts = operations.map { operation in
    var count = 64
    while clock.measure({ operation.repeated(count) }) < .milliseconds(2) { count *= 2 }
    return count
  }
  var best = [Double](repeating: .infinity, count: operations.count)
  for _ in 0..<27 {
    for (index, operation) in operations.enumerated() {
      let time = clock.measure { operation.repeated(counts[index]) }
      best[index] = min(best[index], time / .nanoseconds(1) / Double(counts[index]))
    }
  }
  for (operation, time) in zip(operations, best) {
    print("\(operation.row.rawValue)|\(operation.library)|\(time)")
  }
}

switch CommandLine.arguments.dropFirst().first {
case "--count": countInstructions()
case "--list": for operation in operations { print("\(operation.row.rawValue)|\(operation.library)") }
default: measureTimes()
}
