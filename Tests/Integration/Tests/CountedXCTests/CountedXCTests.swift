#if !canImport(ObjectiveC)
import Foundation
import Services
import Testing
import Vial
import XCTest

@testable import VialTesting

/// Code that belongs to no test resolves while many tests with a scope are running.
final class CountedXCTests: XCTestCase {
  func testResolvesWhileOthersAreRunning() async {
    let count = Int(ProcessInfo.processInfo.environment["CASES"] ?? "") ?? 4
    await Task.detached { await resolve(count, whileRunning: count) }.value
  }
}

/// The scopes are opened without a block, because a lookup of a task-local value is slow in many nested blocks.
@MainActor private func resolve(_ resolves: Int, whileRunning count: Int) {
  let tests = (0..<count).map { number in
    RunningTest.openScope(nil, .allowed, of: TestIdentity(xctest: "case \(number)", module: "Cases")).1
  }
  for _ in 0..<resolves { _ = city.resolve() }
  for test in tests { test.endScope() }
}

/// The cost of 1,000 injections that escaped work uses among 1,000 running tests, and the cost of 1,000 plain issues.
///
/// `Tests/Integration/isolation` counts the instructions of each part in a separate process.
@MainActor struct CountedTests {
  @Test func reportsAsManyUsesAsPlainIssues() async {
    let part = ProcessInfo.processInfo.environment["PART"] ?? "nothing"
    let injections = (0..<1_000).map { publish($0) }
    let tests = (0..<1_000).map { number in
      RunningTest.openScope(nil, .warns, of: TestIdentity(xctest: "case \(number)", module: "Cases")).1
    }
    await Task.detached {
      for injection in injections { await use(injection, part) }
    }.value
    for test in tests { test.endScope() }
  }
}

@MainActor private func use(_ injection: Injection<Int>, _ part: String) {
  switch part {
  case "issues": Issue.record("A plain issue of nobody, as long as the text of a report.", severity: .warning)
  case "uses": _ = injection.resolve()
  default: break
  }
}
#endif
