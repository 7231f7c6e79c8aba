#if !canImport(ObjectiveC)
import Foundation
import Services
import Vial
import VialTesting
import XCTest

/// Code that belongs to no test resolves while many tests with a scope are running.
final class CountedXCTests: XCTestCase {
  func testResolvesWhileOthersAreRunning() {
    let count = Int(ProcessInfo.processInfo.environment["CASES"] ?? "") ?? 4
    // The strictest scope so far decides about escaped work.
    RunningCase(name: "warns", testClosure: { _ in }).inOverrideScope(live: .warns) {}
    MainActor.assumeIsolated { runNested(count, of: count) }
  }
}

private final class RunningCase: XCTestCase {}

/// Begins the scopes of test cases, none of which is inside another one.
@MainActor private func runNested(_ remaining: Int, of count: Int) {
  OverrideScope.global.run {
    guard remaining > 0 else {
      // Some of the resolves are reported, until reports have named all test cases, three in each.
      for _ in 0..<count { _ = city.resolve() }
      return
    }
    let testCase = RunningCase(name: "case \(remaining)", testClosure: { _ in })
    testCase.inOverrideScope(live: .allowed) { runNested(remaining - 1, of: count) }
  }
}
#endif
