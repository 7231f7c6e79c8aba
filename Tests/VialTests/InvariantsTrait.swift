import Testing

@testable import Vial

/// Checks the invariants of the core at the end of each outermost operation of a test, in debug builds.
struct InvariantsTrait: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  @concurrent func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    #if DEBUG
    try await Invariants.$areChecked.withValue(true) { try await function() }
    #else
    try await function()
    #endif
  }
}

extension Trait where Self == InvariantsTrait { static var checksInvariants: InvariantsTrait { InvariantsTrait() } }

/// Runs work of another process with the checks of the invariants, in debug builds.
@MainActor func checkingInvariants(_ work: () -> Void) {
  #if DEBUG
  Invariants.$areChecked.withValue(true) { work() }
  #else
  work()
  #endif
}
