import Testing

// The test targets of the libraries share this file by symbolic links.

/// Runs the exit tests of a test target one at a time.
///
/// Swift Testing reads the output of a process on the threads that all tests share. While all these threads wait for output, a
/// process that has ended is not collected, and Swift Testing polls for it. On two cores, polling took a quarter of the processor
/// time of a run.
struct ExitTestTrait: SuiteTrait, TestTrait, TestScoping {
  private static let turn = Turn()

  var isRecursive: Bool { true }

  @concurrent func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    await Self.turn.begin()
    do {
      try await function()
    } catch {
      await Self.turn.end()
      throw error
    }
    await Self.turn.end()
  }
}

extension Trait where Self == ExitTestTrait { static var exitTest: ExitTestTrait { ExitTestTrait() } }

/// The right of one of several tasks to run.
private actor Turn {
  private var isTaken = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func begin() async {
    if isTaken {
      await withCheckedContinuation { waiting.append($0) }
    } else {
      isTaken = true
    }
  }

  func end() {
    if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
  }
}
