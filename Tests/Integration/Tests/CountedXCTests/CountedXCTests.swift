#if !canImport(ObjectiveC)
import Foundation
import Services
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
  for test in tests { for scope in test.scopes { test.end(scope) } }
}
#endif
