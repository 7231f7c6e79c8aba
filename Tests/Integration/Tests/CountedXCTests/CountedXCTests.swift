#if !canImport(ObjectiveC)
import Foundation
import Services
import Vial
import XCTest

@testable import VialTesting

/// Work whose instructions are counted, repeated according to the environment variable `CASES`.
final class CountedXCTests: XCTestCase {
  private static let count = Int(ProcessInfo.processInfo.environment["CASES"] ?? "") ?? 4

  /// Code that belongs to no test resolves one injection while many tests with a scope are running.
  func testResolvesWhileOthersAreRunning() async {
    let count = Self.count
    await Task.detached { await resolve(count, whileRunning: count) }.value
  }

  /// Code that belongs to no test uses many injections for the first time, while 1,000 tests with a scope are running.
  func testUsesManyInjectionsWhileOthersAreRunning() async {
    let count = Self.count
    await Task.detached { await useInEscapedWork(count) }.value
  }

  /// A test uses many injections for the first time.
  func testUsesManyInjections() async {
    let count = Self.count
    await MainActor.run { useInATest(count) }
  }
}

/// The scopes are opened without a block, because a lookup of a task-local value is slow in many nested blocks.
@MainActor private func openScopes(_ count: Int, _ policy: LiveUse) -> [RunningTest] {
  (0..<count).map { number in
    RunningTest.openScope(nil, policy, of: TestIdentity(xctest: "case \(number)", module: "Cases")).1
  }
}

@MainActor private func endScopes(of tests: [RunningTest]) {
  for test in tests { for scope in test.scopes { test.end(scope) } }
}

@MainActor private func resolve(_ resolves: Int, whileRunning count: Int) {
  let tests = openScopes(count, .allowed)
  for _ in 0..<resolves { _ = city.resolve() }
  endScopes(of: tests)
}

@MainActor private func makeConsumers(_ count: Int) -> [Instance<String>] {
  (0..<count).map { _ in
    let injection = Injection(strategy: .singleton, instance: "live", fileID: "App/Services.swift")
    return Instance(injection)
  }
}

@MainActor private func useInEscapedWork(_ count: Int) {
  let consumers = makeConsumers(count)
  let tests = openScopes(1_000, .fails)
  countedRead(consumers)
  endScopes(of: tests)
}

@MainActor private func useInATest(_ count: Int) {
  let (scope, test) = RunningTest.openScope(nil, .fails, of: TestIdentity(xctest: "one case", module: "Cases"))
  scope.run { TestOfTask.$running.withValue(test) { countedRead(makeConsumers(count)) } }
  test.end(scope)
}

/// Reads each consumer for the first time, which reports a live use.
///
/// The script toggles the collection at this function, so it is not inlined.
@inline(never) @MainActor private func countedRead(_ consumers: [Instance<String>]) {
  for consumer in consumers { _ = consumer() }
}
#endif
